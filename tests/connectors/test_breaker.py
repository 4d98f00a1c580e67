import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.clock import Clock

from llmbattler.connectors.breaker import Breaker, BreakerRules, CircuitState
from llmbattler.connectors.errors import (
    BadKey,
    CircuitOpen,
    ContextTooLong,
    Filtered,
    Overloaded,
    RateLimited,
    Refused,
)


def opened(clock: Clock) -> Breaker:
    breaker = Breaker(clock)
    for _ in range(5):
        breaker.admit()
        breaker.failed(Overloaded())
    return breaker


def test_opens_after_five_failures_in_a_row_and_says_for_how_long() -> None:
    breaker = opened(Clock())
    assert breaker.state is CircuitState.OPEN
    with pytest.raises(CircuitOpen) as caught:
        breaker.admit()
    assert caught.value.retry_after == 10


def test_a_failure_rate_of_one_half_opens_within_ten_failures() -> None:
    breaker = Breaker(Clock())
    failures = 0
    while breaker.state is CircuitState.CLOSED:
        breaker.succeeded()
        breaker.failed(Overloaded())
        failures += 1
    assert failures <= 10


def test_one_probe_at_a_time_and_its_first_token_closes_the_circuit() -> None:
    clock = Clock()
    breaker = opened(clock)
    clock.now += 10
    assert breaker.state is CircuitState.HALF_OPEN
    breaker.admit()
    with pytest.raises(CircuitOpen):
        breaker.admit()
    breaker.answered()
    assert breaker.state is CircuitState.CLOSED
    breaker.succeeded()
    breaker.admit()


def test_a_failed_probe_doubles_the_open_time_up_to_a_limit() -> None:
    clock = Clock()
    breaker = opened(clock)
    for rest in (10, 20, 30, 30):
        clock.now += rest - 0.1
        assert breaker.state is CircuitState.OPEN
        clock.now += 0.1
        breaker.admit()
        breaker.failed(Overloaded())
    clock.now += 30
    breaker.admit()
    breaker.succeeded()
    assert breaker.state is CircuitState.CLOSED


def test_an_abandoned_probe_admits_the_next_one() -> None:
    clock = Clock()
    breaker = opened(clock)
    clock.now += 10
    breaker.admit()
    breaker.abandoned()
    breaker.admit()


@pytest.mark.parametrize("error", [BadKey(), Refused(), ContextTooLong(), Filtered()])
def test_permanent_errors_do_not_count(error: BadKey | Refused | ContextTooLong | Filtered) -> None:
    breaker = Breaker(Clock())
    for _ in range(50):
        breaker.failed(error)
    assert breaker.state is CircuitState.CLOSED


def test_retry_after_cools_the_endpoint_down_up_to_a_cap() -> None:
    clock = Clock()
    breaker = Breaker(clock, BreakerRules(longest_cooldown=60))
    breaker.failed(RateLimited(retry_after=3600))
    assert breaker.cooldown == 60
    with pytest.raises(CircuitOpen):
        breaker.admit()
    clock.now += 60
    breaker.admit()


@given(st.lists(st.sampled_from(["ok", "fail", "refuse", "leave", "wait"]), max_size=200))
def test_the_circuit_closes_within_a_minute_after_any_history(story: list[str]) -> None:
    clock = Clock()
    breaker = Breaker(clock)
    rests: list[float] = []
    for step in story:
        if step == "wait":
            clock.now += 7
            continue
        try:
            breaker.admit()
        except CircuitOpen as error:
            rests.append(error.retry_after or 0)
            continue
        match step:
            case "ok":
                breaker.succeeded()
            case "fail":
                breaker.failed(Overloaded())
            case "refuse":
                breaker.failed(Refused())
            case _:
                breaker.abandoned()
    assert all(0 < rest <= 30 for rest in rests)
    clock.now += 30
    breaker.admit()
    breaker.answered()
    breaker.succeeded()
    assert breaker.state is CircuitState.CLOSED

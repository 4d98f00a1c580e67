import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.connectors.errors import BadKey, Overloaded, RateLimited
from llmbattler.connectors.retry import RetryBudget, RetryRules, wait_before_retry

RULES = RetryRules()


@given(st.integers(1, 2), st.floats(0, 1, exclude_max=True))
def test_full_jitter_below_an_exponential_bound(attempts: int, drawn: float) -> None:
    wait = wait_before_retry(Overloaded(), attempts, lambda: drawn, RULES)
    assert wait == drawn * (0.5 * 2 ** (attempts - 1))


def test_at_most_two_retries_and_only_for_transient_errors() -> None:
    assert wait_before_retry(Overloaded(), 3, lambda: 0.5, RULES) is None
    assert wait_before_retry(BadKey(), 1, lambda: 0.5, RULES) is None


@pytest.mark.parametrize(("asked", "expected"), [(2.0, 2.25), (20.0, 20.25), (20.1, None), (3600.0, None)])
def test_retry_after_is_followed_up_to_a_limit(asked: float, expected: float | None) -> None:
    assert wait_before_retry(RateLimited(retry_after=asked), 1, lambda: 0.5, RULES) == expected


@given(st.integers(0, 500))
def test_retries_are_limited_to_a_fifth_of_the_calls_and_the_reserve(calls: int) -> None:
    budget = RetryBudget(lambda: 0.0, RULES)
    retries = 0
    for _ in range(calls):
        budget.earn()
        retries += budget.spend()
        retries += budget.spend()
    assert retries <= RULES.reserve + 0.2 * calls + 0.001


def test_the_reserve_refills_over_time() -> None:
    now = [0.0]
    budget = RetryBudget(lambda: now[0], RULES)
    while budget.spend():
        pass
    now[0] += 10.5
    assert budget.spend()
    assert not budget.spend()
    now[0] += 10_000
    assert [budget.spend() for _ in range(6)] == [True] * 5 + [False]

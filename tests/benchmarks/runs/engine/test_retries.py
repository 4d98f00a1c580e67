from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.benchmarks.runs.engine.retries import (
    MAX_RETRY_AFTER,
    MODEL_FAILURES,
    RULES,
    RetryPolicy,
    wait_before_try,
)
from llmbattler.connectors.errors import (
    BadKey,
    ConnectorError,
    FailureKind,
    Filtered,
    Overloaded,
    RateLimited,
    TimedOut,
)


def least() -> float:
    return 0.0


def most() -> float:
    return 1.0


@given(st.sampled_from(sorted(RULES)), st.floats(0, 1), st.none() | st.floats(0, 1e6))
def test_every_kind_of_failure_is_tried_a_finite_number_of_times(
    kind: FailureKind, drawn: float, retry_after: float | None
) -> None:
    error = ConnectorError(retry_after=retry_after)
    error.kind = kind
    waits = [wait_before_try(error, tries, RetryPolicy(), lambda: drawn) for tries in range(1, 50)]
    rule = RULES[kind]
    assert [wait is None for wait in waits] == [tries >= rule.tries for tries in range(1, 50)]
    asked = min(retry_after or 0.0, MAX_RETRY_AFTER)
    assert all(asked <= wait <= asked + rule.longest for wait in waits if wait is not None)


@pytest.mark.parametrize(("random", "waits"), [(least, [1, 2, 4, 8, 16]), (most, [2, 4, 8, 16, 32])])
def test_each_wait_is_twice_the_one_before(random: Callable[[], float], waits: list[float]) -> None:
    assert [wait_before_try(Overloaded(), tries, RetryPolicy(), random) for tries in range(1, 6)] == waits


def test_what_a_provider_asks_for_is_kept() -> None:
    assert wait_before_try(RateLimited(retry_after=30), 1, RetryPolicy(), most) == 32
    assert wait_before_try(RateLimited(retry_after=3600), 1, RetryPolicy(), most) == MAX_RETRY_AFTER + 2


def test_answers_are_not_asked_for_again() -> None:
    for error in (BadKey(), Filtered()):
        assert wait_before_try(error, 1, RetryPolicy(), most) is None
    assert wait_before_try(TimedOut(), 3, RetryPolicy(), most) is None
    assert not MODEL_FAILURES & set(RULES)

"""Online Elo, as everybody knows it."""

import pytest

from llmbattler.ratings.estimation import Outcome
from llmbattler.ratings.estimation.elo import START, expected, update


def test_equals_may_expect_half() -> None:
    assert expected(START, START) == 0.5
    assert expected(1900, 1500) == pytest.approx(10 / 11)


@pytest.mark.parametrize(
    ("outcome", "change"), [(Outcome.A, 16), (Outcome.B, -16), (Outcome.TIE, 0), (Outcome.BOTH_BAD, 0)]
)
def test_equals_exchange_half_of_k(outcome: Outcome, change: float) -> None:
    assert update(START, START, outcome) == (START + change, START - change)


def test_nothing_is_lost_whatever_the_outcome() -> None:
    """To give both 0.25 of a point for `both_bad` lets the whole board sink."""
    for outcome in Outcome:
        a, b = update(1712.0, 1333.0, outcome)
        assert a + b == pytest.approx(1712.0 + 1333.0)

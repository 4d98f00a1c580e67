"""Kappa against a worked example, and its interval by simulation."""

from collections import Counter

import numpy as np
import pytest

from llmbattler.ratings.estimation.agreement import kappa


def test_a_worked_example() -> None:
    """Agreement 35/50 = 0.7; by chance 0.5 · 0.6 + 0.5 · 0.4 = 0.5."""
    found = kappa({("yes", "yes"): 20, ("yes", "no"): 5, ("no", "yes"): 10, ("no", "no"): 15})
    assert found.value == pytest.approx(0.4)
    assert found.low < 0.2
    assert found.high > 0.6


def test_agreement_on_three_cases_proves_little() -> None:
    found = kappa({("a", "a"): 2, ("b", "b"): 1})
    assert found.value == 1.0
    assert found.low < 0.1


def test_without_cases_or_without_variety_nothing_is_known() -> None:
    assert kappa({}) == (0.0, -1.0, 1.0)
    assert kappa({("a", "a"): 100}) == (0.0, -1.0, 1.0)


@pytest.mark.parametrize(("cases", "copied"), [(50, 0.6), (200, 0.4), (200, 0.8)])
def test_the_interval_has_its_nominal_coverage(cases: int, copied: float) -> None:
    """The second judge copies the first so often and guesses otherwise, from the same shares: kappa is that share."""
    chance = np.random.default_rng(3)
    words, shares = np.array(["a", "b", "tie", "both_bad"]), [0.35, 0.35, 0.2, 0.1]
    held = 0
    for _ in range(1000):
        first, guess = chance.choice(words, (2, cases), p=shares)
        second = np.where(chance.random(cases) < copied, first, guess)
        found = kappa(Counter(zip(first.tolist(), second.tolist(), strict=True)))
        held += found.low <= copied <= found.high
    assert 0.93 <= held / 1000 <= 0.97

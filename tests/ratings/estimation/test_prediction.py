"""Predictions against what happens, and intervals that hold."""

import numpy as np
import pytest
from tests.ratings.boards import even_strengths, vote

from llmbattler.ratings.estimation import BothBad, CountRow, PairCounts, fit
from llmbattler.ratings.estimation.prediction import observed, votes_to_separate, win_probability


def test_two_models_are_predicted_as_they_were_observed() -> None:
    fitted = fit(PairCounts.from_rows([CountRow("a", "b", 60, 20, 15, 5)]))
    found = win_probability(fitted, "a", "b")
    assert found.value == pytest.approx(0.7)
    assert found.low < 0.7 < found.high
    back = win_probability(fitted, "b", "a")
    assert (back.value, back.low, back.high) == pytest.approx((1 - found.value, 1 - found.high, 1 - found.low))


def test_a_model_against_itself_is_even() -> None:
    fitted = fit(PairCounts.from_rows([CountRow("a", "b", 60, 20, 15, 5)]))
    assert win_probability(fitted, "a", "a") == (0.5, 0.5, 0.5)


def test_models_of_different_components_cannot_be_predicted() -> None:
    fitted = fit(PairCounts.from_rows([CountRow("a", "b", 9, 3, 0, 0), CountRow("x", "y", 3, 9, 0, 0)]))
    assert win_probability(fitted, "a", "x") == (0.5, 0.0, 1.0)


def test_the_grounded_model_predicts_the_same_score() -> None:
    """It knows ties and bad answers apart, but what they add up to was observed."""
    counts = PairCounts.from_rows([CountRow("a", "b", 500, 200, 200, 100)])
    plain, grounded = fit(counts), fit(counts, both_bad=BothBad.GROUNDED)
    assert win_probability(plain, "a", "b").value == pytest.approx(0.65)
    assert win_probability(grounded, "a", "b").value == pytest.approx(0.65, abs=0.01)


def test_predicted_intervals_hold() -> None:
    chance = np.random.default_rng(1)
    strength = even_strengths(6, 150)
    true = 1 / (1 + np.exp(strength[4] - strength[1]))
    held = 0
    for _ in range(600):
        fitted = fit(vote(strength, 120, chance))
        found = win_probability(fitted, "model-001", "model-004")
        held += found.low <= true <= found.high
    assert 0.93 <= held / 600 <= 0.97


def test_without_ties_the_observed_interval_is_agresti_and_coulls() -> None:
    found = observed(7, 3, 0, 0)
    z2 = 1.959963984540054**2
    mean = (7 + z2 / 2) / (10 + z2)
    half = np.sqrt(z2 * mean * (1 - mean) / (10 + z2))
    assert found == pytest.approx((0.7, mean - half, mean + half))


def test_an_observation_of_nothing_says_nothing() -> None:
    assert observed(0, 0, 0, 0) == pytest.approx((0.5, 0.0, 1.0))
    assert observed(0, 0, 20, 0).low < 0.45, "twenty ties are not certainty"
    assert 0 <= observed(3, 0, 0, 0).low <= observed(3, 0, 0, 0).value <= 1


@pytest.mark.parametrize(
    ("votes", "shares"), [(40, (0.6, 0.4, 0.0)), (20, (0.45, 0.25, 0.3)), (100, (0.15, 0.05, 0.8))]
)
def test_observed_intervals_hold(votes: int, shares: tuple[float, float, float]) -> None:
    true = shares[0] + shares[2] / 2
    drawn = np.random.default_rng(4).multinomial(votes, shares, 4000)
    found = [observed(won, lost, tied, 0) for won, lost, tied in drawn.tolist()]
    assert 0.93 <= np.mean([one.low <= true <= one.high for one in found]) <= 0.98


def test_votes_to_separate_are_enough_and_not_too_many() -> None:
    counts = vote(even_strengths(6, 25), 1200, np.random.default_rng(5), ties=0.4)
    fitted = fit(counts)
    order = np.argsort(-fitted.rating)
    a, b = (fitted.models[k] for k in order[:2])
    needed = votes_to_separate(fitted, counts, a, b)
    assert needed is not None
    assert needed > 100
    value = win_probability(fitted, a, b).value

    def separate(votes: int) -> bool:
        """With so many more votes that go as expected, a third of them ties."""
        ties = votes // 3
        won = round(votes * value - ties / 2)
        after = fit(PairCounts.from_rows([*counts.rows(), CountRow(a, b, won, votes - ties - won, ties, 0)]))
        difference, error = after.difference(a, b)
        return difference > 1.959964 * error

    assert separate(round(needed * 1.1))
    assert not separate(round(needed * 0.8))


def test_what_is_separate_needs_no_votes_and_what_is_equal_no_number() -> None:
    counts = PairCounts.from_rows([CountRow("a", "b", 900, 100, 0, 0), CountRow("b", "c", 500, 500, 0, 0)])
    fitted = fit(counts)
    assert votes_to_separate(fitted, counts, "a", "b") == 0
    assert votes_to_separate(fitted, counts, "b", "c") is None
    assert votes_to_separate(fitted, counts, "a", "a") is None


def test_models_of_different_components_cannot_be_separated() -> None:
    counts = PairCounts.from_rows([CountRow("a", "b", 9, 3, 0, 0), CountRow("x", "y", 3, 9, 0, 0)])
    assert votes_to_separate(fit(counts), counts, "a", "x") is None

"""The grounded model recovers what made the votes, and uses `both_bad` where the plain one cannot."""

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.ratings.boards import SCALE, even_strengths, from_cells

from llmbattler.ratings.estimation import BothBad, CountRow, PairCounts, Ratings, fit

TIE = np.log(1.5)


def chances(
    strength: NDArray[np.float64], ground: float
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float64]]:
    first, second = np.triu_indices(len(strength), 1)
    a, b = np.exp(strength[first] - ground), np.exp(strength[second] - ground)
    factor = np.exp(TIE)
    won, lost, bad = a / (a + factor * b + 1), b / (b + factor * a + 1), 1 / (1 + a + b)
    return first, second, np.stack([won, lost, 1 - won - lost - bad, bad], axis=1)


def grounded(counts: PairCounts) -> Ratings:
    return fit(counts, both_bad=BothBad.GROUNDED)


def test_expected_votes_give_back_the_strengths() -> None:
    strength = even_strengths(7, 150)
    first, second, shares = chances(strength, ground=-1.0)
    found = grounded(from_cells(first, second, np.rint(shares * 10**9).astype(np.int64), 7))
    assert found.rating - 1000 == pytest.approx(SCALE * strength, abs=1e-3)
    assert found.tie_width == pytest.approx(SCALE * TIE, abs=1e-3)
    assert found.ground == pytest.approx(1000 - SCALE, abs=1e-3)


def test_intervals_hold() -> None:
    chance = np.random.default_rng(1)
    strength = even_strengths(6, 150)
    first, second, shares = chances(strength, ground=-0.8)
    held = []
    for _ in range(300):
        found = grounded(from_cells(first, second, chance.multinomial(np.full(15, 12), shares), 6))
        held.append(np.abs(found.rating - 1000 - SCALE * strength) <= (found.ci_high - found.ci_low) / 2)
    assert 0.93 <= np.mean(held) <= 0.97


def test_bad_answers_count_against_a_model() -> None:
    """Two models that are never compared but with a third, alike but for how often both answers were bad."""
    rows = [CountRow("good", "yard", 10, 10, 10, 2), CountRow("poor", "yard", 10, 10, 10, 40)]
    counts = PairCounts.from_rows(rows)
    plain, found = fit(counts), grounded(counts)
    assert plain.difference("good", "poor")[0] == pytest.approx(0, abs=1e-9)
    assert found.difference("good", "poor")[0] > 50


def test_without_bad_answers_and_ties_it_is_bradley_terry() -> None:
    rows = [CountRow("a", "b", 30, 20, 0, 0), CountRow("b", "c", 20, 10, 0, 0), CountRow("a", "c", 9, 6, 0, 0)]
    plain, found = fit(PairCounts.from_rows(rows)), grounded(PairCounts.from_rows(rows))
    assert found.rating == pytest.approx(plain.rating, abs=1e-6)
    assert found.ground is None
    assert found.tie_width == 0


def test_the_maximum_is_one() -> None:
    """No step in any direction raises the likelihood, computed here from the formulas."""
    chance = np.random.default_rng(2)
    first, second, shares = chances(even_strengths(5, 200), ground=-1.0)
    cells = chance.multinomial(np.full(10, 40), shares)
    found = grounded(from_cells(first, second, cells, 5))
    assert found.ground is not None

    def likelihood(strength: NDArray[np.float64], tie: float) -> float:
        a, b, factor = np.exp(strength[first]), np.exp(strength[second]), np.exp(tie)
        won, lost, bad = a / (a + factor * b + 1), b / (b + factor * a + 1), 1 / (1 + a + b)
        return float((cells * np.log(np.stack([won, lost, 1 - won - lost - bad, bad], axis=1))).sum())

    top, tie = (found.rating - found.ground) / SCALE, found.tie_width / SCALE
    best = likelihood(top, tie)
    for _ in range(200):
        step = chance.normal(0, 1e-3, 6)
        assert likelihood(top + step[:5], tie + step[5]) < best


@pytest.mark.parametrize(
    "row",
    [
        CountRow("a", "b", 0, 0, 0, 8),
        CountRow("a", "b", 0, 0, 8, 0),
        CountRow("a", "b", 8, 0, 0, 8),
        CountRow("a", "b", 0, 0, 8, 8),
        CountRow("a", "b", 1, 1, 0, 0),
        CountRow("a", "b", 2, 0, 5, 0),
        CountRow("a", "b", 0, 5, 1, 0),
        CountRow("a", "b", 2, 0, 1, 2),
    ],
)
def test_corners_are_defined(row: CountRow) -> None:
    found = grounded(PairCounts.from_rows([row]))
    assert np.isfinite(found.rating).all()
    assert np.isfinite(found.covariance).all()
    assert (found.ci_high > found.rating).all()
    assert np.abs(found.rating - 1000).max() < 1000


def test_a_few_votes_of_any_kind_give_a_board() -> None:
    """One small board that cannot be fitted would keep all votes from being counted."""
    chance = np.random.default_rng(3)
    for _ in range(300):
        pairs = [sorted(chance.choice(4, 2, replace=False).tolist()) for _ in range(int(chance.integers(2, 14)))]
        kinds = np.eye(4, dtype=np.int64)[chance.integers(0, 4, len(pairs))].tolist()
        counts = PairCounts.from_rows(
            CountRow(f"m{i}", f"m{j}", *kind) for (i, j), kind in zip(pairs, kinds, strict=True)
        )
        found = grounded(counts)
        assert np.isfinite(found.rating).all()
        assert (found.ci_high - found.ci_low).max() < 10_000


def test_only_a_board_whose_ties_say_nothing_is_smoothed() -> None:
    """A circle of wins bounds what a tie is worth; a ladder does not."""
    ladder = [CountRow("a", "b", 3, 0, 2, 0), CountRow("b", "c", 3, 0, 2, 1)]
    assert grounded(PairCounts.from_rows(ladder)).smoothed
    assert not grounded(PairCounts.from_rows([*ladder, CountRow("a", "c", 0, 1, 0, 0)])).smoothed


def test_components_are_fitted_separately() -> None:
    rows = [CountRow("a", "b", 9, 3, 2, 1), CountRow("x", "y", 3, 9, 1, 0), CountRow("y", "z", 3, 9, 1, 3)]
    found = grounded(PairCounts.from_rows(rows))
    assert found.components == (("a", "b"), ("x", "y", "z"))
    assert found.rating[:2].mean() == pytest.approx(1000)
    assert found.rating[2:].mean() == pytest.approx(1000)
    assert grounded(PairCounts.from_rows(rows[1:])).ground == found.ground

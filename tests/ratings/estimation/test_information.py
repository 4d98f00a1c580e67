"""Informative pairs: the promised shrinking comes true, nobody starves, and votes are saved."""

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.ratings.boards import even_strengths, names, vote

from llmbattler.ratings.estimation import CountRow, PairCounts, fit
from llmbattler.ratings.estimation.information import FLOOR, pair_chances, pair_gains


def test_chances_are_those_of_unordered_pairs() -> None:
    counts = vote(even_strengths(6, 100), 200, np.random.default_rng(1))
    chances = pair_chances(pair_gains(counts, fit(counts), counts.models))
    assert np.array_equal(chances, chances.T)
    assert np.diagonal(chances).tolist() == [0.0] * 6
    assert np.triu(chances).sum() == pytest.approx(1)


def test_nobody_starves() -> None:
    """However well a model is known, it keeps its floor, and with the default half of a fair share."""
    rows = [CountRow("a", "b", 10**6, 10**6, 0, 0), CountRow("b", "c", 2, 2, 0, 0), CountRow("c", "d", 1, 1, 0, 0)]
    counts = PairCounts.from_rows(rows)
    gains = pair_gains(counts, fit(counts), counts.models)
    assert pair_chances(gains).sum(axis=1).min() >= FLOOR * 2 / 4
    assert pair_chances(gains, floor=0.2).sum(axis=1).min() >= 0.2 * 2 / 4
    assert pair_chances(gains, floor=1.0) == pytest.approx((1 - np.eye(4)) / 6)


def test_a_newcomer_is_drawn_most() -> None:
    counts = vote(even_strengths(6, 100), 3000, np.random.default_rng(1))
    shares = pair_chances(pair_gains(counts, fit(counts), [*counts.models, "newcomer"])).sum(axis=1)
    assert shares.argmax() == 6
    assert shares[6] < 0.7


def test_without_any_vote_all_pairs_are_alike() -> None:
    empty = PairCounts.from_rows([])
    chances = pair_chances(pair_gains(empty, fit(empty), ["c", "a", "b"]))
    assert chances == pytest.approx((1 - np.eye(3)) / 3)


def test_retired_models_help_but_are_not_drawn() -> None:
    counts = vote(even_strengths(4, 100), 500, np.random.default_rng(2))
    assert pair_gains(counts, fit(counts), ["model-003", "model-001"]).shape == (2, 2)
    assert pair_gains(counts, fit(counts), []).shape == (0, 0)


def test_weights_of_the_site_are_kept() -> None:
    chances = pair_chances(np.zeros((3, 3)), floor=0.5, weights=[1.0, 1.0, 0.0])
    assert chances[0, 1] == pytest.approx(1)
    assert chances[2].sum() == 0


def test_the_best_pair_shrinks_the_widest_interval_most() -> None:
    """By refitting with 100 votes more of each pair in turn."""
    rows = [CountRow("a", "b", 300, 300, 0, 0), CountRow("b", "c", 300, 300, 0, 0), CountRow("c", "d", 30, 30, 0, 0)]
    counts = PairCounts.from_rows(rows)
    gains = np.triu(pair_gains(counts, fit(counts), counts.models))
    widths = np.full(gains.shape, np.inf)
    for i, j in zip(*np.triu_indices(4, 1), strict=True):
        more = CountRow(counts.models[i], counts.models[j], 50, 50, 0, 0)
        after = fit(PairCounts.from_rows([*rows, more]))
        widths[i, j] = (after.ci_high - after.ci_low).max()
    assert np.unravel_index(gains.argmax(), gains.shape) == np.unravel_index(widths.argmin(), widths.shape)


def votes_until(
    goal: float, strength: NDArray[np.float64], batch: int, chance: np.random.Generator, *, keen: bool
) -> int:
    size = len(strength)
    upper = np.triu_indices(size, 1)
    model, shares, rows, total = names(size), None, [], 0
    while True:
        rows.extend(vote(strength, batch, chance, shares=shares).rows())
        total += batch
        counts = PairCounts.from_rows(rows)
        rows = counts.rows()
        fitted = fit(counts)
        if (fitted.ci_high - fitted.ci_low).max() / 2 < goal:
            return total
        if keen:
            shares = pair_chances(pair_gains(counts, fitted, model))[upper]


def test_informative_pairs_save_a_tenth_of_the_votes() -> None:
    """Ten models with a standard deviation of 100 points, until every interval is below ±10; full size in perf/."""
    strength = even_strengths(10, 100)
    needed = {
        keen: sum(votes_until(10, strength, 200, np.random.default_rng(1000 + seed), keen=keen) for seed in range(8))
        for keen in (False, True)
    }
    assert needed[True] <= 0.9 * needed[False]

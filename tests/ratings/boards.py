"""Simulated boards of known strengths, and simple reference implementations."""

import itertools

import numpy as np
from numpy.typing import NDArray

from llmbattler.ratings.estimation import CountRow, PairCounts

SCALE = 400 / np.log(10)


def names(size: int) -> tuple[str, ...]:
    return tuple(f"model-{number:03}" for number in range(size))


def even_strengths(size: int, deviation: float) -> NDArray[np.float64]:
    """Evenly spaced around zero with this standard deviation in points; in logits."""
    spaced = np.arange(size) - (size - 1) / 2
    strengths: NDArray[np.float64] = spaced / spaced.std() * deviation / SCALE
    return strengths


def from_cells(first: NDArray[np.intp], second: NDArray[np.intp], cells: NDArray[np.int64], size: int) -> PairCounts:
    model = names(size)
    rows = [
        CountRow(model[i], model[j], *row)
        for i, j, row in zip(first.tolist(), second.tolist(), cells.tolist(), strict=True)
    ]
    return PairCounts.from_rows(rows)


def expect(strength: NDArray[np.float64], votes: int) -> PairCounts:
    """The expected votes for these strengths."""
    first, second = np.triu_indices(len(strength), 1)
    win = votes / len(first) / (1 + np.exp(strength[second] - strength[first]))
    cells = np.zeros((len(first), 4), dtype=np.int64)
    cells[:, 0], cells[:, 1] = np.rint(win), np.rint(votes / len(first) - win)
    return from_cells(first, second, cells, len(strength))


def vote(
    strength: NDArray[np.float64],
    votes: int,
    chance: np.random.Generator,
    *,
    ties: float = 0.3,
    both_bad: float = 0.0,
    shares: NDArray[np.float64] | None = None,
) -> PairCounts:
    """Draw votes; the expected score is exactly logistic, and close pairs tie more often."""
    first, second = np.triu_indices(len(strength), 1)
    win = 1 / (1 + np.exp(strength[second] - strength[first]))
    tie = ties * 2 * win * (1 - win)
    spoilt = np.full(len(win), both_bad)
    won, lost = (win - tie / 2) * (1 - spoilt), (1 - win - tie / 2) * (1 - spoilt)
    outcomes = np.stack([won, lost, tie * (1 - spoilt), spoilt], axis=1)
    pairs = chance.multinomial(votes, np.full(len(win), 1 / len(win)) if shares is None else shares / shares.sum())
    return from_cells(first, second, chance.multinomial(pairs, outcomes), len(strength))


def fit_by_zermelo(counts: PairCounts) -> NDArray[np.float64]:
    """Bradley-Terry by Zermelo's fixed point, which shares nothing with Newton: strengths in logits, mean zero."""
    points = counts.wins + (counts.ties + counts.both_bad) / 2
    games = points + points.T
    worth = np.ones(len(points))
    for _ in range(200_000):
        fresh = points.sum(axis=1) / (games / np.add.outer(worth, worth)).sum(axis=1)
        fresh /= np.exp(np.log(fresh).mean())
        if np.abs(np.log(fresh / worth)).max() < 1e-14:
            break
        worth = fresh
    strengths: NDArray[np.float64] = np.log(worth) - np.log(worth).mean()
    return strengths


def all_votes(counts: PairCounts) -> tuple[list[str], list[str], list[str]]:
    """One entry per vote, in the order of the rows."""
    sides: tuple[list[str], list[str], list[str]] = ([], [], [])
    for row in counts.rows():
        for word, number in zip(("a", "b", "tie", "both_bad"), row[2:], strict=True):
            for side, value in zip(sides, (row.model_a, row.model_b, word), strict=True):
                side.extend(itertools.repeat(value, number))
    return sides

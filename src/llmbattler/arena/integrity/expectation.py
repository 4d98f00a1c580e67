"""What the votes of everybody else lead one to expect of a vote. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from llmbattler.ratings.service.predictions import SCALE, Counts, Flags, Floats, Index, Outcome, PairCounts, fit

Singles: TypeAlias = NDArray[np.float32]
"""Simulations need many numbers and few digits."""
Real = TypeVar("Real", Floats, Singles)

WORDS = tuple(Outcome)
"""The order of the four words in every array here: first better, second better, tie, both bad."""
PAIR_WEIGHT = 40.0
"""How many votes of a pair weigh as much as what the ratings say of it."""
SHARE_WEIGHT = 20.0
"""How many draws of a model weigh as much as the board's share of "both are bad" among draws."""
TASTE = 0.2
"""How far honest people differ about a model: the standard deviation, in logits. That is about 35 points."""
HABIT = 0.35
"""How far honest people differ in calling a draw, and in calling it bad: standard deviations, in logits."""
RAREST = 1e-4
_STEPS = 60


class Ballots(NamedTuple):
    """Votes as arrays: places of the two models in the expectation, and the word as `WORDS` numbers it."""

    first: Index
    second: Index
    word: Index

    def in_order(self) -> "Ballots":
        """The same votes, the smaller place first: nobody cares which side a model stood on."""
        swapped = self.first > self.second
        return Ballots(
            np.where(swapped, self.second, self.first),
            np.where(swapped, self.first, self.second),
            np.where(swapped, flip(self.word), self.word),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Expectation:
    """A board seen as chances: for each pair of models and each of the four words."""

    models: tuple[str, ...]
    cells: Counts
    """`cells[i, j]`: how often each word was said of the pair, i being the first."""
    strength: Floats
    spread: Floats
    """A root of the covariance of the strengths, to draw others that the votes allow as well."""
    comparable: Flags
    draw: float
    """How strongly votes lean towards draws, as Davidson's model has it."""
    bad: Floats
    """For each model, the share of draws that are called bad."""

    @classmethod
    def of(cls, counts: PairCounts) -> Self:
        fitted = fit(counts)
        strength = fitted.rating / SCALE
        values, vectors = np.linalg.eigh(fitted.covariance / SCALE**2)
        draws, spoilt = (counts.ties + counts.both_bad).sum(axis=1), counts.both_bad.sum(axis=1)
        share = float((spoilt.sum() + 0.5) / (draws.sum() + 1.0))
        return cls(
            models=counts.models,
            cells=_cells(counts),
            strength=strength,
            spread=vectors * np.sqrt(np.maximum(values, 0.0)),
            comparable=fitted.comparisons(),
            draw=_lean(counts, strength),
            bad=(spoilt + SHARE_WEIGHT * share) / (draws + SHARE_WEIGHT),
        )

    def without(self, ballots: Ballots) -> "Expectation":
        """The same board, had these votes not been cast: nobody is measured against themselves."""
        cells = self.cells.copy()
        np.subtract.at(cells, (ballots.first, ballots.second, ballots.word), 1)
        np.subtract.at(cells, (ballots.second, ballots.first, flip(ballots.word)), 1)
        return Expectation.of(_counts(self.models, np.maximum(cells, 0)))

    def place(self, votes: Sequence[tuple[str, str, Outcome]]) -> Ballots:
        """Votes as arrays, without those between models that this board cannot compare."""
        places = {model: place for place, model in enumerate(self.models)}
        codes = {word: code for code, word in enumerate(WORDS)}
        rows = [(places.get(a, -1), places.get(b, -1), codes[word]) for a, b, word in votes]
        first, second, word = np.array(rows, dtype=np.intp).reshape(-1, 3).T
        known = (first >= 0) & (second >= 0) & (first != second)
        known[known] = self.comparable[first[known], second[known]]
        return Ballots(first[known], second[known], word[known])

    @property
    def total(self) -> int:
        return int(self.cells.sum()) // 2

    def chances(self, first: Index, second: Index) -> Floats:
        """The chance of each word for each of these pairs: `[word, pair]`.

        What the ratings say of a pair is mixed with what was said of just this pair.
        """
        likely = self._by_strength(self.strength[None], first, second)[:, 0]
        return _normal(PAIR_WEIGHT * likely + self.cells[first, second].T)

    def draw_chances(self, first: Index, second: Index, times: int, chance: np.random.Generator) -> Singles:
        """The chances for so many honest people whom these votes allow: `[word, person, pair]`.

        The board might be a little different from what its votes say, and people differ in taste and habit.
        """
        size = len(self.models)
        strength = self.strength + chance.standard_normal((times, size)) @ self.spread.T
        weights = PAIR_WEIGHT * self._by_strength(strength.astype(np.float32), first, second)
        weights += self.cells[first, second].T[:, None].astype(np.float32)
        likely = chance.standard_gamma(weights, dtype=np.float32) + np.float32(RAREST)
        likely *= _leaning(first, second, times, size, chance)
        return _normal(likely)

    def _by_strength(self, strength: Real, first: Index, second: Index) -> Real:
        score = 1.0 / (1.0 + np.exp(strength[:, second] - strength[:, first]))
        draws = draw_chance(score, self.draw)
        spoilt = draws * ((self.bad[first] + self.bad[second]) / 2).astype(strength.dtype)
        # Rounding may leave a hair less than nothing.
        words = np.stack([score - draws / 2, 1 - score - draws / 2, draws - spoilt, spoilt])
        return cast("Real", np.maximum(words, RAREST))


def flip(word: Index) -> Index:
    """The same word, seen from the other side."""
    return np.where(word < 2, 1 - word, word)  # noqa: PLR2004 - the first two words name a side


def draw_chance(score: Real, lean: float) -> Real:
    """Davidson's draw, lean·√(win·loss), where win plus half a draw is the expected score."""
    square, even = lean**2, score * (1 - score)
    root = np.sqrt(square**2 / 4 + (4 - square) * square * even)
    chances: Real = 2 * square * even / np.maximum(square / 2 + root, 1e-30)
    return chances


def _lean(counts: PairCounts, strength: Floats) -> float:
    """The lean towards draws that makes as many of them as there are."""
    first, second = np.nonzero(np.triu(counts.games(), 1))
    games = counts.games()[first, second]
    draws = float((counts.ties + counts.both_bad)[first, second].sum())
    score = 1.0 / (1.0 + np.exp(strength[second] - strength[first]))
    low, high = -10.0, 10.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if float((games * draw_chance(score, float(np.exp(middle)))).sum()) < draws:
            low = middle
        else:
            high = middle
    return float(np.exp(high))


def _leaning(first: Index, second: Index, times: int, size: int, chance: np.random.Generator) -> Singles:
    """By what the taste and the habits of so many people multiply the chance of each word."""
    taste = np.float32(TASTE) * chance.standard_normal((times, size), dtype=np.float32)
    draws, bad = np.exp(np.float32(HABIT) * chance.standard_normal((2, times, 1), dtype=np.float32))
    prefers = np.exp((taste[:, first] - taste[:, second]) / 2)
    every = np.ones_like(prefers)
    return np.stack([prefers, 1 / prefers, draws * every, draws * bad * every])


def _normal(likely: Real) -> Real:
    """Make the words, which come first, add up to one."""
    bounded = np.maximum(likely / likely.sum(axis=0), RAREST)
    return cast("Real", bounded / bounded.sum(axis=0))


def _cells(counts: PairCounts) -> Counts:
    return np.stack([counts.wins, counts.wins.T, counts.ties, counts.both_bad], axis=-1)


def _counts(models: tuple[str, ...], cells: Counts) -> PairCounts:
    wins, _, ties, both_bad = np.moveaxis(cells, -1, 0)
    return PairCounts(models, wins, ties, both_bad)

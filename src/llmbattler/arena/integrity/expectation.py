"""The expected votes of an honest person, given the votes of everybody else."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from llmbattler.ratings.service.predictions import SCALE, Counts, Flags, Floats, Index, Outcome, PairCounts, fit

Singles: TypeAlias = NDArray[np.float32]
"""Single precision: simulations need many numbers with few digits."""
Real = TypeVar("Real", Floats, Singles)

WORDS = tuple(Outcome)
"""The order of the four verdicts in every array: first better, second better, tie, both bad."""
PAIR_WEIGHT = 40.0
"""The ratings weigh as much as this many votes of the pair itself."""
SHARE_WEIGHT = 20.0
"""The board's share of "both bad" among draws weighs as much as this many draws of a model."""
TASTE_DEVIATION = 0.2
"""Standard deviation of the taste of honest people for a model, in logits; about 35 points."""
HABIT_DEVIATION = 0.35
"""Standard deviation of how readily honest people call a draw, and call it bad, in logits."""
MIN_CHANCE = 1e-4
_STEPS = 60


class Ballots(NamedTuple):
    """Votes as arrays: the indexes of the two models, and the verdict as an index into `WORDS`."""

    first: Index
    second: Index
    word: Index

    def in_order(self) -> "Ballots":
        """Return the same votes with the smaller index first; sides do not matter."""
        swapped = self.first > self.second
        return Ballots(
            np.where(swapped, self.second, self.first),
            np.where(swapped, self.first, self.second),
            np.where(swapped, flip(self.word), self.word),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Expectation:
    """The probability of each of the four verdicts for each pair of models on a board."""

    models: tuple[str, ...]
    cells: Counts
    """`cells[i, j]`: how often the pair got each verdict, with i as the first model."""
    strength: Floats
    spread: Floats
    """A root of the covariance of the strengths, to draw other strengths that fit the votes."""
    comparable: Flags
    draw: float
    """The draw parameter of Davidson's model."""
    bad: Floats
    """For each model, the share of draws that are "both bad"."""

    @classmethod
    def of(cls, counts: PairCounts) -> Self:
        fitted = fit(counts)
        strength = fitted.rating / SCALE
        values, vectors = np.linalg.eigh(fitted.covariance / SCALE**2)
        draws, both_bad = (counts.ties + counts.both_bad).sum(axis=1), counts.both_bad.sum(axis=1)
        share = float((both_bad.sum() + 0.5) / (draws.sum() + 1.0))
        return cls(
            models=counts.models,
            cells=_cells(counts),
            strength=strength,
            spread=vectors * np.sqrt(np.maximum(values, 0.0)),
            comparable=fitted.comparisons(),
            draw=_lean(counts, strength),
            bad=(both_bad + SHARE_WEIGHT * share) / (draws + SHARE_WEIGHT),
        )

    def without(self, ballots: Ballots) -> "Expectation":
        """Return the expectation without these votes: nobody is compared with themselves."""
        cells = self.cells.copy()
        np.subtract.at(cells, (ballots.first, ballots.second, ballots.word), 1)
        np.subtract.at(cells, (ballots.second, ballots.first, flip(ballots.word)), 1)
        return Expectation.of(_counts(self.models, np.maximum(cells, 0)))

    def place(self, votes: Sequence[tuple[str, str, Outcome]]) -> Ballots:
        """Convert votes to arrays, without votes between models that this board cannot compare."""
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
        """Return the probability of each verdict for each pair: `[verdict, pair]`.

        Combines the ratings with the votes of just this pair.
        """
        likely = self._by_strength(self.strength[None], first, second)[:, 0]
        return _normal(PAIR_WEIGHT * likely + self.cells[first, second].T)

    def draw_chances(self, first: Index, second: Index, times: int, chance: np.random.Generator) -> Singles:
        """Draw the probabilities of honest people: `[verdict, person, pair]`.

        They vary by the uncertainty of the board and by the taste and the habits of people.
        """
        size = len(self.models)
        strength = self.strength + chance.standard_normal((times, size)) @ self.spread.T
        weights = PAIR_WEIGHT * self._by_strength(strength.astype(np.float32), first, second)
        weights += self.cells[first, second].T[:, None].astype(np.float32)
        likely = chance.standard_gamma(weights, dtype=np.float32) + np.float32(MIN_CHANCE)
        likely *= _leaning(first, second, times, size, chance)
        return _normal(likely)

    def _by_strength(self, strength: Real, first: Index, second: Index) -> Real:
        score = 1.0 / (1.0 + np.exp(strength[:, second] - strength[:, first]))
        draws = draw_chance(score, self.draw)
        both_bad = draws * ((self.bad[first] + self.bad[second]) / 2).astype(strength.dtype)
        # Rounding may give slightly negative values.
        words = np.stack([score - draws / 2, 1 - score - draws / 2, draws - both_bad, both_bad])
        return cast("Real", np.maximum(words, MIN_CHANCE))


def flip(word: Index) -> Index:
    """Return the same verdicts with the sides swapped."""
    return np.where(word < 2, 1 - word, word)  # noqa: PLR2004 - the first two words name a side


def draw_chance(score: Real, lean: float) -> Real:
    """Return Davidson's draw probability, lean·√(win·loss), where win plus half a draw is the expected score."""
    square, even = lean**2, score * (1 - score)
    root = np.sqrt(square**2 / 4 + (4 - square) * square * even)
    chances: Real = 2 * square * even / np.maximum(square / 2 + root, 1e-30)
    return chances


def _lean(counts: PairCounts, strength: Floats) -> float:
    """Return the draw parameter that predicts the observed number of draws."""
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
    """Draw the factors by which taste and habits change the probability of each verdict."""
    taste = np.float32(TASTE_DEVIATION) * chance.standard_normal((times, size), dtype=np.float32)
    draws, bad = np.exp(np.float32(HABIT_DEVIATION) * chance.standard_normal((2, times, 1), dtype=np.float32))
    prefers = np.exp((taste[:, first] - taste[:, second]) / 2)
    every = np.ones_like(prefers)
    return np.stack([prefers, 1 / prefers, draws * every, draws * bad * every])


def _normal(likely: Real) -> Real:
    """Normalize the verdicts, the first axis, to a sum of one."""
    bounded = np.maximum(likely / likely.sum(axis=0), MIN_CHANCE)
    return cast("Real", bounded / bounded.sum(axis=0))


def _cells(counts: PairCounts) -> Counts:
    return np.stack([counts.wins, counts.wins.T, counts.ties, counts.both_bad], axis=-1)


def _counts(models: tuple[str, ...], cells: Counts) -> PairCounts:
    wins, _, ties, both_bad = np.moveaxis(cells, -1, 0)
    return PairCounts(models, wins, ties, both_bad)

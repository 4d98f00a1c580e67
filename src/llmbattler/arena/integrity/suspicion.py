"""The two tests of a voter. Pure; every p-value is simulated, none is looked up in a table.

(b) Likelihood: are the votes as a whole less likely than those of honest people on the same pairs?
(e) Per model: does one model get more, or less, out of these votes than honest people would give it?
"""

from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np

from llmbattler.ratings.service.predictions import Floats, Index

from .expectation import WORDS, Ballots, Expectation

LEVEL = 0.01
"""The share of honest voters that is suspected wrongly. Half of it goes to each test."""
FEWEST_VOTES = 20
"""With fewer, nothing can be told."""
FEWEST_OTHERS = 100
"""With fewer votes of others, nobody knows what to expect."""
FEWEST_ON_MODEL = 5
"""A model that a voter met more rarely is not looked at on its own."""
GLANCE = 100
LOOK = 1000
"""Simulated people: first a few, which acquits most, then many."""
CLEARLY_HONEST = 0.04
_AT_ONCE = 200_000
"""Votes simulated at a time, so that memory stays small however many votes somebody cast."""
POINTS = np.array([1.0, 0.0, 0.5, 0.5])
"""What each word gives the first model."""


@dataclass(frozen=True, slots=True, eq=False)
class ModelResidual:
    """What one model got out of the votes, against what was to be expected; a draw is half a point."""

    model: str
    votes: int
    points: float
    expected: float
    low: float
    high: float
    """Between which honest people stay, in 95 of 100 cases, for all models at once."""
    deviation: float
    """In standard deviations of honest people."""


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """What the two tests say."""

    votes: int
    """Those between models that others have compared."""
    p_likelihood: float
    p_model: float
    target: ModelResidual | None
    """The model that stands out most."""
    residuals: tuple[ModelResidual, ...]

    @property
    def suspicious(self) -> bool:
        """Both tests together hold `LEVEL`."""
        return min(self.p_likelihood, self.p_model) < LEVEL / 2

    @property
    def p_value(self) -> float:
        return min(1.0, 2 * min(self.p_likelihood, self.p_model))


INNOCENT = Verdict(0, 1.0, 1.0, None, ())


class _Drawn(NamedTuple):
    """What is measured of one voter, or of many simulated ones: `[person]` and `[person, model]`."""

    sides: Floats
    """How surprising the sides are that were preferred, given which votes preferred one."""
    words: Floats
    """How surprising all words are: the likelihood itself."""
    residual: Floats


def judge(expectation: Expectation, ballots: Ballots, chance: np.random.Generator) -> Verdict:
    """Test votes that were not counted in the expectation."""
    if len(ballots.word) < FEWEST_VOTES or expectation.total < FEWEST_OTHERS:
        return INNOCENT
    ordered = ballots.in_order()
    scale = _Scale.of(expectation, ordered)
    glance = _compare(scale, ordered, chance, GLANCE)
    if min(glance.p_likelihood, glance.p_model) > CLEARLY_HONEST:
        return glance
    return _compare(scale, ordered, chance, LOOK)


@dataclass(frozen=True, slots=True, eq=False)
class _Scale:
    """What each word of each vote weighs in the tests."""

    expectation: Expectation
    pairs: Ballots
    """Each pair that was met, once; its words mean nothing."""
    pair_of: Index
    chances: Floats
    """`[vote, word]`, as the next three."""
    surprise: Floats
    side: Floats
    side_variance: Floats
    meets: Floats
    """`[vote, model]`: 1 for the first, -1 for the second."""

    @classmethod
    def of(cls, expectation: Expectation, ballots: Ballots) -> Self:
        votes, size = len(ballots.word), len(expectation.models)
        pairs, pair_of = np.unique(ballots.first * size + ballots.second, return_inverse=True)
        met = Ballots(pairs // size, pairs % size, np.zeros(len(pairs), dtype=np.intp))
        chances = expectation.chances(met.first, met.second).T[pair_of]
        decided = chances[:, :2] / chances[:, :2].sum(axis=1, keepdims=True)
        side = np.zeros((votes, len(WORDS)))
        side[:, :2] = -np.log(decided) + (decided * np.log(decided)).sum(axis=1, keepdims=True)
        variance = np.zeros((votes, len(WORDS)))
        variance[:, :2] = (decided * side[:, :2] ** 2).sum(axis=1, keepdims=True)
        meets = np.zeros((votes, size))
        meets[np.arange(votes), ballots.first] = 1.0
        meets[np.arange(votes), ballots.second] = -1.0
        return cls(expectation, met, pair_of, chances, -2 * np.log(chances), side, variance, meets)

    def simulate(self, people: int, chance: np.random.Generator) -> Index:
        """The words of so many honest people on the same pairs: `[person, vote]`."""
        likely = self.expectation.draw_chances(self.pairs.first, self.pairs.second, people, chance)
        borders = likely[:-1].cumsum(axis=0)[..., self.pair_of]
        drawn = chance.random(borders.shape[1:], dtype=np.float32)
        words: Index = (drawn > borders).sum(axis=0)
        return words

    def measure(self, words: Index) -> _Drawn:
        cell = np.arange(len(self.surprise)) * len(WORDS) + words
        spread = np.sqrt(np.maximum(self.side_variance.take(cell).sum(axis=1), 1e-9))
        return _Drawn(
            sides=self.side.take(cell).sum(axis=1) / spread,
            words=self.surprise.take(cell).sum(axis=1),
            residual=(POINTS[words] - self.chances @ POINTS) @ self.meets,
        )


def _compare(scale: _Scale, ballots: Ballots, chance: np.random.Generator, people: int) -> Verdict:
    at_once = max(1, _AT_ONCE // len(ballots.word))
    parts = [scale.measure(scale.simulate(min(at_once, people - done), chance)) for done in range(0, people, at_once)]
    honest = _Drawn(*(np.concatenate(column) for column in zip(*parts, strict=True)))
    observed = scale.measure(ballots.word[None])
    seen = np.flatnonzero(np.abs(scale.meets).sum(axis=0) >= FEWEST_ON_MODEL)
    likelihood = _furthest(
        np.stack([honest.sides, honest.words], axis=1), np.stack([observed.sides, observed.words], axis=1)
    )
    model = _furthest(honest.residual[:, seen], observed.residual[:, seen], both_ways=True)
    residuals = _residuals(scale, ballots, seen, model)
    return Verdict(
        votes=len(ballots.word),
        p_likelihood=likelihood.p_value,
        p_model=model.p_value,
        target=max(residuals, key=lambda one: abs(one.deviation), default=None),
        residuals=residuals,
    )


class _Furthest(NamedTuple):
    """How far the furthest of several measures lies out, and how often that happens to honest people."""

    p_value: float
    deviations: Floats
    """`[measure]`, in standard deviations of honest people."""
    middle: Floats
    bound: Floats
    """How far from the middle honest people stay in 95 of 100 cases, for all measures at once."""


def _furthest(honest: Floats, observed: Floats, *, both_ways: bool = False) -> _Furthest:
    """The largest deviation is simulated too: it needs no correction for the number of measures."""
    if not honest.shape[1]:
        return _Furthest(1.0, np.empty(0), np.empty(0), np.empty(0))
    middle, spread = honest.mean(axis=0), np.maximum(honest.std(axis=0), 1e-9)
    far, deviations = (honest - middle) / spread, (observed[0] - middle) / spread
    largest, found = (np.abs(far), np.abs(deviations)) if both_ways else (far, deviations)
    most = largest.max(axis=1)
    # Sums of the same numbers may differ in their last bits; equal counts as equal.
    p_value = (1 + int((most >= found.max() - 1e-9).sum())) / (len(most) + 1)
    return _Furthest(p_value, deviations, middle, float(np.quantile(most, 0.95)) * spread)


def _residuals(scale: _Scale, ballots: Ballots, seen: Index, found: _Furthest) -> tuple[ModelResidual, ...]:
    involved = np.abs(scale.meets)
    points = _share(scale.meets, POINTS[ballots.word])
    expected = _share(scale.meets, scale.chances @ POINTS)
    return tuple(
        ModelResidual(
            model=scale.expectation.models[place],
            votes=int(involved[:, place].sum()),
            points=float(points[place]),
            expected=float(expected[place]),
            low=float(expected[place] + found.middle[number] - found.bound[number]),
            high=float(expected[place] + found.middle[number] + found.bound[number]),
            deviation=float(found.deviations[number]),
        )
        for number, place in enumerate(seen.tolist())
    )


def _share(meets: Floats, score: Floats) -> Floats:
    """The points of each model, from the points of the first one of each vote."""
    shared: Floats = np.where(meets > 0, score[:, None], np.where(meets < 0, 1 - score[:, None], 0.0)).sum(axis=0)
    return shared

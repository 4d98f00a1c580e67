"""The two tests of a voter. All p-values are simulated.

(b) Likelihood: are the votes as a whole less likely than those of honest people on the same pairs?
(e) Per model: does one model get more or fewer points than honest people would give it?
"""

from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np

from llmbattler.ratings.service.predictions import Floats, Index

from .expectation import WORDS, Ballots, Expectation

LEVEL = 0.01
"""The share of honest voters that are wrongly suspected. Each test gets half of it."""
MIN_VOTES = 20
"""Voters with fewer votes are not tested."""
MIN_OTHER_VOTES = 100
"""With fewer votes of others there is no reliable expectation."""
MIN_VOTES_PER_MODEL = 5
"""Models with fewer votes of the voter are not tested individually."""
FIRST_SIMULATIONS = 100
SIMULATIONS = 1000
"""Simulated people: first a few, which is enough for most voters, then many."""
CLEARLY_HONEST = 0.04
_AT_ONCE = 200_000
"""Votes simulated at a time, to limit memory."""
POINTS = np.array([1.0, 0.0, 0.5, 0.5])
"""Points of the first model for each verdict."""


@dataclass(frozen=True, slots=True, eq=False)
class ModelResidual:
    """The points of one model compared with the expected points; a draw is half a point."""

    model: str
    votes: int
    points: float
    expected: float
    low: float
    high: float
    """`low` and `high`: the 95 % range of honest people, for all models at once."""
    deviation: float
    """In standard deviations of honest people."""


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """The result of the two tests."""

    votes: int
    """Votes between models that others have compared."""
    p_likelihood: float
    p_model: float
    target: ModelResidual | None
    """The model with the largest deviation."""
    residuals: tuple[ModelResidual, ...]

    @property
    def suspicious(self) -> bool:
        """Both tests together have the level `LEVEL`."""
        return min(self.p_likelihood, self.p_model) < LEVEL / 2

    @property
    def p_value(self) -> float:
        return min(1.0, 2 * min(self.p_likelihood, self.p_model))


NOT_TESTED = Verdict(0, 1.0, 1.0, None, ())


class _Drawn(NamedTuple):
    """The measures of one voter or of many simulated ones: `[person]` and `[person, model]`."""

    sides: Floats
    """Surprise of the preferred sides, given which votes preferred one."""
    words: Floats
    """Surprise of all verdicts: the likelihood itself."""
    residual: Floats


def judge(expectation: Expectation, ballots: Ballots, chance: np.random.Generator) -> Verdict:
    """Test votes that were not counted in the expectation."""
    if len(ballots.word) < MIN_VOTES or expectation.total < MIN_OTHER_VOTES:
        return NOT_TESTED
    ordered = ballots.in_order()
    scale = _Scale.of(expectation, ordered)
    glance = _compare(scale, ordered, chance, FIRST_SIMULATIONS)
    if min(glance.p_likelihood, glance.p_model) > CLEARLY_HONEST:
        return glance
    return _compare(scale, ordered, chance, SIMULATIONS)


@dataclass(frozen=True, slots=True, eq=False)
class _Scale:
    """The weight of each verdict of each vote in the tests."""

    expectation: Expectation
    pairs: Ballots
    """Each pair once; its verdicts are unused."""
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
        """Draw the verdicts of honest people on the same pairs: `[person, vote]`."""
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
    seen = np.flatnonzero(np.abs(scale.meets).sum(axis=0) >= MIN_VOTES_PER_MODEL)
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
    """The largest deviation of several measures, and how often honest people deviate as much."""

    p_value: float
    deviations: Floats
    """`[measure]`, in standard deviations of honest people."""
    middle: Floats
    bound: Floats
    """The half width of the 95 % range of honest people, for all measures at once."""


def _furthest(honest: Floats, observed: Floats, *, both_ways: bool = False) -> _Furthest:
    """Simulate the largest deviation, too: then no correction for the number of measures is needed."""
    if not honest.shape[1]:
        return _Furthest(1.0, np.empty(0), np.empty(0), np.empty(0))
    middle, spread = honest.mean(axis=0), np.maximum(honest.std(axis=0), 1e-9)
    far, deviations = (honest - middle) / spread, (observed[0] - middle) / spread
    largest, found = (np.abs(far), np.abs(deviations)) if both_ways else (far, deviations)
    most = largest.max(axis=1)
    # Sums of the same numbers may differ in their last bits; treat them as equal.
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
    """Return the points of each model, given the points of the first model of each vote."""
    shared: Floats = np.where(meets > 0, score[:, None], np.where(meets < 0, 1 - score[:, None], 0.0)).sum(axis=0)
    return shared

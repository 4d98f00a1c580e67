"""Ratings on the Elo scale, intervals and ranks from strengths and their covariance."""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from .arrays import Counts, Flags, Floats, Index
from .connectivity import groups
from .ranks import rank_by_intervals

SCALE = 400 / np.log(10)
"""Points of rating per unit of strength (a logit)."""
CENTER = 1000.0
Z95 = 1.959963984540054
NEWCOMER = 10
UNKNOWN = 1000.0
"""Half width of the interval of a model without votes."""


class Anchor(NamedTuple):
    model: str
    rating: float


class Estimate(NamedTuple):
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """One board. All arrays follow `models`, which are sorted by name."""

    models: tuple[str, ...]
    rating: Floats
    """Points; the mean of a component, without newcomers (see `find_established`), is 1000 unless one is anchored."""
    ci_low: Floats
    ci_high: Floats
    rank: Counts
    """1 + the number of comparable models whose whole interval lies above this one's."""
    rank_low: Counts
    """The best rank that the intervals allow."""
    rank_high: Counts
    """The worst rank that the intervals allow."""
    covariance: Floats
    """Covariance of the ratings, each component centered."""
    smoothed: bool
    """Whether half a win each way was added to pairs, because a rating would be infinite."""
    components: tuple[tuple[str, ...], ...]
    """Models linked by votes. Ratings in different components cannot be compared."""
    iterations: int
    tie_width: float = 0.0
    """The points by which a model must be better to win instead of tie (Rao-Kupper); 0 where ties are half a win."""
    ground: float | None = None
    """The rating below which an answer is bad; only the grounded model knows it."""

    def place(self, model: str) -> int:
        return self.models.index(model)

    def comparable(self, a: str, b: str) -> bool:
        return any(a in component and b in component for component in self.components)

    def comparisons(self) -> Flags:
        """Return which models can be compared."""
        group = {model: number for number, component in enumerate(self.components) for model in component}
        number = np.array([group[model] for model in self.models], dtype=np.intp)
        same: Flags = number[:, None] == number[None, :]
        return same

    def difference(self, a: str, b: str) -> tuple[float, float]:
        """Return the difference of the ratings of a and b, and its standard error."""
        i, j = self.place(a), self.place(b)
        variance = self.covariance[i, i] + self.covariance[j, j] - 2 * self.covariance[i, j]
        return float(self.rating[i] - self.rating[j]), float(np.sqrt(max(variance, 0.0)))


class Strengths(NamedTuple):
    """The result of a fit, in logits."""

    strength: Floats
    covariance: Floats
    component: Index
    smoothed: bool
    iterations: int
    tie_width: float = 0.0
    ground: float | None = None


def find_established(votes: Counts) -> Flags:
    """Select the models that define the center: those with at least a tenth of the median number of votes.

    Otherwise a new model with a few lucky votes would shift every other rating and widen every interval.
    """
    return votes >= np.median(votes) / NEWCOMER if len(votes) else votes > 0


def make_ratings(models: tuple[str, ...], found: Strengths, votes: Counts, anchor: Anchor | None = None) -> Ratings:
    """Center each component at 1000, or shift it to the anchor. An anchor without votes is ignored."""
    rating = SCALE * found.strength
    covariance = SCALE**2 * found.covariance
    shift = np.zeros(len(models))
    members = groups(found.component)
    for nodes in members:
        middle = nodes[find_established(votes[nodes])]
        covariance[nodes] -= covariance[middle].mean(axis=0)
        covariance[:, nodes] -= covariance[:, middle].mean(axis=1)[:, None]
        shift[nodes] = CENTER - rating[middle].mean()
        if anchor and any(models[node] == anchor.model for node in nodes):
            shift[nodes] = anchor.rating - rating[models.index(anchor.model)]
        if len(nodes) == 1:
            covariance[nodes, nodes] = (UNKNOWN / Z95) ** 2
    rating = rating + shift
    half = Z95 * np.sqrt(np.maximum(np.diagonal(covariance), 0.0))
    low, high = rating - half, rating + half
    same = found.component[:, None] == found.component[None, :]
    ranks = rank_by_intervals(low, high, comparable=same)
    return Ratings(
        models=models,
        rating=rating,
        ci_low=low,
        ci_high=high,
        rank=ranks.rank,
        rank_low=ranks.best,
        rank_high=ranks.worst,
        covariance=covariance,
        smoothed=found.smoothed,
        components=tuple(tuple(models[node] for node in nodes) for nodes in members),
        iterations=found.iterations,
        tie_width=SCALE * found.tie_width,
        ground=None if found.ground is None else float(SCALE * found.ground + shift[max(members, key=len)[0]]),
    )


def move_to_anchor(ratings: Ratings, anchor: Anchor) -> Ratings:
    """Shift a board to the anchor. An anchor without votes is ignored."""
    if anchor.model not in ratings.models:
        return ratings
    shift = np.zeros(len(ratings.models))
    shift[ratings.comparisons()[ratings.place(anchor.model)]] = (
        anchor.rating - ratings.rating[ratings.place(anchor.model)]
    )
    return replace(
        ratings, rating=ratings.rating + shift, ci_low=ratings.ci_low + shift, ci_high=ratings.ci_high + shift
    )

"""From strengths and their covariance to what a board shows: ratings on the Elo scale, intervals and ranks."""

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
"""Half the width of the interval of a model without a single vote: wide, but finite."""


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
    """Points; the mean of a component is 1000, newcomers left out (see `settled`), unless a model was anchored."""
    ci_low: Floats
    ci_high: Floats
    rank: Counts
    """1 + the number of comparable models whose whole interval lies above this one's."""
    rank_low: Counts
    """The best place that the intervals allow."""
    rank_high: Counts
    """The worst place that the intervals allow."""
    covariance: Floats
    """Of the ratings, each component centered."""
    smoothed: bool
    """Half a win each way was added to pairs, because otherwise a rating would be infinite."""
    components: tuple[tuple[str, ...], ...]
    """Models linked by votes. Ratings in different components cannot be compared."""
    iterations: int
    tie_width: float = 0.0
    """By how many points a model must be better to win rather than tie (Rao-Kupper); 0 where ties are half a win."""
    ground: float | None = None
    """The rating below which an answer is bad; only the grounded model knows it."""

    def place(self, model: str) -> int:
        return self.models.index(model)

    def comparable(self, a: str, b: str) -> bool:
        return any(a in component and b in component for component in self.components)

    def comparisons(self) -> Flags:
        """Who can be compared with whom."""
        group = {model: number for number, component in enumerate(self.components) for model in component}
        number = np.array([group[model] for model in self.models], dtype=np.intp)
        same: Flags = number[:, None] == number[None, :]
        return same

    def difference(self, a: str, b: str) -> tuple[float, float]:
        """The rating of a above b, and its standard error."""
        i, j = self.place(a), self.place(b)
        variance = self.covariance[i, i] + self.covariance[j, j] - 2 * self.covariance[i, j]
        return float(self.rating[i] - self.rating[j]), float(np.sqrt(max(variance, 0.0)))


class Strengths(NamedTuple):
    """What a fit found, in logits."""

    strength: Floats
    covariance: Floats
    component: Index
    smoothed: bool
    iterations: int
    tie_width: float = 0.0
    ground: float | None = None


def settled(votes: Counts) -> Flags:
    """Who makes up the center: all but those with less than a tenth of the median model's votes.

    Otherwise a newcomer after eight lucky votes would pull every other rating down and widen every interval.
    """
    return votes >= np.median(votes) / NEWCOMER if len(votes) else votes > 0


def stand(models: tuple[str, ...], found: Strengths, votes: Counts, anchor: Anchor | None = None) -> Ratings:
    """Center each component at 1000, or put the anchor where it belongs; an anchor without votes here is ignored."""
    rating = SCALE * found.strength
    covariance = SCALE**2 * found.covariance
    shift = np.zeros(len(models))
    members = groups(found.component)
    for nodes in members:
        middle = nodes[settled(votes[nodes])]
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


def moved(ratings: Ratings, anchor: Anchor) -> Ratings:
    """The same board with the anchor where it belongs; one without votes here is ignored."""
    if anchor.model not in ratings.models:
        return ratings
    shift = np.zeros(len(ratings.models))
    shift[ratings.comparisons()[ratings.place(anchor.model)]] = (
        anchor.rating - ratings.rating[ratings.place(anchor.model)]
    )
    return replace(
        ratings, rating=ratings.rating + shift, ci_low=ratings.ci_low + shift, ci_high=ratings.ci_high + shift
    )

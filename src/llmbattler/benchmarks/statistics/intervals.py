"""The mean of a suite's values and how sure it is."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from .arrays import Floats
from .clusters import TRACE, Clusters, ClusterSums, Spread, clustered_spread, read_clusters, spread_from_sums
from .distributions import normal_quantile, quantile

LEVEL = 0.95
UNIT = (0.0, 1.0)
FEWEST = 2
"""Fewer values, or fewer clusters, say nothing about how far they scatter."""
Method = Literal["wilson", "clt", "clustered", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A mean with its interval. Without any value nothing is known; with too few, only the mean."""

    mean: float | None
    low: float | None
    high: float | None
    se: float | None
    n: int
    method: Method
    design_effect: float | None = None
    """How many times the variance is larger than without clusters; n divided by it is the effective sample size."""


def mean_interval(
    values: Sequence[float] | Floats,
    *,
    clusters: Clusters | None = None,
    level: float = LEVEL,
    bounds: tuple[float, float] | None = UNIT,
) -> Interval:
    """Wilson's for right and wrong, Student's t otherwise, corrected for clusters where there are some.

    `bounds` are what a single value can be at least and at most; None where there are none, as for times.
    """
    numbers = np.asarray(values, dtype=np.float64)
    n = len(numbers)
    binary = bounds == UNIT and is_binary(numbers)
    plain = interval_from_moments(
        n, float(numbers.sum()), float(numbers @ numbers), binary=binary, level=level, bounds=bounds
    )
    groups = read_clusters(clusters, n)
    if groups is None:
        return plain
    count = int(groups.max()) + 1
    if count < FEWEST:
        return _only_mean(plain)
    return _widen(plain, clustered_spread(numbers, groups), count, level=level, bounds=bounds, binary=binary)


def interval_from_moments(
    n: int,
    total: float,
    squares: float,
    *,
    binary: bool,
    level: float = LEVEL,
    bounds: tuple[float, float] | None = UNIT,
) -> Interval:
    """The same from the number of values, their sum and the sum of their squares, as SQL counts them."""
    if not n:
        return Interval(mean=None, low=None, high=None, se=None, n=0, method="none")
    mean = total / n
    # Rounding leaves a trace where all values are equal.
    variance = max(squares / n - mean**2, 0.0)
    scattered = variance > 1e-14 * max(squares / n, 1e-14)
    if binary or (n >= FEWEST and not scattered and bounds == UNIT):
        low, high = wilson(mean, n, normal_quantile((1 + level) / 2))
        return Interval(mean=mean, low=low, high=high, se=(variance / n) ** 0.5, n=n, method="wilson")
    if n < FEWEST:
        return Interval(mean=mean, low=None, high=None, se=None, n=n, method="none")
    spread = Spread((variance / (n - 1)) ** 0.5 if scattered else 0.0, n - 1)
    low, high = reach(mean, spread, level, bounds)
    return Interval(mean=mean, low=low, high=high, se=spread.se, n=n, method="clt")


def interval_from_clusters(
    plain: Interval,
    sums: Sequence[ClusterSums],
    *,
    binary: bool,
    level: float = LEVEL,
    bounds: tuple[float, float] | None = UNIT,
) -> Interval:
    """Correct an interval that took all values for independent, by the sums of their clusters."""
    if max(one.size for one in sums) == 1:
        return plain
    count = sum(one.clusters for one in sums)
    if count < FEWEST:
        return _only_mean(plain)
    return _widen(plain, spread_from_sums(sums), count, level=level, bounds=bounds, binary=binary)


def is_binary(values: Floats) -> bool:
    """Nothing but right (1) and wrong (0)."""
    return bool(((values == 0) | (values == 1)).all())


def wilson(share: float, n: float, z: float) -> tuple[float, float]:
    """Wilson's score interval of a share: never empty, never outside 0 to 1, honest at 0 and 1.

    Values between 0 and 1 scatter at most as much as rights and wrongs with their mean, so it is also a safe one
    for values that are all the same.
    """
    share = min(1.0, max(0.0, share))
    whole = 1 + z * z / n
    centre = (share + z * z / (2 * n)) / whole
    half = z * (share * (1 - share) / n + z * z / (4 * n * n)) ** 0.5 / whole
    return min(share, max(0.0, centre - half)), max(share, min(1.0, centre + half))


def reach(mean: float, spread: Spread, level: float, bounds: tuple[float, float] | None) -> tuple[float, float]:
    """So many standard errors to each side, but not to where no mean can be."""
    half = quantile(level, spread.df) * spread.se
    if bounds is None:
        return mean - half, mean + half
    return max(bounds[0], mean - half), min(bounds[1], mean + half)


def _only_mean(plain: Interval) -> Interval:
    return replace(plain, low=None, high=None, se=None, method="none")


def _widen(
    plain: Interval,
    spread: Spread,
    count: int,
    *,
    level: float,
    bounds: tuple[float, float] | None,
    binary: bool,
) -> Interval:
    """Give an interval the spread of so many clusters."""
    n, mean = plain.n, plain.mean or 0.0
    if binary:
        simple = max(mean * (1 - mean), 0.0) / (n - 1)
    else:
        # Only of values that are all the same is it not Student's.
        simple = plain.se**2 if plain.method == "clt" and plain.se else 0.0
    effect = spread.se**2 / simple if simple else None
    if effect is not None and effect < TRACE:
        effect = 0.0  # what rounding leaves where all clusters have one mean
    if bounds == UNIT and (not effect or binary):
        # Where all values are the same, or all clusters, each cluster may be one fact told several times.
        effective = n / effect if effect else count
        low, high = wilson(mean, min(n, effective), quantile(level, spread.df))
    else:
        low, high = reach(mean, spread, level, bounds)
    return replace(plain, low=low, high=high, se=spread.se, method="clustered", design_effect=effect)

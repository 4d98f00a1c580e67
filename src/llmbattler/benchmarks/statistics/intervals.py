"""Confidence intervals of means."""

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
"""With fewer values, or fewer clusters, the variance is unknown."""
Method = Literal["wilson", "clt", "clustered", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A mean with its interval. The mean is `None` without values, the interval with fewer than two."""

    mean: float | None
    low: float | None
    high: float | None
    se: float | None
    n: int
    method: Method
    design_effect: float | None = None
    """Variance divided by the variance without clusters; n divided by it is the effective sample size."""


def mean_interval(
    values: Sequence[float] | Floats,
    *,
    clusters: Clusters | None = None,
    level: float = LEVEL,
    bounds: tuple[float, float] | None = UNIT,
) -> Interval:
    """Wilson's interval if all values are 0 or 1, else Student's t; corrected for clusters.

    `bounds` limit a single value; `None` for unbounded values such as durations.
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
    """The same from the number of values, their sum and the sum of their squares, as SQL computes them."""
    if not n:
        return Interval(mean=None, low=None, high=None, se=None, n=0, method="none")
    mean = total / n
    # If all values are equal, rounding leaves a tiny variance.
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
    """Correct an interval of independent values with the sums of their clusters."""
    if max(one.size for one in sums) == 1:
        return plain
    count = sum(one.clusters for one in sums)
    if count < FEWEST:
        return _only_mean(plain)
    return _widen(plain, spread_from_sums(sums), count, level=level, bounds=bounds, binary=binary)


def is_binary(values: Floats) -> bool:
    """Whether all values are 0 or 1."""
    return bool(((values == 0) | (values == 1)).all())


def wilson(share: float, n: float, z: float) -> tuple[float, float]:
    """Wilson's score interval of a proportion: never empty, never outside 0 to 1, valid at 0 and 1.

    Values between 0 and 1 vary at most as much as binary values with the same mean, so the interval is also valid
    (conservative) if all values are equal.
    """
    share = min(1.0, max(0.0, share))
    whole = 1 + z * z / n
    center = (share + z * z / (2 * n)) / whole
    half = z * (share * (1 - share) / n + z * z / (4 * n * n)) ** 0.5 / whole
    return min(share, max(0.0, center - half)), max(share, min(1.0, center + half))


def reach(mean: float, spread: Spread, level: float, bounds: tuple[float, float] | None) -> tuple[float, float]:
    """The interval of Student's t, limited to the bounds."""
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
    """Replace the standard error of an interval with that of the clusters."""
    n, mean = plain.n, plain.mean or 0.0
    if binary:
        simple = max(mean * (1 - mean), 0.0) / (n - 1)
    else:
        # Without Student's t all values are equal.
        simple = plain.se**2 if plain.method == "clt" and plain.se else 0.0
    effect = spread.se**2 / simple if simple else None
    if effect is not None and effect < TRACE:
        effect = 0.0  # rounding error if all clusters have the same mean
    if bounds == UNIT and (not effect or binary):
        # If all values or all cluster means are equal, count each cluster as one observation.
        effective = n / effect if effect else count
        low, high = wilson(mean, min(n, effective), quantile(level, spread.df))
    else:
        low, high = reach(mean, spread, level, bounds)
    return replace(plain, low=low, high=high, se=spread.se, method="clustered", design_effect=effect)

"""Paired comparison of two models or runs on the same samples. Differences in difficulty cancel out."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .arrays import Floats, Index
from .bootstrap import SEED, bootstrap_interval
from .clusters import Clusters, Spread, clustered_spread, read_clusters, simple_spread
from .correlation import pearson
from .distributions import fair_coin_p, two_sided_p
from .intervals import FEWEST, LEVEL, is_binary, reach
from .power import detectable_from_error

WORST, BEST = -1.0, 1.0
"""Bounds of the difference of two values from 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """The second side minus the first. All is `None` without samples, all but the difference with fewer than two."""

    n: int
    clusters: int | None
    """`None` if no two samples share a cluster."""
    difference: float | None
    low: float | None
    high: float | None
    se: float | None
    p: float | None
    """Two-sided p-value of the difference."""
    mcnemar_p: float | None
    """Exact McNemar test; `None` if values other than 0 and 1 occur."""
    bootstrap_low: float | None
    bootstrap_high: float | None
    better: int
    worse: int
    same: int
    correlation: float | None
    detectable: float | None
    """The smallest true difference that would be detected with 80 % power."""


def compare(
    first: Sequence[float] | Floats,
    second: Sequence[float] | Floats,
    *,
    clusters: Clusters | None = None,
    level: float = LEVEL,
    seed: int = SEED,
) -> Paired:
    """Compare values from 0 to 1 of two sides, sample by sample in the same order."""
    one, two = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    correlation = pearson(one, two)
    differences = two - one
    groups = read_clusters(clusters, len(one))
    units = len(one) if groups is None else int(groups.max()) + 1
    tested = _test(differences, groups, units, level)
    drawn = bootstrap_interval(differences, groups=groups, level=level, seed=seed) or (None, None)
    better, worse = int((differences > 0).sum()), int((differences < 0).sum())
    return Paired(
        n=len(one),
        clusters=None if groups is None else units,
        difference=float(differences.mean()) if len(one) else None,
        low=tested.low,
        high=tested.high,
        se=tested.se,
        p=tested.p,
        mcnemar_p=fair_coin_p(better, worse) if len(one) and is_binary(one) and is_binary(two) else None,
        bootstrap_low=drawn[0],
        bootstrap_high=drawn[1],
        better=better,
        worse=worse,
        same=len(one) - better - worse,
        correlation=correlation,
        detectable=detectable_from_error(tested.se, df=tested.df, level=level) if tested.se else None,
    )


@dataclass(frozen=True, slots=True)
class _Tested:
    low: float | None = None
    high: float | None = None
    se: float | None = None
    p: float | None = None
    df: float = 0.0


def _test(differences: Floats, groups: Index | None, units: int, level: float) -> _Tested:
    if units < FEWEST:
        return _Tested()
    mean = float(differences.mean())
    if not np.ptp(differences):
        return _test_constant(mean, units, level)
    spread = simple_spread(differences) if groups is None else clustered_spread(differences, groups)
    low, high = reach(mean, spread, level, (WORST, BEST))
    return _Tested(low, high, spread.se, _p(mean, spread), spread.df)


def _p(mean: float, spread: Spread) -> float:
    # Different clusters can have exactly equal sums.
    return two_sided_p(mean / spread.se, spread.df) if spread.se else float(mean == 0)


def _test_constant(mean: float, units: int, level: float) -> _Tested:
    """Test differences that are all equal, usually 0.

    Student's t would give an empty interval. Instead, bound the share of samples with another difference, of which
    none was observed, and assume that they differ by as much as possible. The p-value is that of the sign test.
    """
    unseen = 1 - ((1 - level) / 2) ** (1 / units)
    low, high = mean - unseen * (mean - WORST), mean + unseen * (BEST - mean)
    return _Tested(low, high, 0.0, fair_coin_p(units, 0) if mean else 1.0)

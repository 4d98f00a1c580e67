"""Two models, or two runs, on the same samples: what is hard for one is hard for the other, and that cancels out."""

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
"""What the difference of two values from 0 to 1 can be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """The second against the first. Without any sample nothing is known; with too few, only the difference."""

    n: int
    clusters: int | None
    """None where every sample stands alone."""
    difference: float | None
    low: float | None
    high: float | None
    se: float | None
    p: float | None
    """How often such a difference comes by chance alone."""
    mcnemar_p: float | None
    """The exact test on samples that only one side has right; None where there is more than right and wrong."""
    bootstrap_low: float | None
    bootstrap_high: float | None
    better: int
    worse: int
    same: int
    correlation: float | None
    detectable: float | None
    """The smallest true difference that would have been found with 80 % power."""


def compare(
    first: Sequence[float] | Floats,
    second: Sequence[float] | Floats,
    *,
    clusters: Clusters | None = None,
    level: float = LEVEL,
    seed: int = SEED,
) -> Paired:
    """Values from 0 to 1 of two sides, sample by sample in the same order."""
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
        detectable=detectable_from_error(tested.se, level=level) if tested.se else None,
    )


@dataclass(frozen=True, slots=True)
class _Tested:
    low: float | None = None
    high: float | None = None
    se: float | None = None
    p: float | None = None


def _test(differences: Floats, groups: Index | None, units: int, level: float) -> _Tested:
    if units < FEWEST:
        return _Tested()
    mean = float(differences.mean())
    if not np.ptp(differences):
        return _test_constant(mean, units, level)
    spread = simple_spread(differences) if groups is None else clustered_spread(differences, groups)
    low, high = reach(mean, spread, level, (WORST, BEST))
    return _Tested(low, high, spread.se, _p(mean, spread))


def _p(mean: float, spread: Spread) -> float:
    # Clusters can differ inside and still have the same sums to the last bit.
    return two_sided_p(mean / spread.se, spread.df) if spread.se else float(mean == 0)


def _test_constant(mean: float, units: int, level: float) -> _Tested:
    """Every sample differs by the same, mostly by nothing.

    Then Student's t would be sure of everything. What is sure: samples of another kind, of which none was seen in so
    many, are rare, and each can add at most what is left to the bounds. The test is the sign test.
    """
    unseen = 1 - ((1 - level) / 2) ** (1 / units)
    low, high = mean - unseen * (mean - WORST), mean + unseen * (BEST - mean)
    return _Tested(low, high, 0.0, fair_coin_p(units, 0) if mean else 1.0)

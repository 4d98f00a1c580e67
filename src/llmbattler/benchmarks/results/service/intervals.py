"""Confidence intervals from the sums that SQL computed."""

from collections.abc import Sequence

from ...statistics.clusters import ClusterSums
from ...statistics.intervals import Interval, interval_from_clusters, interval_from_moments
from ..repository import Moments
from ..schemas import EstimateIntervalOut


def make_interval(moments: Moments, clusters: Sequence[ClusterSums]) -> Interval:
    plain = interval_from_moments(moments.n, moments.total, moments.squares, binary=moments.binary)
    return interval_from_clusters(plain, clusters, binary=moments.binary) if clusters else plain


def show_interval(found: Interval) -> EstimateIntervalOut:
    return EstimateIntervalOut(
        mean=found.mean,
        low=found.low,
        high=found.high,
        n=found.n,
        method=found.method,
        design_effect=found.design_effect,
    )

"""Standard errors of clustered samples, such as several questions about one text."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from .arrays import Floats, Index

Clusters = Sequence[Hashable | None] | Index
"""The cluster of each sample; `None` for a sample without a cluster."""
TRACE = 1e-12
"""Rounding error of a sum of squares when all totals are equal."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Standard error of a mean."""

    se: float
    df: float
    """Degrees of freedom for Student's t."""


class ClusterSums(NamedTuple):
    """Clusters of one size: their number, the sum of their totals, and the sum of the squares of their totals."""

    size: int
    clusters: int
    total: float
    squares: float


def number_clusters(clusters: Clusters) -> Index:
    """Number the clusters from 0, in order of appearance."""
    if isinstance(clusters, np.ndarray):
        return np.unique(clusters, return_inverse=True)[1].astype(np.intp)
    numbers: dict[object, int] = {}
    # Samples without a cluster get a key that no cluster can have.
    keys = (_Alone(place) if name is None else name for place, name in enumerate(clusters))
    return np.fromiter((numbers.setdefault(key, len(numbers)) for key in keys), dtype=np.intp, count=len(clusters))


@dataclass(frozen=True, slots=True)
class _Alone:
    place: int


def read_clusters(clusters: Clusters | None, n: int) -> Index | None:
    """Cluster numbers, or `None` if no two samples share a cluster."""
    if clusters is None:
        return None
    if len(clusters) != n:
        raise ValueError(f"{n} values but {len(clusters)} clusters")
    numbers = number_clusters(clusters)
    return numbers if n and int(numbers.max()) + 1 < n else None


def simple_spread(values: Floats) -> Spread:
    """Standard error of independent samples; needs at least two."""
    return Spread(float(values.std(ddof=1)) / len(values) ** 0.5, len(values) - 1)


def clustered_spread(values: Floats, numbers: Index) -> Spread:
    """Standard error of clustered samples; needs at least two clusters.

    The CR2 sandwich estimator of Bell and McCaffrey, which corrects residual sums for the leverage of their cluster.
    With clusters of one size it equals the usual estimate with G / (G - 1) and G - 1 degrees of freedom; with unequal
    sizes the usual estimate and G - 1 would give intervals that are too narrow.
    """
    residuals = np.bincount(numbers, weights=values - values.mean()).astype(np.float64)
    return _sandwich(np.bincount(numbers).astype(np.float64), residuals**2)


def spread_from_sums(sums: Sequence[ClusterSums]) -> Spread:
    """The same from sums that SQL computed. Clusters of one size have the same weight."""
    columns: Floats = np.array(sums, dtype=np.float64)
    sizes, counts, totals, squares = columns.T
    mean = totals.sum() / (sizes * counts).sum()
    # Subtract the mean of each size first: differences of large squares would lose precision.
    within = squares - totals**2 / counts
    within[within < TRACE * squares] = 0
    residuals: Floats = within / counts + (totals / counts - sizes * mean) ** 2
    repeats = counts.astype(np.intp)
    return _sandwich(np.repeat(sizes, repeats), np.repeat(residuals, repeats))


def degrees_of_freedom(sizes: Floats) -> float:
    """Degrees of freedom of the t-test on clusters of these sizes; 0 for fewer than two."""
    if len(sizes) < 2:  # noqa: PLR2004 - the docstring says it
        return 0.0
    left = 1 - sizes / float(sizes.sum())
    return min(_df_if_alike(sizes, left), _df_if_one(sizes, left))


def _sandwich(sizes: Floats, squares: Floats) -> Spread:
    """Standard error from the size of each cluster and the square of its sum of residuals."""
    n = float(sizes.sum())
    left = 1 - sizes / n
    variance = float((squares / left).sum()) / n**2
    return Spread(variance**0.5, degrees_of_freedom(sizes))


def _df_if_alike(sizes: Floats, left: Floats) -> float:
    """Satterthwaite's degrees of freedom, if samples of a cluster are uncorrelated."""
    n = float(sizes.sum())
    pulls = sizes**2 / (n * left)
    return n**2 / float((sizes**2).sum() + pulls.sum() ** 2 - (pulls**2).sum())


def _df_if_one(sizes: Floats, left: Floats) -> float:
    """Satterthwaite's degrees of freedom, if samples of a cluster are fully correlated."""
    shares = sizes / sizes.sum()
    squares = sizes**2
    # Sum of squares of the covariance of residual sums r, s: [r = s] a - (p_r a_s + p_s a_r) + p_r p_s A.
    whole = float(squares.sum())
    own = squares - 2 * shares * squares + shares**2 * whole
    first, second = shares**2 / left, squares**2 / left
    cross = shares * squares / left
    total = 2 * first.sum() * second.sum() + 2 * cross.sum() ** 2 + (whole * first.sum()) ** 2
    total -= 4 * whole * first.sum() * cross.sum()
    mirrored = ((2 * shares * squares - shares**2 * whole) / left) ** 2
    trace = float((own / left).sum())
    return trace**2 / float(((own / left) ** 2).sum() + total - mirrored.sum())

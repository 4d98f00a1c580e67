"""Samples that belong together, as questions on one text do: fewer independent facts than samples."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from .arrays import Floats, Index

Clusters = Sequence[Hashable | None] | Index
"""The cluster of each sample. A sample whose cluster is None stands alone."""
TRACE = 1e-12
"""What rounding leaves of a sum of squares where all totals are equal."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How far a mean may be off."""

    se: float
    df: float
    """Degrees of freedom for Student's t."""


class ClusterSums(NamedTuple):
    """All clusters of one size: how many they are, what their totals add up to, and the squares of those."""

    size: int
    clusters: int
    total: float
    squares: float


def number_clusters(clusters: Clusters) -> Index:
    """Each sample's cluster as a number from 0, in the order in which clusters appear."""
    if isinstance(clusters, np.ndarray):
        return np.unique(clusters, return_inverse=True)[1].astype(np.intp)
    numbers: dict[object, int] = {}
    # A list as a key would fail, and so a sample that stands alone gets a key that no cluster can have.
    keys = (_Alone(place) if name is None else name for place, name in enumerate(clusters))
    return np.fromiter((numbers.setdefault(key, len(numbers)) for key in keys), dtype=np.intp, count=len(clusters))


@dataclass(frozen=True, slots=True)
class _Alone:
    place: int


def read_clusters(clusters: Clusters | None, n: int) -> Index | None:
    """Their numbers, or nothing where every sample stands alone: then there is nothing to correct."""
    if clusters is None:
        return None
    if len(clusters) != n:
        raise ValueError(f"{n} values but {len(clusters)} clusters")
    numbers = number_clusters(clusters)
    return numbers if n and int(numbers.max()) + 1 < n else None


def simple_spread(values: Floats) -> Spread:
    """Of independent samples; needs two of them."""
    return Spread(float(values.std(ddof=1)) / len(values) ** 0.5, len(values) - 1)


def clustered_spread(values: Floats, numbers: Index) -> Spread:
    """Of samples in clusters; needs two clusters.

    The sandwich of residual sums, each divided by what its cluster pulled the mean towards itself (CR2 of Bell and
    McCaffrey). With clusters of one size this is the usual estimate with G / (G - 1) and G - 1 degrees of freedom;
    with unequal ones both the usual estimate and G - 1 would promise too much.
    """
    residuals = np.bincount(numbers, weights=values - values.mean()).astype(np.float64)
    return _sandwich(np.bincount(numbers).astype(np.float64), residuals**2)


def spread_from_sums(sums: Sequence[ClusterSums]) -> Spread:
    """The same from sums, as SQL adds them up; clusters of one size weigh the same, whatever each of them holds."""
    columns: Floats = np.array(sums, dtype=np.float64)
    sizes, counts, totals, squares = columns.T
    mean = totals.sum() / (sizes * counts).sum()
    # Around the mean of their size first: the squares of all totals are large, and their difference would be rounded.
    within = squares - totals**2 / counts
    within[within < TRACE * squares] = 0
    residuals: Floats = within / counts + (totals / counts - sizes * mean) ** 2
    repeats = counts.astype(np.intp)
    return _sandwich(np.repeat(sizes, repeats), np.repeat(residuals, repeats))


def _sandwich(sizes: Floats, squares: Floats) -> Spread:
    """From the size of each cluster and the square of its sum of residuals."""
    n = float(sizes.sum())
    left = 1 - sizes / n
    variance = float((squares / left).sum()) / n**2
    return Spread(variance**0.5, min(_df_if_alike(sizes, left), _df_if_one(sizes, left)))


def _df_if_alike(sizes: Floats, left: Floats) -> float:
    """Satterthwaite's, if samples of one cluster were no more alike than others."""
    n = float(sizes.sum())
    pulls = sizes**2 / (n * left)
    return n**2 / float((sizes**2).sum() + pulls.sum() ** 2 - (pulls**2).sum())


def _df_if_one(sizes: Floats, left: Floats) -> float:
    """Satterthwaite's, if all samples of a cluster always said the same."""
    shares = sizes / sizes.sum()
    squares = sizes**2
    # The covariance of residual sums r, s is [r = s] a - (p_r a_s + p_s a_r) + p_r p_s A, and its squares are summed.
    whole = float(squares.sum())
    own = squares - 2 * shares * squares + shares**2 * whole
    first, second = shares**2 / left, squares**2 / left
    cross = shares * squares / left
    total = 2 * first.sum() * second.sum() + 2 * cross.sum() ** 2 + (whole * first.sum()) ** 2
    total -= 4 * whole * first.sum() * cross.sum()
    mirrored = ((2 * shares * squares - shares**2 * whole) / left) ** 2
    trace = float((own / left).sum())
    return trace**2 / float(((own / left) ** 2).sum() + total - mirrored.sum())

"""Correlation coefficients."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .arrays import Floats
from .distributions import normal_quantile
from .intervals import LEVEL

FEWEST = 3
"""Fewer pairs are always perfectly correlated."""
ROUNDING = 1e-13


@dataclass(frozen=True, slots=True, kw_only=True)
class Correlation:
    """All values are `None` with fewer than three pairs, or if one side is constant."""

    n: int
    pearson: float | None
    spearman: float | None
    low: float | None
    """Fisher's interval of Pearson's coefficient; needs four pairs."""
    high: float | None


def correlate(
    first: Sequence[float] | Floats, second: Sequence[float] | Floats, *, level: float = LEVEL
) -> Correlation:
    one, two = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    value = pearson(one, two) if len(one) >= FEWEST else None
    if value is None:
        return Correlation(n=len(one), pearson=None, spearman=None, low=None, high=None)
    low, high = _fisher(value, len(one), level)
    return Correlation(n=len(one), pearson=value, spearman=pearson(ranks(one), ranks(two)), low=low, high=high)


def pearson(first: Floats, second: Floats) -> float | None:
    """Pearson's coefficient; `None` if one side is constant."""
    if len(first) != len(second):
        raise ValueError(f"{len(first)} values on one side, {len(second)} on the other")
    if not len(first) or not np.ptp(first) or not np.ptp(second):
        return None
    one, two = _unit(first - first.mean()), _unit(second - second.mean())
    value = float(one @ two)
    # Values this close to 1 differ from it by rounding only.
    return value if abs(value) < 1 - ROUNDING else math.copysign(1.0, value)


def ranks(values: Floats) -> Floats:
    """Ranks from 1 for the smallest value; equal values share their mean rank."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    shared: Floats = last - (counts - 1) / 2
    return shared[places]


def _unit(values: Floats) -> Floats:
    # Scale first, because squares of very small numbers underflow.
    scaled = values / np.abs(values).max()
    unit: Floats = scaled / np.sqrt(scaled @ scaled)
    return unit


def _fisher(value: float, n: int, level: float) -> tuple[float | None, float | None]:
    if n <= FEWEST:
        return None, None
    if abs(value) == 1:
        return value, value
    center, half = math.atanh(value), normal_quantile((1 + level) / 2) / math.sqrt(n - 3)
    return math.tanh(center - half), math.tanh(center + half)

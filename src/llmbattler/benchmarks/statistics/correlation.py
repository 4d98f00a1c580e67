"""Do two lists of numbers go together?"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .arrays import Floats
from .distributions import normal_quantile
from .intervals import LEVEL

FEWEST = 3
"""Two points always lie on a line."""
ROUNDING = 1e-13


@dataclass(frozen=True, slots=True, kw_only=True)
class Correlation:
    """Nothing is known (None) with fewer than three pairs, or where one side never changes."""

    n: int
    pearson: float | None
    spearman: float | None
    low: float | None
    """Fisher's interval around Pearson's; needs four pairs."""
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
    """None where one side never changes."""
    if len(first) != len(second):
        raise ValueError(f"{len(first)} values on one side, {len(second)} on the other")
    if not len(first) or not np.ptp(first) or not np.ptp(second):
        return None
    one, two = _unit(first - first.mean()), _unit(second - second.mean())
    value = float(one @ two)
    # A line is a line: what is missing to 1 is rounding.
    return value if abs(value) < 1 - ROUNDING else math.copysign(1.0, value)


def ranks(values: Floats) -> Floats:
    """From 1 for the smallest; equal ones share the mean of their places."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    shared: Floats = last - (counts - 1) / 2
    return shared[places]


def _unit(values: Floats) -> Floats:
    # First to a size of about one: squares of very small numbers would vanish.
    scaled = values / np.abs(values).max()
    unit: Floats = scaled / np.sqrt(scaled @ scaled)
    return unit


def _fisher(value: float, n: int, level: float) -> tuple[float | None, float | None]:
    if n <= FEWEST:
        return None, None
    if abs(value) == 1:
        return value, value
    centre, half = math.atanh(value), normal_quantile((1 + level) / 2) / math.sqrt(n - 3)
    return math.tanh(centre - half), math.tanh(centre + half)

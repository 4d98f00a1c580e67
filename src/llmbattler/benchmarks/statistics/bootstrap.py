"""The slow way to an interval, which assumes no shape: draw the samples again and again."""

import numpy as np

from .arrays import Floats, Index
from .intervals import FEWEST, LEVEL

RESAMPLES = 2_000
SEED = 20_240_229
"""Fixed, so that the same results always give the same interval."""
MOST_DRAWN_SINGLY = 4_000
"""Above, values are drawn by how often they occur, which is the same thing and fast."""
BINS = 512


def bootstrap_interval(
    values: Floats, *, groups: Index | None = None, level: float = LEVEL, resamples: int = RESAMPLES, seed: int = SEED
) -> tuple[float, float] | None:
    """The percentiles of the mean over resamples; whole clusters are drawn where there are some."""
    units = len(values) if groups is None else int(groups.max(initial=-1)) + 1
    if units < FEWEST:
        return None
    chance = np.random.default_rng(seed)
    tails = [(1 - level) / 2, (1 + level) / 2]
    low, high = np.quantile(_draw_means(values, groups, resamples, chance), tails)
    return float(low), float(high)


def _draw_means(values: Floats, groups: Index | None, resamples: int, chance: np.random.Generator) -> Floats:
    groups = np.arange(len(values)) if groups is None else groups
    sums = np.bincount(groups, weights=values).astype(np.float64)
    sizes = np.bincount(groups).astype(np.float64)
    if len(sums) <= MOST_DRAWN_SINGLY:
        drawn = chance.integers(len(sums), size=(resamples, len(sums)))
        means: Floats = sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
        return means
    # With thousands of clusters the mean moves by the drawn residuals alone; their sizes even out.
    mean = float(values.mean())
    shifts = sums - mean * sizes
    return mean + _draw_sums(shifts, resamples, chance) / len(values)


def _draw_sums(values: Floats, resamples: int, chance: np.random.Generator) -> Floats:
    """Sums of resamples, drawn as counts of equal values; many different ones are first put into narrow bins.

    Each bin is represented by its mean, so that the mean stays the same and the variance loses parts in a million.
    """
    low, width = float(values.min()), float(np.ptp(values)) / BINS
    places = np.minimum(((values - low) / width).astype(np.intp), BINS - 1) if width else np.zeros(len(values), np.intp)
    counts = np.bincount(places)
    filled = counts > 0
    means = np.bincount(places, weights=values)[filled] / counts[filled]
    drawn = chance.multinomial(len(values), counts[filled] / len(values), size=resamples)
    sums: Floats = drawn @ means
    return sums

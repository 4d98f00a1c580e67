"""Bootstrap intervals, which assume no distribution."""

import numpy as np

from .arrays import Floats, Index
from .intervals import FEWEST, LEVEL

RESAMPLES = 2_000
SEED = 20_240_229
"""Fixed, so that the same results always give the same interval."""
MOST_DRAWN_SINGLY = 4_000
"""Above this number of units, counts of binned values are drawn, which gives the same result faster."""
BINS = 512


def bootstrap_interval(
    values: Floats, *, groups: Index | None = None, level: float = LEVEL, resamples: int = RESAMPLES, seed: int = SEED
) -> tuple[float, float] | None:
    """Percentiles of the mean over resamples. With clusters, whole clusters are drawn."""
    units = len(values) if groups is None else int(groups.max(initial=-1)) + 1
    if units < FEWEST:
        return None
    rng = np.random.default_rng(seed)
    tails = [(1 - level) / 2, (1 + level) / 2]
    low, high = np.quantile(_draw_means(values, groups, resamples, rng), tails)
    return float(low), float(high)


def _draw_means(values: Floats, groups: Index | None, resamples: int, rng: np.random.Generator) -> Floats:
    groups = np.arange(len(values)) if groups is None else groups
    sums = np.bincount(groups, weights=values).astype(np.float64)
    sizes = np.bincount(groups).astype(np.float64)
    if len(sums) <= MOST_DRAWN_SINGLY:
        drawn = rng.integers(len(sums), size=(resamples, len(sums)))
        means: Floats = sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
        return means
    # With thousands of clusters, the variation of cluster sizes is negligible; only residuals are drawn.
    mean = float(values.mean())
    shifts = sums - mean * sizes
    return mean + _draw_sums(shifts, resamples, rng) / len(values)


def _draw_sums(values: Floats, resamples: int, rng: np.random.Generator) -> Floats:
    """Sums of resamples, drawn as counts per bin of similar values.

    Each bin is represented by its mean, which keeps the overall mean exact and the variance to parts in a million.
    """
    low, width = float(values.min()), float(np.ptp(values)) / BINS
    places = np.minimum(((values - low) / width).astype(np.intp), BINS - 1) if width else np.zeros(len(values), np.intp)
    counts = np.bincount(places)
    filled = counts > 0
    means = np.bincount(places, weights=values)[filled] / counts[filled]
    drawn = rng.multinomial(len(values), counts[filled] / len(values), size=resamples)
    sums: Floats = drawn @ means
    return sums

"""Places by intervals: nobody is ahead of another unless their intervals say so."""

import numpy as np
from numpy.typing import NDArray

from .arrays import Floats

Places = NDArray[np.int64]


def rank_among(low: Floats, high: Floats, enough: NDArray[np.bool_]) -> tuple[Places, Places, Places]:
    """Rank, and the best and the worst place the intervals allow, counting only those with enough votes."""
    above = (low[:, None] > high[None, :]) & enough[:, None]
    below = (high[:, None] < low[None, :]) & enough[:, None]
    best = 1 + above.sum(axis=0)
    others = enough.sum() - enough.astype(np.int64)
    worst = 1 + others - below.sum(axis=0)
    return best, best.copy(), worst

"""Ranks from intervals: a model is ahead of another only if their intervals do not overlap."""

from typing import NamedTuple

import numpy as np

from .arrays import Counts, Flags, Floats


class Ranks(NamedTuple):
    rank: Counts
    """1 + the number of comparable models whose whole interval lies above this one's."""
    best: Counts
    """The best rank that the intervals allow."""
    worst: Counts
    """The worst rank that the intervals allow."""


def rank_by_intervals(low: Floats, high: Floats, *, comparable: Flags, enough: Flags | None = None) -> Ranks:
    """Rank each model among comparable ones. Models without enough votes are not counted."""
    counted = comparable if enough is None else comparable & enough[None, :]
    others = counted & ~np.eye(len(low), dtype=np.bool_)
    above = others & (low[None, :] > high[:, None])
    below = others & (high[None, :] < low[:, None])
    rank = 1 + above.sum(axis=1)
    return Ranks(rank, rank.copy(), 1 + others.sum(axis=1) - below.sum(axis=1))

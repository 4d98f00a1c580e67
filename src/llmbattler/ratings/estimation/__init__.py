"""The mathematics of ratings: counts in, strengths with intervals out. Pure: no tables, no I/O."""

from .bradley_terry import Anchor, BothBad, Ratings, fit
from .counts import CountRow, Outcome, PairCounts

__all__ = ["Anchor", "BothBad", "CountRow", "Outcome", "PairCounts", "Ratings", "fit"]

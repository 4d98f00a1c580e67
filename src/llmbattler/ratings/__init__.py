"""How good each model is by the votes cast, with the uncertainty that remains; the mathematics knows no tables."""

from .estimation.bradley_terry import Anchor, BothBad, Ratings, fit
from .estimation.counts import CountRow, Outcome, PairCounts

__all__ = ["Anchor", "BothBad", "CountRow", "Outcome", "PairCounts", "Ratings", "fit"]

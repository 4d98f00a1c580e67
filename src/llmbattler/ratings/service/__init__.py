"""Counting votes, fitting boards, keeping their history and presenting them."""

from ..boards import HUMAN, OVERALL, SIDE_BY_SIDE, USAGE, BoardKind, BoardName, facets_of
from ..estimation.agreement import kappa
from ..estimation.counts import Outcome
from ..estimation.standings import Estimate
from ..facts import BoardFacts
from ..rules import RatingRules

__all__ = [
    "HUMAN",
    "OVERALL",
    "SIDE_BY_SIDE",
    "USAGE",
    "BoardFacts",
    "BoardKind",
    "BoardName",
    "Estimate",
    "Outcome",
    "RatingRules",
    "facets_of",
    "kappa",
]

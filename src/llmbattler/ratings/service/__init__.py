"""What the boards decide: counting votes, fitting, remembering, showing. Other slices find the words for it here."""

from ..boards import HUMAN, OVERALL, SIDE_BY_SIDE, BoardKind, BoardName, facets_of
from ..estimation.agreement import kappa
from ..estimation.counts import Outcome
from ..estimation.standings import Estimate
from ..facts import BoardFacts
from ..rules import RatingRules

__all__ = [
    "HUMAN",
    "OVERALL",
    "SIDE_BY_SIDE",
    "BoardFacts",
    "BoardKind",
    "BoardName",
    "Estimate",
    "Outcome",
    "RatingRules",
    "facets_of",
    "kappa",
]

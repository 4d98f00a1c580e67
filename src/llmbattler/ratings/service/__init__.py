"""What the boards decide: counting votes, fitting, remembering, showing. Other slices find the words for it here."""

from ..agreement import kappa
from ..boards import HUMAN, OVERALL, SIDE_BY_SIDE, BoardKind, BoardName, facets_of
from ..counts import Outcome
from ..facts import BoardFacts
from ..rules import RatingRules
from ..standing import Estimate

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

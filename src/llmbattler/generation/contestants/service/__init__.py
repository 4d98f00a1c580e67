"""Finding, drawing, describing and paying contestants, whatever their kind."""

from llmbattler.catalog.service import AnswerFinish, Hold, ModelStatus

from ..contract import (
    AnswerContext,
    AnswerPlan,
    Contestant,
    ContestantKind,
    Description,
    PlannedCall,
    PriceClass,
)
from .lookup import (
    describe,
    find_contestants,
    find_usage,
    list_drawable,
    list_health,
    list_known,
    list_offered,
    resolve,
)
from .reservations import keep_payable, reserve

__all__ = [
    "AnswerContext",
    "AnswerFinish",
    "AnswerPlan",
    "Contestant",
    "ContestantKind",
    "Description",
    "Hold",
    "ModelStatus",
    "PlannedCall",
    "PriceClass",
    "describe",
    "find_contestants",
    "find_usage",
    "keep_payable",
    "list_drawable",
    "list_health",
    "list_known",
    "list_offered",
    "reserve",
    "resolve",
]

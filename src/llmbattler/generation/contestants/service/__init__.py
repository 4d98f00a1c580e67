"""Find, describe and reserve contestants of all kinds."""

from llmbattler.catalog.budgets.service.reservations import Reservation
from llmbattler.catalog.service import AnswerFinish, ModelStatus

from ..contract import (
    AnswerContext,
    AnswerPlan,
    Contestant,
    ContestantKind,
    Description,
    PlannedCall,
    PriceClass,
)
from ..finishes import sum_finishes
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
from .reservations import filter_payable, reserve

__all__ = [
    "AnswerContext",
    "AnswerFinish",
    "AnswerPlan",
    "Contestant",
    "ContestantKind",
    "Description",
    "ModelStatus",
    "PlannedCall",
    "PriceClass",
    "Reservation",
    "describe",
    "filter_payable",
    "find_contestants",
    "find_usage",
    "list_drawable",
    "list_health",
    "list_known",
    "list_offered",
    "reserve",
    "resolve",
    "sum_finishes",
]

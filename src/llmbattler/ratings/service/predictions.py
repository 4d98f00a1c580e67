"""The counts and the fit of the overall board, for predicting votes."""

from llmbattler.core.db import Session

from ..boards import BoardKind, BoardName
from ..estimation.arrays import Counts, Flags, Floats, Index
from ..estimation.bradley_terry import Ratings, fit
from ..estimation.counts import Outcome, PairCounts
from ..estimation.standings import SCALE
from .refits import read_counts

__all__ = [
    "SCALE",
    "Counts",
    "Flags",
    "Floats",
    "Index",
    "Outcome",
    "PairCounts",
    "Ratings",
    "fit",
    "read_overall",
]


async def read_overall(session: Session) -> PairCounts:
    """Read the counts of blind votes of people."""
    return await read_counts(session, BoardName(BoardKind.OVERALL))

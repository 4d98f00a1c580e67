"""HTTP API of comparisons, history and scoreboard."""

from typing import Annotated

from fastapi import APIRouter, Query

from llmbattler.core.cursors import BadCursor
from llmbattler.core.web.deps import Unit
from llmbattler.core.web.problems import explain
from llmbattler.ratings.deps import FromRules

from ...runs.errors import RunNotFound
from ...suites.deps import Reader
from ...suites.errors import SuiteNotFound
from ..schemas import BenchBoardOut, CompareOut, FlipsOut, HistoryOut
from . import service
from .errors import BadEntry, EntryNotFound, TooFewEntries
from .schemas import CompareIn, FlipsIn, HistoryIn

router = APIRouter(tags=["benchmarks"], prefix="/api/bench")


@router.get("/compare", responses=explain([RunNotFound, EntryNotFound, BadEntry, TooFewEntries]))
async def compare_entries(wanted: Annotated[CompareIn, Query()], session: Unit, _reader: Reader) -> CompareOut:
    """Compare two or more models or runs with the first one, sample by sample, with intervals and tests."""
    return await service.compare_entries(session, texts=wanted.entry)


@router.get("/compare/flips", responses=explain([RunNotFound, EntryNotFound, BadEntry, TooFewEntries, BadCursor]))
async def list_flips(wanted: Annotated[FlipsIn, Query()], session: Unit, _reader: Reader) -> FlipsOut:
    """The samples on which two entries differ, the largest changes first."""
    return await service.list_flips(session, wanted=wanted)


@router.get("/history", responses=explain(SuiteNotFound))
async def list_history(wanted: Annotated[HistoryIn, Query()], session: Unit, _reader: Reader) -> HistoryOut:
    """The scores of models in the finished runs of a suite, oldest first."""
    return await service.list_history(session, wanted=wanted)


@router.get("/board")
async def get_board(session: Unit, rules: FromRules) -> BenchBoardOut:
    """The newest scores of all models in all suites, with their arena ratings."""
    return await service.read_board(session, rules=rules)

"""HTTP API of comparisons, verdicts, summaries, history and scoreboard."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query

from llmbattler.core.cursors import BadCursor
from llmbattler.core.web.deps import Unit
from llmbattler.core.web.problems import explain
from llmbattler.ratings.deps import FromRules

from ...runs.errors import RunNotFound
from ...suites.deps import Reader
from ...suites.errors import SuiteNotFound
from ..schemas import BenchBoardOut, CompareOut, FlipsOut, HistoryOut, RunSummariesOut, RunVerdictOut
from . import service
from .errors import BadEntry, EntryNotFound, TooFewEntries
from .schemas import CompareIn, FlipsIn, HistoryIn, SummariesIn

router = APIRouter(tags=["benchmarks"], prefix="/api/bench")


@router.get("/compare", responses=explain([RunNotFound, EntryNotFound, BadEntry, TooFewEntries]))
async def compare_entries(wanted: Annotated[CompareIn, Query()], session: Unit, _reader: Reader) -> CompareOut:
    """Compare two or more models or runs with the first one, sample by sample, with intervals and tests."""
    return await service.compare_entries(session, texts=wanted.entry)


@router.get("/compare/flips", responses=explain([RunNotFound, EntryNotFound, BadEntry, TooFewEntries, BadCursor]))
async def list_flips(wanted: Annotated[FlipsIn, Query()], session: Unit, _reader: Reader) -> FlipsOut:
    """The samples on which two entries differ, the largest changes first."""
    return await service.list_flips(session, wanted=wanted)


@router.get("/runs/{run_id}/verdict", responses=explain(RunNotFound))
async def get_verdict(run_id: UUID, session: Unit, _reader: Reader) -> RunVerdictOut:
    """Who leads in a run, in one sentence, and each model compared with the leader."""
    return await service.read_verdict(session, run_id=run_id)


@router.get("/summaries")
async def list_run_summaries(
    wanted: Annotated[SummariesIn, Query()], session: Unit, _reader: Reader
) -> RunSummariesOut:
    """Leader, score, cost and duration of runs."""
    return await service.summarize_runs(session, run_ids=wanted.run)


@router.get("/suite-summaries")
async def list_suite_summaries(session: Unit, _reader: Reader) -> RunSummariesOut:
    """Leader, score, cost and duration of the newest finished run of each suite."""
    return await service.summarize_suites(session)


@router.get("/history", responses=explain(SuiteNotFound))
async def list_history(wanted: Annotated[HistoryIn, Query()], session: Unit, _reader: Reader) -> HistoryOut:
    """The scores of models in the finished runs of a suite, oldest first."""
    return await service.list_history(session, wanted=wanted)


@router.get("/board")
async def get_board(session: Unit, rules: FromRules) -> BenchBoardOut:
    """The newest scores of all models in all suites, with their arena ratings."""
    return await service.read_board(session, rules=rules)

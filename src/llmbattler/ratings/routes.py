"""The boards over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from llmbattler.core.web.deps import Unit
from llmbattler.core.web.problems import explain
from llmbattler.generation.contestants.errors import ContestantNotFound

from .deps import FromBoards, FromRules, respond
from .errors import BoardNotFound, SameModel
from .schemas import (
    HistoryIn,
    HistoryOut,
    LeaderboardIn,
    LeaderboardOut,
    MatrixIn,
    MatrixOut,
    ModelRatingsOut,
    VersusOut,
)
from .service import comparisons, leaderboards

router = APIRouter(tags=["leaderboard"])


@router.get("/api/leaderboard", response_model=LeaderboardOut, responses=explain(BoardNotFound))
async def get_leaderboard(boards: FromBoards, request: Request, wanted: Annotated[LeaderboardIn, Query()]) -> Response:
    """Return one board, searched, filtered and sorted; 304 when nothing changed since the given `ETag`."""
    question = request.url.query
    return respond(request.headers, boards.find(question) or await boards.answer(wanted, question))


@router.get("/api/leaderboard/history", responses=explain(BoardNotFound))
async def get_history(session: Unit, rules: FromRules, wanted: Annotated[HistoryIn, Query()]) -> HistoryOut:
    """Return the history of ratings, or the ratings at a past time."""
    return await leaderboards.read_history(session, wanted=wanted, rules=rules)


@router.get("/api/leaderboard/matrix", responses=explain(BoardNotFound))
async def get_matrix(session: Unit, boards: FromBoards, wanted: Annotated[MatrixIn, Query()]) -> MatrixOut:
    """Return all pairs of the best models with their observed and predicted results."""
    return await comparisons.read_matrix(session, wanted=wanted, rules=boards.rules, fits=boards.fits)


@router.get("/api/models/{model_id}/ratings", responses=explain(ContestantNotFound))
async def get_model_ratings(session: Unit, rules: FromRules, model_id: str) -> ModelRatingsOut:
    """Return one model on every board and against every opponent."""
    return await comparisons.read_model(session, model_id=model_id, rules=rules)


@router.get("/api/models/{a}/versus/{b}", responses=explain([ContestantNotFound, SameModel]))
async def get_versus(session: Unit, boards: FromBoards, a: str, b: str) -> VersusOut:
    """Compare two models."""
    return await comparisons.compare(session, a=a, b=b, rules=boards.rules, fits=boards.fits)

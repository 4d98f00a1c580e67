"""Own leaderboards over HTTP."""

from fastapi import APIRouter

from llmbattler.accounts.deps import Asker, limited
from llmbattler.core.limits import RouteClass
from llmbattler.core.web.deps import Unit
from llmbattler.core.web.strict_json import StrictJsonRoute

from ..schemas import MyLeaderboardOut, NothingIn
from .service import own_board

router = APIRouter(tags=["leaderboard"], route_class=StrictJsonRoute)


@router.get("/api/leaderboard/mine")
async def get_my_board(session: Unit, asker: Asker) -> MyLeaderboardOut:
    """Return the leaderboard of your own votes."""
    return await own_board.get_my_board(session, owner=asker.owner)


@router.post("/api/leaderboard/mine/reset", dependencies=[limited(RouteClass.WRITE)])
async def reset_my_board(session: Unit, asker: Asker, wanted: NothingIn) -> MyLeaderboardOut:  # noqa: ARG001 - an empty body
    """Restart your own leaderboard. No vote is deleted, and no other board changes."""
    return await own_board.reset_my_board(session, owner=asker.owner)


@router.delete("/api/leaderboard/mine/reset", dependencies=[limited(RouteClass.WRITE)])
async def undo_reset(session: Unit, asker: Asker) -> MyLeaderboardOut:
    """Undo the last reset."""
    return await own_board.undo_reset(session, owner=asker.owner)

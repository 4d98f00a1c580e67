"""Own boards and shared examples over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import AfterValidator

from llmbattler.accounts.deps import Asker, limited
from llmbattler.core.limits import RouteClass
from llmbattler.core.web.deps import Unit
from llmbattler.core.web.strict_json import StrictJsonRoute

from ..schemas import ExampleBattlesOut, MyLeaderboardOut, NothingIn, no_nul
from . import examples, mine

router = APIRouter(tags=["leaderboard"], route_class=StrictJsonRoute)

ModelId = Annotated[str, Path(max_length=200), AfterValidator(no_nul)]


@router.get("/api/leaderboard/mine")
async def get_my_board(session: Unit, asker: Asker) -> MyLeaderboardOut:
    """The leaderboard of the asking person's own votes."""
    return await mine.get_my_board(session, owner=asker.owner)


@router.post("/api/leaderboard/mine/reset", dependencies=[limited(RouteClass.WRITE)])
async def reset_my_board(session: Unit, asker: Asker, wanted: NothingIn) -> MyLeaderboardOut:  # noqa: ARG001 - an empty body
    """Start the own leaderboard anew. Nothing is deleted and no other board changes."""
    return await mine.reset_my_board(session, owner=asker.owner)


@router.delete("/api/leaderboard/mine/reset", dependencies=[limited(RouteClass.WRITE)])
async def undo_reset(session: Unit, asker: Asker) -> MyLeaderboardOut:
    """Take the last reset back."""
    return await mine.undo_reset(session, owner=asker.owner)


@router.get("/api/models/{model_id}/battles")
async def list_model_battles(session: Unit, model_id: ModelId) -> ExampleBattlesOut:
    """Recent battles of a model that their owners shared."""
    return await examples.list_examples(session, models=[model_id])


@router.get("/api/models/{a}/versus/{b}/battles")
async def list_versus_battles(session: Unit, a: ModelId, b: ModelId) -> ExampleBattlesOut:
    """Recent shared battles between two models."""
    return await examples.list_examples(session, models=[a, b])

"""Starts, follows and stops turns over HTTP."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Header, Response

from llmbattler.accounts.deps import Asker, limited
from llmbattler.core.db import Database
from llmbattler.core.limits import RouteClass
from llmbattler.core.web.deps import FromResources
from llmbattler.core.web.problems import explain
from llmbattler.core.web.strict_json import StrictJsonRoute
from llmbattler.generation.streams.flow import Generations

from .. import errors
from ..schemas import AnsweredOut, BattleIn, BattleOut, MessageIn, NothingIn, SessionIn
from .deps import FromTurnResponses, FromTurnStarter
from .flow import stop_turn

router = APIRouter(tags=["arena"], route_class=StrictJsonRoute)

STARTS = explain([errors.TooFewModels, errors.TooManyAtOnce, errors.BadChoice, errors.BattleClosed])


@router.post(
    "/api/sessions",
    status_code=201,
    response_model=AnsweredOut,
    responses=STARTS,
    dependencies=[limited(RouteClass.START)],
)
async def open_session(wanted: SessionIn, turns: FromTurnStarter) -> Response:
    return await turns.open_battle(wanted)


@router.post(
    "/api/sessions/{session_id}/battles",
    status_code=201,
    response_model=AnsweredOut,
    responses=STARTS,
    dependencies=[limited(RouteClass.START)],
)
async def open_battle(session_id: UUID, wanted: BattleIn, turns: FromTurnStarter) -> Response:
    return await turns.open_battle(wanted, session_id)


@router.post(
    "/api/battles/{battle_id}/messages",
    status_code=201,
    response_model=AnsweredOut,
    responses=STARTS,
    dependencies=[limited(RouteClass.START)],
)
async def add_message(battle_id: UUID, wanted: MessageIn, turns: FromTurnStarter) -> Response:
    return await turns.add_message(battle_id, wanted)


@router.post(
    "/api/battles/{battle_id}/regenerate",
    status_code=201,
    response_model=AnsweredOut,
    responses=STARTS,
    dependencies=[limited(RouteClass.START)],
)
async def regenerate(battle_id: UUID, turns: FromTurnStarter, _: NothingIn | None = None) -> Response:
    return await turns.regenerate(battle_id)


@router.post(
    "/api/battles/{battle_id}/stop",
    responses=explain(errors.BattleNotFound),
    dependencies=[limited(RouteClass.WRITE)],
)
async def stop_battle(battle_id: UUID, resources: FromResources, asker: Asker, _: NothingIn | None = None) -> BattleOut:
    database, generations = resources.get(Database), resources.get(Generations)
    return await stop_turn(database, generations, owner=asker.owner, battle_id=battle_id)


@router.get("/api/battles/{battle_id}/events", response_class=Response, responses=explain(errors.BattleNotFound))
async def follow_battle(
    battle_id: UUID,
    turns: FromTurnResponses,
    last_event_id: Annotated[str | None, Header(description="`turn.offset`, the id of the last event.")] = None,
) -> Response:
    return await turns.resume(battle_id, last_event_id)

"""Battles and sessions over HTTP."""

from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Query, Response

from llmbattler.accounts.deps import (
    Asker,
    Writer,
    limited,
)
from llmbattler.accounts.schemas import AccountKind
from llmbattler.core.limits import RouteClass
from llmbattler.core.settings import Settings
from llmbattler.core.web.deps import FromResources, Unit
from llmbattler.core.web.problems import explain
from llmbattler.core.web.strict_json import StrictJsonRoute

from . import errors
from .schemas import (
    ArenaOut,
    BattleOut,
    CategoriesIn,
    NothingIn,
    PageIn,
    ReplayOut,
    SessionOut,
    SessionOutlineOut,
    SessionsOut,
    TitleIn,
    WholeSessionOut,
)
from .service import battles, sessions
from .service.session_markdown import to_markdown
from .settings import ArenaSettings

router = APIRouter(tags=["arena"], route_class=StrictJsonRoute)


@router.get("/api/arena")
async def show_arena(session: Unit, resources: FromResources) -> ArenaOut:
    return await battles.show_arena(session, settings=resources.get(Settings).of(ArenaSettings))


@router.get("/api/battles/{battle_id}", responses=explain(errors.BattleNotFound))
async def show_battle(battle_id: UUID, session: Unit, asker: Asker) -> BattleOut:
    return await battles.get_battle(
        session, owner=asker.owner, battle_id=battle_id, with_reports=asker.kind is AccountKind.ADMIN
    )


@router.get("/api/battles/{battle_id}/replay", responses=explain(errors.BattleNotFound))
async def replay_battle(battle_id: UUID, session: Unit, asker: Asker) -> ReplayOut:
    return await battles.get_replay(session, owner=asker.owner, battle_id=battle_id)


@router.put(
    "/api/battles/{battle_id}/categories",
    responses=explain(errors.BattleNotFound),
    dependencies=[limited(RouteClass.WRITE)],
)
async def set_categories(battle_id: UUID, wanted: CategoriesIn, session: Unit, asker: Asker) -> BattleOut:
    return await battles.set_categories(session, owner=asker.owner, battle_id=battle_id, wanted=wanted)


@router.get("/api/sessions")
async def list_sessions(session: Unit, asker: Asker, page: Annotated[PageIn, Query()]) -> SessionsOut:
    return await sessions.list_sessions(
        session, owner=asker.owner, search=page.search, cursor=page.cursor, limit=page.limit
    )


@router.get("/api/sessions/{session_id}", responses=explain(errors.SessionNotFound))
async def show_session(session_id: UUID, session: Unit, asker: Asker) -> WholeSessionOut:
    return await sessions.get_session(session, owner=asker.owner, session_id=session_id)


@router.get("/api/sessions/{session_id}/outline", responses=explain(errors.SessionNotFound))
async def outline_session(session_id: UUID, session: Unit, asker: Asker) -> SessionOutlineOut:
    """Return the ids, modes and states of the battles, without texts."""
    return await sessions.get_outline(session, owner=asker.owner, session_id=session_id)


@router.patch(
    "/api/sessions/{session_id}",
    responses=explain(errors.SessionNotFound),
    dependencies=[limited(RouteClass.WRITE)],
)
async def rename_session(session_id: UUID, wanted: TitleIn, session: Unit, writer: Writer) -> SessionOut:
    return await sessions.rename_session(session, owner=writer.owner, session_id=session_id, title=wanted.title)


@router.delete(
    "/api/sessions/{session_id}",
    status_code=204,
    responses=explain(errors.SessionNotFound),
    dependencies=[limited(RouteClass.WRITE)],
)
async def delete_session(session_id: UUID, session: Unit, asker: Asker) -> None:
    """Hide it, stop its models, and delete it when the time to undo is over."""
    await sessions.delete_session(session, owner=asker.owner, session_id=session_id)


@router.post(
    "/api/sessions/{session_id}/restore",
    responses=explain(errors.SessionNotFound),
    dependencies=[limited(RouteClass.WRITE)],
)
async def restore_session(session_id: UUID, session: Unit, asker: Asker, _: NothingIn | None = None) -> SessionOut:
    return await sessions.restore_session(session, owner=asker.owner, session_id=session_id)


@router.get("/api/sessions/{session_id}/export", response_class=Response, responses=explain(errors.SessionNotFound))
async def export_session(
    session_id: UUID,
    session: Unit,
    asker: Asker,
    format: Annotated[Literal["markdown", "json"], Query()] = "markdown",  # noqa: A002 - the word on the wire
) -> Response:
    whole = await sessions.get_session(session, owner=asker.owner, session_id=session_id)
    name = f'attachment; filename="session-{session_id}.{"md" if format == "markdown" else "json"}"'
    if format == "json":
        return Response(
            whole.model_dump_json(indent=2), media_type="application/json", headers={"Content-Disposition": name}
        )
    return Response(to_markdown(whole), media_type="text/markdown", headers={"Content-Disposition": name})

"""The arena over HTTP."""

from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Path, Query, Response

from llmbattler.accounts.deps import (
    Asker,
    FromAddress,
    Participant,
    Writer,
    address_group,
    limited,
)
from llmbattler.core.db import Database
from llmbattler.core.limits import RouteClass
from llmbattler.core.settings import Settings
from llmbattler.core.signing import SigningKey
from llmbattler.core.web.deps import FromResources, Unit
from llmbattler.core.web.idempotency import FromIdempotencyKey
from llmbattler.core.web.problems import explain
from llmbattler.core.web.strict_json import StrictJsonRoute
from llmbattler.library.deps import NEVER_CACHED, send_image
from llmbattler.library.errors import ImageNotFound
from llmbattler.ratings.service import RatingRules

from . import errors
from .blinding.pacing import Blinding
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
    SharedBattleOut,
    ShareOut,
    TitleIn,
    VoteIn,
    VoteOut,
    WholeSessionOut,
)
from .service import battles, sessions, votes
from .service.session_markdown import to_markdown
from .service.votes import Voter
from .settings import ArenaSettings
from .shares.service import links

router = APIRouter(tags=["arena"], route_class=StrictJsonRoute)

NO_INDEX = {"X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "no-referrer"}
Token = Annotated[str, Path(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


@router.get("/api/arena")
async def show_arena(session: Unit, resources: FromResources) -> ArenaOut:
    return await battles.show_arena(session, blinding=Blinding(resources.get(Settings).of(ArenaSettings).blinding))


@router.post(
    "/api/battles/{battle_id}/vote",
    responses=explain([errors.BattleNotFound, errors.AlreadyVoted]),
    dependencies=[limited(RouteClass.SUBMIT)],
)
async def cast_vote(
    battle_id: UUID,
    wanted: VoteIn,
    session: Unit,
    asker: Participant,
    address: FromAddress,
    resources: FromResources,
    repeatable: FromIdempotencyKey,
) -> VoteOut:
    owner = asker.owner
    settings = resources.get(Settings)
    key = resources.get(SigningKey)
    voter = Voter(
        owner,
        key.sign("address", address_group(address).encode()),
        settings.profile,
        RatingRules.read(settings),
        network=key.sign("network", address_group(address, v4_prefix=24, v6_prefix=56).encode()),
        looked_at=asker.looked_at,
    )
    claim = await repeatable.claim(session, owner=owner)
    out = await votes.cast_vote(session, voter=voter, battle_id=battle_id, wanted=wanted)
    if claim.fresh:
        await repeatable.settle(session, owner=owner, status=200, reference=str(battle_id))
    return out


@router.get("/api/battles/{battle_id}", responses=explain(errors.BattleNotFound))
async def show_battle(battle_id: UUID, session: Unit, asker: Asker) -> BattleOut:
    return await battles.get_battle(session, owner=asker.owner, battle_id=battle_id)


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


@router.post(
    "/api/battles/{battle_id}/share",
    status_code=201,
    responses=explain(errors.BattleNotFound),
    dependencies=[limited(RouteClass.WRITE)],
)
async def share_battle(battle_id: UUID, session: Unit, asker: Participant, _: NothingIn | None = None) -> ShareOut:
    return await links.share_battle(session, owner=asker.owner, battle_id=battle_id)


@router.delete(
    "/api/battles/{battle_id}/share",
    status_code=204,
    responses=explain(errors.BattleNotFound),
    dependencies=[limited(RouteClass.WRITE)],
)
async def revoke_share(battle_id: UUID, session: Unit, asker: Asker) -> None:
    await links.revoke_share(session, owner=asker.owner, battle_id=battle_id)


@router.get("/api/shared/{token}", responses=explain(errors.ShareNotFound))
async def show_shared(token: Token, session: Unit, response: Response) -> SharedBattleOut:
    response.headers.update(NO_INDEX)
    return await links.get_shared(session, token=token)


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
    """Give the ids, modes and states of its battles, and nothing that was said in them."""
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


@router.get("/api/shared/{token}/images/{image_id}", response_class=Response, responses=explain(ImageNotFound))
async def show_shared_image(token: Token, image_id: UUID, resources: FromResources) -> Response:
    async with resources.get(Database).unit() as session:
        image = await links.get_shared_image(session, token=token, image_id=image_id)
    response = await send_image(resources, image, cache=NEVER_CACHED)  # a revoked link is gone at once
    response.headers.update(NO_INDEX)
    return response

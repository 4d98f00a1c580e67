"""Shared battles over HTTP."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Response
from pydantic import AfterValidator

from llmbattler.accounts.deps import Asker, Participant, limited
from llmbattler.core.db import Database
from llmbattler.core.limits import RouteClass
from llmbattler.core.web.deps import FromResources, Unit
from llmbattler.core.web.problems import explain
from llmbattler.core.web.strict_json import StrictJsonRoute
from llmbattler.library.deps import NEVER_CACHED, send_image
from llmbattler.library.errors import ImageNotFound

from ..errors import BattleNotFound, ShareNotFound
from ..schemas import ExampleBattlesOut, NothingIn, SharedBattleOut, ShareOut, no_nul
from .service import examples, links

router = APIRouter(tags=["shares"], route_class=StrictJsonRoute)

ModelId = Annotated[str, Path(max_length=200), AfterValidator(no_nul)]
NO_INDEX = {"X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "no-referrer"}
Token = Annotated[str, Path(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


@router.post(
    "/api/battles/{battle_id}/share",
    status_code=201,
    responses=explain(BattleNotFound),
    dependencies=[limited(RouteClass.WRITE)],
)
async def share_battle(battle_id: UUID, session: Unit, asker: Participant, _: NothingIn | None = None) -> ShareOut:
    return await links.share_battle(session, owner=asker.owner, battle_id=battle_id)


@router.delete(
    "/api/battles/{battle_id}/share",
    status_code=204,
    responses=explain(BattleNotFound),
    dependencies=[limited(RouteClass.WRITE)],
)
async def revoke_share(battle_id: UUID, session: Unit, asker: Asker) -> None:
    await links.revoke_share(session, owner=asker.owner, battle_id=battle_id)


@router.get("/api/shared/{token}", responses=explain(ShareNotFound))
async def show_shared(token: Token, session: Unit, response: Response) -> SharedBattleOut:
    response.headers.update(NO_INDEX)
    return await links.get_shared(session, token=token)


@router.get("/api/shared/{token}/images/{image_id}", response_class=Response, responses=explain(ImageNotFound))
async def show_shared_image(token: Token, image_id: UUID, resources: FromResources) -> Response:
    async with resources.get(Database).unit() as session:
        image = await links.get_shared_image(session, token=token, image_id=image_id)
    response = await send_image(resources, image, cache=NEVER_CACHED)  # a revoked link stops working at once
    response.headers.update(NO_INDEX)
    return response


@router.get("/api/models/{model_id}/battles")
async def list_model_battles(session: Unit, model_id: ModelId) -> ExampleBattlesOut:
    """Return recent shared battles of a model."""
    return await examples.list_examples(session, models=[model_id])


@router.get("/api/models/{a}/versus/{b}/battles")
async def list_versus_battles(session: Unit, a: ModelId, b: ModelId) -> ExampleBattlesOut:
    """Return recent shared battles between two models."""
    return await examples.list_examples(session, models=[a, b])

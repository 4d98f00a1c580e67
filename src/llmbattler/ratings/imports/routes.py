"""Vote sets over HTTP: for moderators, on a private site for everybody."""

import io
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from llmbattler.accounts.deps import Asker, attach_cookie, identify_writer, limited
from llmbattler.accounts.schemas import AccountKind, Visitor
from llmbattler.core.db import Database
from llmbattler.core.errors import TooLarge
from llmbattler.core.limits import RouteClass
from llmbattler.core.settings import Profile, Settings
from llmbattler.core.web.bodies import UploadSlots, read_body
from llmbattler.core.web.deps import FromResources, Unit
from llmbattler.core.web.problems import explain
from llmbattler.core.web.unit_routes import UnitRoute

from ..deps import FromRules
from ..errors import ImportClosed, SetExists, SetNotFound, UnreadableVotes
from . import service
from .schemas import ImportedOut, UploadIn, VoteSetsOut

router = APIRouter(tags=["ratings"], route_class=UnitRoute)

UPLOAD_BYTES = 50 * 1024 * 1024
UPLOAD_PLACES = 5
"""A file may be as large as five images, so three of them are read at once."""
SetName = Annotated[str, Path(max_length=64, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]


@router.get("/api/vote-sets")
async def list_vote_sets(session: Unit, resources: FromResources, asker: Asker) -> VoteSetsOut:
    return await service.show_sets(session, may_import=_may_import(resources.get(Settings), asker))


@router.post(
    "/api/vote-sets",
    status_code=201,
    responses=explain([ImportClosed, SetExists, UnreadableVotes, TooLarge]),
    dependencies=[limited(RouteClass.UPLOAD)],
    openapi_extra={"requestBody": {"required": True, "content": {"application/octet-stream": {}}}},
)
async def import_vote_set(
    wanted: Annotated[UploadIn, Query()],
    request: Request,
    resources: FromResources,
    asker: Asker,
    response: Response,
    rules: FromRules,
) -> ImportedOut:
    """Import a file of votes, which is the body of the request."""
    _check_open(resources.get(Settings), asker)
    attach_cookie(response, await identify_writer(resources, request, asker))
    with resources.get(UploadSlots).take(UPLOAD_PLACES):
        body = io.BytesIO(await read_body(request, UPLOAD_BYTES))
        async with resources.get(Database).unit() as session:
            return await service.import_upload(
                session, name=wanted.name, filename=wanted.filename, body=body, rules=rules
            )


@router.delete(
    "/api/vote-sets/{name}",
    status_code=204,
    responses=explain([ImportClosed, SetNotFound]),
    dependencies=[limited(RouteClass.WRITE)],
)
async def remove_vote_set(
    name: SetName, session: Unit, resources: FromResources, asker: Asker, rules: FromRules
) -> None:
    _check_open(resources.get(Settings), asker)
    await service.remove_set(session, name=name, rules=rules)


def _may_import(settings: Settings, asker: Visitor) -> bool:
    return settings.profile is Profile.PRIVATE or asker.kind.includes(AccountKind.MODERATOR)


def _check_open(settings: Settings, asker: Visitor) -> None:
    if not _may_import(settings, asker):
        raise ImportClosed

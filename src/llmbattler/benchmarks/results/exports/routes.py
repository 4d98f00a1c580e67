"""Runs as files over HTTP: export and import."""

import io
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import StreamingResponse

from llmbattler.accounts.deps import Asker, attach_cookie, identify_writer, limited
from llmbattler.core.db import Database
from llmbattler.core.errors import TooLarge
from llmbattler.core.limits import RouteClass
from llmbattler.core.settings import Settings
from llmbattler.core.web.attachments import attach
from llmbattler.core.web.bodies import UploadSlots, read_body
from llmbattler.core.web.deps import FromResources
from llmbattler.core.web.problems import explain

from ...runs.errors import RunNotFound
from ...suites.deps import Reader, check_access
from .. import errors
from ..schemas import ExportFormat, ImportedRunOut
from . import service
from .flow import write_file
from .service import MEDIA_TYPES, check_may_import

router = APIRouter(tags=["benchmarks"], prefix="/api/bench")

UPLOAD_BYTES = 50 * 1024 * 1024
"""Larger files can be imported with `llmbattler bench import`."""
MAX_UPLOADS = 5


@router.get(
    "/runs/{run_id}/export",
    response_class=Response,
    responses=explain([RunNotFound, errors.NothingToReport]),
    dependencies=[limited(RouteClass.UPLOAD)],
)
async def export_run(
    run_id: UUID,
    resources: FromResources,
    _reader: Reader,
    kind: Annotated[ExportFormat, Query(alias="format")] = ExportFormat.JSON,
) -> StreamingResponse:
    """Export a run as a file. It is written to disk first, since a truncated response would look complete."""
    database = resources.get(Database)
    return await attach(
        lambda file: write_file(database, run_id=run_id, kind=kind, file=file), media_type=MEDIA_TYPES[kind]
    )


@router.post(
    "/runs/import",
    status_code=201,
    responses=explain([errors.ImportClosed, errors.UnreadableRun, TooLarge]),
    dependencies=[limited(RouteClass.UPLOAD)],
    openapi_extra={"requestBody": {"required": True, "content": {"application/octet-stream": {}}}},
)
async def import_run(request: Request, resources: FromResources, asker: Asker, response: Response) -> ImportedRunOut:
    """Import a run from its JSON export, with its suite and samples if they are missing."""
    check_access(resources.get(Settings), asker)
    check_may_import(resources.get(Settings), asker)
    writer = await identify_writer(resources, request, asker)
    attach_cookie(response, writer)
    with resources.get(UploadSlots).take(MAX_UPLOADS):
        file = io.BytesIO(await read_body(request, UPLOAD_BYTES))
        async with resources.get(Database).unit() as session:
            return await service.import_run(session, file=file, owner=writer.account_id)

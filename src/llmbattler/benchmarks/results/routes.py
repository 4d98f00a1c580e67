"""Results over HTTP: a run with its totals, its samples, and the whole of it as a file."""

import io
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Query, Request, Response
from starlette.responses import StreamingResponse

from llmbattler.accounts.deps import Asker, attach_cookie, identify_writer, limited
from llmbattler.core.db import Database
from llmbattler.core.errors import TooLarge
from llmbattler.core.integers import LARGEST_INTEGER
from llmbattler.core.limits import RouteClass
from llmbattler.core.settings import Settings
from llmbattler.core.web.attachments import attach
from llmbattler.core.web.bodies import UploadSlots, read_body
from llmbattler.core.web.deps import FromResources, Unit
from llmbattler.core.web.problems import explain

from ..runs.errors import RunNotFound
from ..suites.deps import Reader, check_bencher
from . import errors, service
from .exports import service as exports
from .exports.flow import write_file
from .exports.importing import import_run as restore
from .schemas import ExportFormat, GridIn, GridOut, ImportedRunOut, RunOut, RunSampleOut

router = APIRouter(tags=["benchmarks"], prefix="/api/bench")

UPLOAD_BYTES = 50 * 1024 * 1024
"""For larger files there is `llmbattler bench import`, which reads them from the disk."""
UPLOAD_PLACES = 5
Position = Annotated[int, Path(ge=0, le=LARGEST_INTEGER)]


@router.get("/runs/{run_id}", responses=explain(RunNotFound))
async def get_run(run_id: UUID, session: Unit, resources: FromResources, reader: Reader) -> RunOut:
    """Everything on the page of a run, counted from its rows, also while it runs."""
    return await service.show_run(session, settings=resources.get(Settings), run_id=run_id, asker=reader)


@router.get("/runs/{run_id}/samples", responses=explain([RunNotFound, errors.ForeignCursor]))
async def list_run_samples(run_id: UUID, wanted: Annotated[GridIn, Query()], session: Unit, _reader: Reader) -> GridOut:
    """The samples of a run with what became of them, a page at a time."""
    return await service.list_grid(session, run_id=run_id, wanted=wanted)


@router.get("/runs/{run_id}/samples/{position}", responses=explain(errors.SampleNotFound))
async def get_run_sample(run_id: UUID, position: Position, session: Unit, _reader: Reader) -> RunSampleOut:
    """One sample: its prompts, and the answers of all models side by side."""
    return await service.show_sample(session, run_id=run_id, position=position)


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
    """The run as a file. Written to the disk first: a file that breaks off halfway would look whole."""
    database = resources.get(Database)
    return await attach(
        lambda file: write_file(database, run_id=run_id, kind=kind, file=file), media_type=exports.MEDIA_TYPES[kind]
    )


@router.post(
    "/runs/import",
    status_code=201,
    responses=explain([errors.ImportClosed, errors.UnreadableRun, TooLarge]),
    dependencies=[limited(RouteClass.UPLOAD)],
    openapi_extra={"requestBody": {"required": True, "content": {"application/octet-stream": {}}}},
)
async def import_run(request: Request, resources: FromResources, asker: Asker, response: Response) -> ImportedRunOut:
    """Restore a run from the bytes of its JSON export, with its suite and its samples where they are missing."""
    check_bencher(resources.get(Settings), asker)
    exports.check_may_import(resources.get(Settings), asker)
    writer = await identify_writer(resources, request, asker)
    attach_cookie(response, writer)
    with resources.get(UploadSlots).take(UPLOAD_PLACES):
        file = io.BytesIO(await read_body(request, UPLOAD_BYTES))
        async with resources.get(Database).unit() as session:
            return await restore(session, file=file, owner=writer.account_id)

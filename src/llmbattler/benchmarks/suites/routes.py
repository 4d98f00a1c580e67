"""HTTP routes of suites. Samples come from uploads or from the suite itself, never from paths on the server."""

import asyncio
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Query, Request, Response

from llmbattler.accounts.deps import Asker, attach_cookie, identify_writer, limited
from llmbattler.accounts.errors import NeedsSignIn
from llmbattler.core.db import Database
from llmbattler.core.errors import TooLarge
from llmbattler.core.limits import RouteClass
from llmbattler.core.settings import Settings
from llmbattler.core.versions.schemas import DiffOut
from llmbattler.core.web.bodies import UploadSlots, read_body
from llmbattler.core.web.deps import FromResources, Unit
from llmbattler.core.web.edit_conflicts import EDIT_CONFLICT
from llmbattler.core.web.problems import explain
from llmbattler.core.web.unit_routes import UnitRoute

from .definition.errors import BadSuite, BadTemplate, UnreadableDataset
from .definition.json_schema import make_schema
from .deps import BenchmarkWriter, Reader, check_access
from .errors import (
    DatasetNotFound,
    IncludedSuite,
    NotYourSuite,
    SampleNotFound,
    SuiteExists,
    SuiteNotFound,
    VersionNotFound,
)
from .schemas import (
    CheckIn,
    CheckOut,
    CompareIn,
    DatasetOut,
    FileIn,
    FilePart,
    PageIn,
    PreviewIn,
    PreviewOut,
    RollBackIn,
    SamplesOut,
    ScorersOut,
    SuiteIn,
    SuiteOut,
    SuitesOut,
    UploadIn,
    VersionNumber,
    VersionsOut,
)
from .service import edits, exports, history, previews, scorers, suites, uploads

router = APIRouter(prefix="/api/bench", tags=["benchmarks"], route_class=UnitRoute, responses=explain([NeedsSignIn]))

UPLOAD_BYTES = 50 * 1024 * 1024
UPLOAD_PLACES = 8
"""Upload slots per file: its samples may take several times its size in memory, so at most two are read at once."""
_MISSING = [SuiteNotFound, VersionNotFound]
_CHANGING = [SuiteNotFound, NotYourSuite, IncludedSuite]


@router.get("/suites")
async def list_suites(session: Unit, resources: FromResources, reader: Reader) -> SuitesOut:
    return await suites.list_suites(session, settings=resources.get(Settings), asker=reader)


@router.post(
    "/suites",
    status_code=201,
    responses=explain([SuiteExists, BadSuite, BadTemplate, DatasetNotFound, UnreadableDataset]),
    dependencies=[limited(RouteClass.WRITE)],
)
async def add_suite(wanted: SuiteIn, session: Unit, resources: FromResources, writer: BenchmarkWriter) -> SuiteOut:
    return await edits.add_suite(session, wanted=wanted, settings=resources.get(Settings), asker=writer)


@router.get("/suites/{suite_id}", responses=explain(_MISSING))
async def show_suite(
    suite_id: UUID, session: Unit, resources: FromResources, reader: Reader, version: VersionNumber = None
) -> SuiteOut:
    return await suites.show_suite(
        session, suite_id=suite_id, number=version, settings=resources.get(Settings), asker=reader
    )


@router.put(
    "/suites/{suite_id}",
    responses={
        **explain([*_CHANGING, VersionNotFound, BadSuite, BadTemplate, DatasetNotFound, UnreadableDataset]),
        **EDIT_CONFLICT,
    },
    dependencies=[limited(RouteClass.WRITE)],
)
async def change_suite(
    suite_id: UUID, wanted: SuiteIn, session: Unit, resources: FromResources, writer: BenchmarkWriter
) -> SuiteOut:
    """Add a version, unless nothing changed. With `base`, answer 409 if a newer version was saved in the meantime."""
    return await edits.change_suite(
        session, suite_id=suite_id, wanted=wanted, settings=resources.get(Settings), asker=writer
    )


@router.delete(
    "/suites/{suite_id}", status_code=204, responses=explain(_CHANGING), dependencies=[limited(RouteClass.WRITE)]
)
async def archive_suite(suite_id: UUID, session: Unit, resources: FromResources, writer: BenchmarkWriter) -> None:
    """Archive a suite. Its runs and results stay."""
    await suites.archive_suite(session, suite_id=suite_id, settings=resources.get(Settings), asker=writer)


@router.post(
    "/suites/{suite_id}/restore",
    status_code=204,
    responses=explain(_CHANGING),
    dependencies=[limited(RouteClass.WRITE)],
)
async def restore_suite(suite_id: UUID, session: Unit, resources: FromResources, writer: BenchmarkWriter) -> None:
    await suites.restore_suite(session, suite_id=suite_id, settings=resources.get(Settings), asker=writer)


@router.get("/suites/{suite_id}/versions", responses=explain(SuiteNotFound))
async def list_versions(suite_id: UUID, session: Unit, _reader: Reader) -> VersionsOut:
    return await suites.list_versions(session, suite_id=suite_id)


@router.get("/suites/{suite_id}/diff", responses=explain(_MISSING))
async def diff_versions(
    suite_id: UUID, wanted: Annotated[CompareIn, Query()], session: Unit, _reader: Reader
) -> DiffOut:
    """Compare two versions by line and by word."""
    return await history.diff_versions(session, suite_id=suite_id, old=wanted.old, new=wanted.new)


@router.post(
    "/suites/{suite_id}/rollback",
    responses=explain([*_CHANGING, VersionNotFound]),
    dependencies=[limited(RouteClass.WRITE)],
)
async def roll_back_suite(
    suite_id: UUID, wanted: RollBackIn, session: Unit, resources: FromResources, writer: BenchmarkWriter
) -> SuiteOut:
    """Make a new version with the content of an earlier one."""
    return await history.roll_back_suite(
        session, suite_id=suite_id, wanted=wanted, settings=resources.get(Settings), asker=writer
    )


@router.get("/suites/{suite_id}/samples", responses=explain(_MISSING))
async def list_samples(suite_id: UUID, page: Annotated[PageIn, Query()], session: Unit, _reader: Reader) -> SamplesOut:
    return await suites.show_samples(
        session, suite_id=suite_id, number=page.version, first=page.first, count=page.count
    )


@router.get(
    "/suites/{suite_id}/file",
    responses={
        200: {"content": {"application/yaml": {}, "application/x-ndjson": {}}, "description": "The file."},
        **explain(_MISSING),
    },
    response_class=Response,
)
async def export_suite(suite_id: UUID, wanted: Annotated[FileIn, Query()], session: Unit, _reader: Reader) -> Response:
    """Download a suite as YAML, or its samples as JSON lines."""
    file = await exports.export_suite(session, suite_id=suite_id, number=wanted.version, part=wanted.part)
    kind = "application/yaml" if wanted.part is FilePart.SUITE else "application/x-ndjson"
    headers = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    return Response(file.content, media_type=kind, headers=headers)


@router.post(
    "/datasets",
    status_code=201,
    responses=explain([UnreadableDataset, TooLarge]),
    dependencies=[limited(RouteClass.UPLOAD)],
    openapi_extra={"requestBody": {"required": True, "content": {"application/octet-stream": {}}}},
)
async def upload_dataset(
    wanted: Annotated[UploadIn, Query()], request: Request, resources: FromResources, asker: Asker, response: Response
) -> DatasetOut:
    """Upload a file with samples. The body is the content of the file."""
    check_access(resources.get(Settings), asker)
    writer = await identify_writer(resources, request, asker)
    attach_cookie(response, writer)
    with resources.get(UploadSlots).take(UPLOAD_PLACES):
        body = await read_body(request, UPLOAD_BYTES)
        upload = await uploads.read_upload(body, wanted.filename)
        async with resources.get(Database).unit() as session:
            return await uploads.store_upload(session, upload=upload, owner=writer.owner)


@router.post("/check", responses=explain([DatasetNotFound]), dependencies=[limited(RouteClass.WRITE)])
async def check_suite(wanted: CheckIn, session: Unit, reader: Reader) -> CheckOut:
    """Check a suite's file. Returns every problem with its line."""
    return await edits.check_file(session, file=wanted.file, dataset_id=wanted.dataset_id, asker=reader)


@router.post(
    "/preview",
    responses=explain([DatasetNotFound, SampleNotFound, BadSuite, BadTemplate]),
    dependencies=[limited(RouteClass.WRITE)],
)
async def preview_suite(wanted: PreviewIn, session: Unit, reader: Reader) -> PreviewOut:
    """Render the prompt for one sample, and score an answer to it. Calls no model."""
    return await previews.preview(session, wanted=wanted, asker=reader)


@router.get("/scorers")
async def list_scorers(_reader: Reader) -> ScorersOut:
    # The first call in a process loads all plug-ins, which would block the event loop.
    return await asyncio.to_thread(scorers.describe_scorers)


@router.get("/suite-schema")
async def show_schema(_reader: Reader) -> dict[str, Any]:
    """Return the JSON schema of a suite's file, for editors."""
    return make_schema()

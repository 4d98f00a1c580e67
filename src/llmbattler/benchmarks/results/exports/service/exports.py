"""Exports runs, a few hundred answers at a time."""

import asyncio
from collections.abc import Sequence
from typing import IO, Any, BinaryIO, NamedTuple, cast
from uuid import UUID

from llmbattler.accounts.schemas import Visitor
from llmbattler.core.db import Session
from llmbattler.core.record_files import FileFormat, open_writer
from llmbattler.core.settings import Settings

from ....suites.definition.spec import SuiteSpec
from ....suites.rights import may_import
from ...errors import ImportClosed
from ...repository import LoadedRun
from ...schemas import ExportFormat
from ...service.lines import list_lines, load_run
from .. import repository
from ..report.contents import Report
from ..report.service import build_report
from ..table_rows import TableRows
from .json_files import RESULT_COLUMNS, write_json

MEDIA_TYPES = {
    ExportFormat.JSON: "application/json",
    ExportFormat.CSV: "text/csv; charset=utf-8",
    ExportFormat.PARQUET: "application/vnd.apache.parquet",
    ExportFormat.PDF: "application/pdf",
}
_TABLES = {ExportFormat.CSV: FileFormat.CSV, ExportFormat.PARQUET: FileFormat.PARQUET}


class Exported(NamedTuple):
    name: str
    """A name for the file."""
    report: Report | None
    """The contents of a PDF, which is rendered without the database."""


async def export_run(session: Session, *, run_id: UUID, kind: ExportFormat, file: IO[bytes]) -> Exported:
    """Write a run to a file. For a PDF only its contents are collected."""
    loaded = await load_run(session, run_id=run_id)
    report = None
    match kind:
        case ExportFormat.JSON:
            await write_json(session, loaded=loaded, file=file)
        case ExportFormat.PDF:
            report = await build_report(session, loaded=loaded)
        case _:
            await _write_table(session, loaded, _TABLES[kind], file)
    return Exported(f"{loaded.suite.name}-{loaded.run.created_at:%Y-%m-%d}-{run_id.hex[-6:]}.{kind}", report)


async def _write_table(session: Session, loaded: LoadedRun, kind: FileFormat, file: IO[bytes]) -> None:
    names = {line.model_id: line.model_name for line in await list_lines(session, run=loaded.run)}
    scores = [score.name for score in SuiteSpec.model_validate(loaded.version.spec).scores]
    flat = TableRows(
        run_id=loaded.run.run_id,
        suite=loaded.suite.name,
        version=loaded.version.number,
        scores=scores,
        names=names,
    )
    writer = await asyncio.to_thread(open_writer, cast("BinaryIO", file), kind, flat.columns)

    def write(rows: Sequence[Any]) -> None:
        writer.write([flat.make(row._asdict()) for row in rows])

    found = repository.list_result_batches(
        session, loaded.run.run_id, RESULT_COLUMNS, dataset_id=loaded.dataset.dataset_id
    )
    async for rows in found:
        await asyncio.to_thread(write, rows)
    await asyncio.to_thread(writer.close)


def check_may_import(settings: Settings, asker: Visitor) -> None:
    """Imported runs appear on the scoreboard, so not everybody may import."""
    if not may_import(settings, asker):
        raise ImportClosed

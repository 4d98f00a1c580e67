"""Writes a run to a file."""

import asyncio
from typing import IO
from uuid import UUID

from llmbattler.core.db import Database

from ..schemas import ExportFormat
from .report.pdf import render_pdf
from .service.exports import export_run


async def write_file(database: Database, *, run_id: UUID, kind: ExportFormat, file: IO[bytes]) -> str:
    """Write a run to a file and return a name for it. The PDF is rendered after the unit of work has ended."""
    async with database.unit() as session:
        name, report = await export_run(session, run_id=run_id, kind=kind, file=file)
    if report is not None:
        await asyncio.to_thread(file.write, await asyncio.to_thread(render_pdf, report))
    return name

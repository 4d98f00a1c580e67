"""Exports a suite as a file that can be added again, here or on another site."""

import asyncio
from uuid import UUID

from llmbattler.core.db import Session

from ..schemas import FilePart
from .datasets import load_stored_dataset
from .suite_files import SuiteFile, write_file
from .suites import get_version


async def export_suite(session: Session, *, suite_id: UUID, number: int | None, part: FilePart) -> SuiteFile:
    suite, version = await get_version(session, suite_id=suite_id, number=number)
    loaded = await load_stored_dataset(session, dataset_id=version.dataset_id)
    # Large datasets take over a second, which would block the event loop.
    return await asyncio.to_thread(write_file, suite.name, version.spec, loaded, part)

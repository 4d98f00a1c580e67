"""A suite as a file that this site, another site and a person can read."""

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
    # Many samples take a second and more, so other requests must not wait for it.
    return await asyncio.to_thread(write_file, suite.name, version.spec, loaded, part)

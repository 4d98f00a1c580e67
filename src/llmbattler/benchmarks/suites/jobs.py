"""Scheduled work on suites."""

from datetime import timedelta

from llmbattler.core.db import Database
from llmbattler.core.jobs import job
from llmbattler.core.resources import Resources

from . import repository

RETENTION = timedelta(days=2)
"""Long enough to upload a file today and create its suite tomorrow."""


@job("benchmarks.forget_uploads", cron="41 3 * * *")
async def delete_unused_uploads(resources: Resources) -> None:
    """Delete uploaded samples that no suite uses."""
    async with resources.get(Database).unit() as session:
        await repository.delete_unused(session, older_than=RETENTION)

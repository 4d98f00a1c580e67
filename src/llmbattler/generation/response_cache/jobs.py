"""Deletes expired responses from the cache."""

from datetime import timedelta

from llmbattler.core.db import Database
from llmbattler.core.jobs import job
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

from ..settings import GenerationSettings
from .service import delete_old_responses


@job("generation.delete_old_responses", cron="23 4 * * *")
async def delete_expired(resources: Resources) -> None:
    """Delete responses older than `BENCH_CACHE_DAYS`, one batch per transaction."""
    older = timedelta(days=resources.get(Settings).of(GenerationSettings).bench_cache_days)
    deleted = 1
    while deleted:
        async with resources.get(Database).unit() as session:
            deleted = await delete_old_responses(session, older=older)

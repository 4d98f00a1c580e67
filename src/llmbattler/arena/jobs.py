"""Deletes old sessions and closes old battles regularly."""

from datetime import timedelta

from llmbattler.core.db import Database
from llmbattler.core.jobs import job
from llmbattler.core.resources import Resources

from .service import battles, sessions

EXPIRE_AFTER = timedelta(days=30)


@job("arena.purge", cron="*/5 * * * *")
async def purge(resources: Resources) -> None:
    """Delete sessions whose deletion can no longer be undone."""
    async with resources.get(Database).unit() as session:
        await sessions.purge_sessions(session)


@job("arena.expire", cron="7 4 * * *")
async def expire(resources: Resources) -> None:
    """Close battles that were open for a month without a vote."""
    async with resources.get(Database).unit() as session:
        await battles.expire_battles(session, after=EXPIRE_AFTER)

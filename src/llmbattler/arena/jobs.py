"""What the worker does for the arena."""

from collections.abc import Sequence
from datetime import timedelta

from llmbattler.core.db import Database
from llmbattler.core.jobs import job
from llmbattler.core.resources import Resources
from llmbattler.core.storage import Storage

from .service import images, sessions, turns

EXPIRE_AFTER = timedelta(days=30)


@job("arena.purge", cron="*/5 * * * *")
async def purge(resources: Resources) -> None:
    """Remove deleted sessions whose time to undo is over, and images that were never sent."""
    async with resources.get(Database).unit() as session:
        files = [*await sessions.purge_sessions(session), *await images.forget_unsent_images(session)]
        await images.forget_files(session, files)


@job(images.FORGET_FILES, attempts=5)
async def forget_files(resources: Resources, keys: Sequence[str]) -> None:
    """Delete stored files whose rows are gone."""
    for key in keys:
        await resources.get(Storage).delete(key)


@job("arena.expire", cron="7 4 * * *")
async def expire(resources: Resources) -> None:
    """Close battles that nobody voted on for a month."""
    async with resources.get(Database).unit() as session:
        await turns.expire_battles(session, after=EXPIRE_AFTER)


@job("arena.void_stale", cron="* * * * *")
async def void_stale(resources: Resources) -> None:
    """Void what dead processes left behind, also when no server is up to do it."""
    async with resources.get(Database).unit() as session:
        await turns.void_stale_battles(session)

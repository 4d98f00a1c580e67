"""Rebuilds the queue from the rows: for runs that were started or resumed, and after jobs got lost."""

from collections.abc import Awaitable, Callable

from llmbattler.core.db import Database
from llmbattler.core.logs import get_logger

from .. import repository
from ..service import close_chunks

_log = get_logger(__name__)


async def release_orphans(database: Database, list_jobs: Callable[[], Awaitable[set[int]]]) -> None:
    """Release chunks whose job does not exist any more, as after somebody has emptied the queue."""
    async with database.unit() as session:
        enqueued = await repository.list_enqueued(session)
    # A chunk is deleted or released before its job ends, so one that still has an ended job now has lost it.
    jobs = await list_jobs() if enqueued else set()
    orphans = [one for one in enqueued if one.job_id not in jobs]
    if orphans:
        async with database.unit() as session:
            await close_chunks(session, done=[], released=orphans)
        _log.warning("chunks without a job are enqueued again", chunks=len(orphans))

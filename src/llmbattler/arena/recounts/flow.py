"""Recounts in short units of work: first the votes and their counts, then what needs all votes."""

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager, suppress
from uuid import UUID

from llmbattler.core.db import Database
from llmbattler.core.errors import Unavailable
from llmbattler.core.logs import get_logger
from llmbattler.core.tasks import cancel_tasks
from llmbattler.ratings.service import RatingRules

from ..vote_counts.flow import check_boards
from . import service

RENEW_SECONDS = service.LEASE.total_seconds() / 3
WAIT_SECONDS = 0.5

_log = get_logger(__name__)


async def run_recounts(database: Database, *, rules: RatingRules) -> None:
    """Run until no recount is unfinished, or another process works on them.

    That process also does those that were requested meanwhile, because it looks again when it has finished.
    """
    while True:
        async with database.unit() as session:
            claimed = await service.claim(session)
        if not claimed:
            return
        async with _lease(database, claimed):
            await _recount(database, claimed, rules)


async def wait_for_recounts(database: Database, *, voters: Collection[str], rules: RatingRules) -> None:
    """Return when all recounts of these voters are finished, here or in another process."""
    while True:
        await run_recounts(database, rules=rules)
        async with database.unit() as session:
            if await service.find_recount(session, voters=voters) is None:
                return
        await asyncio.sleep(WAIT_SECONDS)


async def _recount(database: Database, recount_ids: Sequence[UUID], rules: RatingRules) -> None:
    finished = False
    while not finished:
        for recount_id in recount_ids:
            more = True
            while more:
                async with database.batch_unit() as session:
                    more = await service.change_some(session, recount_id=recount_id, rules=rules)
        await check_boards(database, rules=rules, replay=True)
        async with database.batch_unit() as session:
            finished = await service.finish(session, recount_ids=recount_ids)


@asynccontextmanager
async def _lease(database: Database, recount_ids: Sequence[UUID]) -> AsyncIterator[None]:
    """Renew the lease until the end. After a failure, release it so that the next attempt need not wait."""
    renewal = asyncio.create_task(_renew(database, recount_ids), name="recount lease")
    try:
        yield
    finally:
        await cancel_tasks([renewal])
        with suppress(Unavailable):
            async with database.unit() as session:
                await service.release(session, recount_ids=recount_ids)


async def _renew(database: Database, recount_ids: Sequence[UUID]) -> None:
    while True:
        await asyncio.sleep(RENEW_SECONDS)
        try:
            async with database.unit() as session:
                await service.renew(session, recount_ids=recount_ids)
        except Unavailable:
            _log.warning("could not renew the lease of a recount; another worker may start it too")

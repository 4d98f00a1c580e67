"""Waiting for a condition that nothing announces."""

import asyncio

from sqlalchemy import text

from llmbattler.core.db import Database

SECONDS = 0.01

_CONFLICT = text(
    "SELECT count(*) FROM pg_locks WHERE NOT granted AND pid IN "
    "(SELECT pid FROM pg_stat_activity WHERE datname = current_database())"
)


async def pause() -> None:
    """The time between two looks. Without it, waiting tests take the others' CPU."""
    await asyncio.sleep(SECONDS)


async def wait_for_lock_conflict(database: Database) -> None:
    """Wait until a statement waits for a lock that another one holds."""
    async with asyncio.timeout(20):
        while True:
            async with database.unit() as session:
                if (await session.execute(_CONFLICT)).scalar_one():
                    return
            await pause()

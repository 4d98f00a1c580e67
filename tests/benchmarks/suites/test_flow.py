import asyncio

import psycopg
from sqlalchemy import text
from structlog.testing import capture_logs

from llmbattler.benchmarks.suites import repository
from llmbattler.benchmarks.suites.flow import include_suites
from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.settings import Settings
from tests.polling import pause, wait_for_lock_conflict


async def test_adding_the_built_in_suites_is_retried_after_a_failure(database: Database) -> None:
    with psycopg.connect(database.address.url, autocommit=True) as connection, capture_logs() as logs:
        connection.execute("ALTER TABLE bench_suites RENAME TO bench_suites_away")
        including = asyncio.create_task(include_suites(database, retry_after=0))
        while not logs and not including.done():
            await pause()
        await asyncio.to_thread(connection.execute, "ALTER TABLE bench_suites_away RENAME TO bench_suites")
        await including
    assert logs[0]["event"] == "built-in suites could not be updated"
    async with database.unit() as session:
        assert await repository.list_suites(session)


async def test_a_worker_waits_while_another_one_adds_the_built_in_suites(
    database: Database, address: DatabaseAddress, settings: Settings
) -> None:
    hurried = Database(address, settings.model_copy(update={"database_lock_timeout": 0.05}))
    with capture_logs() as logs:
        async with database.unit() as session:
            await repository.lock_included(session)
            including = asyncio.create_task(include_suites(hurried))
            await wait_for_lock_conflict(database)
            await session.execute(text("SELECT pg_sleep(0.2)"))  # longer than a request may wait for a lock
        await including
    assert [line for line in logs if line["log_level"] == "error"] == []
    await hurried.close()

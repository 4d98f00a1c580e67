import asyncio

import psycopg
from structlog.testing import capture_logs

from llmbattler.benchmarks.suites import repository
from llmbattler.benchmarks.suites.flow import include_suites
from llmbattler.core.db import Database
from tests.polling import pause


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

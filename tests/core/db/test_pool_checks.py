from collections.abc import AsyncIterator, Callable

import psycopg
import pytest
from psycopg.pq import TransactionStatus
from psycopg_pool import AsyncConnectionPool
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from llmbattler.core.db import Database, engine, pool_checks
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.db.pool_checks import CheckedPool
from llmbattler.core.settings import Settings


@pytest.fixture
async def database(
    settings: Settings, address: DatabaseAddress, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Database]:
    """A database with a pool that no other test has used."""
    monkeypatch.setattr(engine, "create_async_engine", create_async_engine)
    monkeypatch.setattr(engine, "check_pooled_connections", pool_checks.check_pooled_connections)
    database = Database(address, settings)
    yield database
    await database.close()


@pytest.fixture
def asked(database: Database, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """What was answered whenever a connection was asked whether it lives."""
    dialect, answers = database.engine.sync_engine.dialect, list[bool]()
    ping: Callable[[object], bool] = dialect.do_ping

    def noted(connection: object) -> bool:
        answers.append(False)
        answers[-1] = ping(connection)
        return answers[-1]

    monkeypatch.setattr(dialect, "do_ping", noted)
    return answers


async def _pid(database: Database) -> int:
    async with database.unit() as session:
        return int((await session.execute(text("SELECT pg_backend_pid()"))).scalar_one())


async def test_what_was_used_just_now_is_used_again_without_a_question(database: Database, asked: list[bool]) -> None:
    assert len({await _pid(database) for _ in range(5)}) == 1
    assert asked == []


async def test_what_was_quiet_for_long_is_asked_first(
    database: Database, asked: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool_checks, "IDLE_SECONDS", -1.0)
    assert len({await _pid(database) for _ in range(3)}) == 1
    assert asked == [True, True]


async def test_f14_a_connection_that_the_server_closed_is_replaced_and_nobody_notices(
    database: Database, address: DatabaseAddress, asked: list[bool]
) -> None:
    pid = await _pid(database)
    with psycopg.connect(address.url, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
    assert await _pid(database) != pid
    assert asked == []


async def test_f14_one_that_died_without_a_word_is_found_when_it_is_asked(
    database: Database, asked: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    pid = await _pid(database)
    monkeypatch.setattr(pool_checks, "IDLE_SECONDS", -1.0)
    monkeypatch.setattr(pool_checks, "_is_closed", lambda _: False)
    with psycopg.connect(database.address.url, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
    assert await _pid(database) != pid
    assert asked[-1] is False


@pytest.fixture
async def pool(
    address: DatabaseAddress, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[CheckedPool, list[int]]]:
    """A pool of one connection, and how often a connection was pinged."""
    pings: list[int] = []
    ping = CheckedPool.check_connection

    async def noted(connection: psycopg.AsyncConnection[object]) -> None:
        pings.append(connection.info.backend_pid)
        await ping(connection)

    monkeypatch.setattr(AsyncConnectionPool, "check_connection", staticmethod(noted))
    async with CheckedPool(address.direct_url, min_size=1, max_size=1, open=False) as pool:
        yield pool, pings


async def _read_pid(pool: CheckedPool) -> int:
    async with pool.connection() as connection:
        found = await (await connection.execute("SELECT pg_backend_pid()")).fetchone()
        assert connection.info.transaction_status is TransactionStatus.IDLE  # it was committed
    assert found is not None
    return int(found[0])


async def test_a_connection_of_jobs_is_pinged_only_after_it_was_idle_for_long(
    pool: tuple[CheckedPool, list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs, pings = pool
    first = await _read_pid(jobs)
    pings.clear()
    assert await _read_pid(jobs) == first
    assert pings == []
    monkeypatch.setattr(pool_checks, "IDLE_SECONDS", -1.0)
    assert await _read_pid(jobs) == first
    assert pings == [first]


async def test_a_connection_of_jobs_that_the_server_closed_is_replaced(
    pool: tuple[CheckedPool, list[int]], database: Database
) -> None:
    jobs, _ = pool
    first = await _read_pid(jobs)
    async with database.unit() as session:
        await session.execute(text("SELECT pg_terminate_backend(:pid, 5000)"), {"pid": first})
    assert await _read_pid(jobs) != first

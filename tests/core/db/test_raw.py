import asyncio
from collections.abc import Iterator

import psycopg
import pytest
from sqlalchemy import text
from structlog.testing import capture_logs
from tests.polling import wait_for_lock_conflict

from llmbattler.core.db import Database, Session, copy_rows, raw_connection, run_statement
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.db.failures import DatabaseBusy, DatabaseUnavailable, UnstorableText
from llmbattler.core.db.idempotency import IdempotencyKey
from llmbattler.core.settings import Settings

COLUMNS = ("owner", "key", "route", "body_hash", "status")
BARRIER = 7_100_100
_WAIT_IN_A_TRIGGER = f"""
CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN PERFORM pg_advisory_xact_lock_shared({BARRIER}); RETURN NEW; END $$;
CREATE TRIGGER wait BEFORE INSERT ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION wait();
"""


@pytest.fixture
def holder(address: DatabaseAddress) -> Iterator[psycopg.Connection]:
    """Somebody else, in whose way the others come."""
    with psycopg.connect(address.url) as connection:
        yield connection
        connection.rollback()
        connection.execute("DROP TRIGGER IF EXISTS wait ON idempotency_keys")
        connection.execute("DROP FUNCTION IF EXISTS wait()")


def _rows(number: int, *, name: str = "row", length: int = 10) -> Iterator[tuple[str, ...]]:
    return (("me", f"{name} {n}", "POST /x", "0" * length, "done") for n in range(number))


async def _count(session: Session) -> int:
    return int((await session.execute(text("SELECT count(*) FROM idempotency_keys"))).scalar_one())


async def _copy(database: Database, number: int, length: int) -> None:
    async with database.unit() as session:
        await copy_rows(session, IdempotencyKey, COLUMNS, _rows(number, length=length))


async def _cancel_until_it_ends(task: asyncio.Task[None]) -> None:
    """As the server does with a request whose client is gone: a cleaning up that waits is cancelled too."""
    async with asyncio.timeout(10):
        while not task.done():
            task.cancel()
            await asyncio.sleep(0)


@pytest.mark.parametrize(
    ("barrier", "number", "length"),
    [
        pytest.param("LOCK TABLE idempotency_keys", 1, 10, id="before its first row"),
        pytest.param(_WAIT_IN_A_TRIGGER, 1, 10, id="after its last row"),
        pytest.param(_WAIT_IN_A_TRIGGER, 100, 1_000_000, id="between rows"),
    ],
)
async def test_a_copy_that_is_cancelled_says_only_that(
    database: Database,
    holder: psycopg.Connection,
    caplog: pytest.LogCaptureFixture,
    barrier: str,
    number: int,
    length: int,
) -> None:
    holder.execute(barrier)
    if barrier is _WAIT_IN_A_TRIGGER:
        holder.commit()
        holder.execute("SELECT pg_advisory_xact_lock(%s)", (BARRIER,))
    with capture_logs() as said:
        copying = asyncio.create_task(_copy(database, number, length))
        await wait_for_lock_conflict(database)
        await _cancel_until_it_ends(copying)
        with pytest.raises(asyncio.CancelledError):
            await copying
    holder.rollback()
    assert [record.message for record in caplog.records] == []
    assert said == []
    async with database.unit() as session:
        assert await _count(session) == 0


async def test_a_copy_that_takes_too_long_is_cut_off(
    settings: Settings, address: DatabaseAddress, holder: psycopg.Connection
) -> None:
    impatient = Database(address, settings.model_copy(update={"database_statement_timeout": 0.05}))
    holder.execute("LOCK TABLE idempotency_keys")
    with pytest.raises(DatabaseBusy) as caught:
        await _copy(impatient, 1, 10)
    assert caught.value.retry_after
    holder.rollback()
    async with impatient.unit() as session:
        assert await _count(session) == 0
    await impatient.close()


async def test_what_cannot_be_stored_is_named_here_too(database: Database) -> None:
    with pytest.raises(UnstorableText):
        async with database.unit() as session:
            await copy_rows(session, IdempotencyKey, COLUMNS, _rows(1, name="\0"))


async def test_a_server_that_ends_the_connection_is_away(database: Database, holder: psycopg.Connection) -> None:
    with pytest.raises(DatabaseUnavailable):
        async with database.unit() as session, raw_connection(session) as raw:
            holder.execute("SELECT pg_terminate_backend(%s, 5000)", (raw.info.backend_pid,))
            await raw.execute("SELECT 1")
    await database.check()


async def test_a_mistake_of_ours_stays_as_it_is_and_the_connection_is_kept(database: Database) -> None:
    async with database.unit() as session, raw_connection(session) as raw:
        before = raw.info.backend_pid
    with pytest.raises(psycopg.errors.UndefinedTable):
        async with database.unit() as session, raw_connection(session) as raw:
            await raw.execute("SELECT * FROM nothing")
    async with database.unit() as session, raw_connection(session) as raw:
        assert raw.info.backend_pid == before


async def test_statements_run_in_the_transaction_of_the_session(database: Database) -> None:
    with pytest.raises(RuntimeError):
        async with database.unit() as session:
            await run_statement(session, "CREATE TABLE gone (number int)", {})
            await run_statement(session, "INSERT INTO gone VALUES (%(number)s)", {"number": 7})
            assert await run_statement(session, "SELECT number, number + 1 FROM gone", {}) == [(7, 8)]
            raise RuntimeError
    async with database.unit() as session:
        assert await run_statement(session, "SELECT to_regclass('gone')", {}) == [(None,)]


async def test_errors_of_statements_have_names(database: Database) -> None:
    with pytest.raises(UnstorableText):
        async with database.unit() as session:
            await run_statement(session, "SELECT %(text)s::text", {"text": "\0"})
    with pytest.raises(psycopg.errors.UndefinedTable):
        async with database.unit() as session:
            await run_statement(session, "SELECT * FROM no_such_table", {})
    async with database.unit() as session:
        assert await run_statement(session, "SELECT 1", {}) == [(1,)]

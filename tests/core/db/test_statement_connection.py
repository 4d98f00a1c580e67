import asyncio
from functools import partial

import psycopg
import pytest
from sqlalchemy import text

from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.db.failures import DatabaseBusy, DatabaseUnavailable, UnstorableText
from llmbattler.core.settings import Settings


async def _pid(database: Database) -> int:
    [[pid]] = await database.statement_connection.run("SELECT pg_backend_pid()", {})
    return int(pid)


async def _wait_for_pg_sleep(database: Database) -> None:
    asleep = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()")
    async with asyncio.timeout(10):
        while True:
            async with database.unit() as session:
                if (await session.execute(asleep)).scalar_one():
                    return


async def test_one_statement_is_one_transaction_on_one_connection(database: Database, address: DatabaseAddress) -> None:
    await database.statement_connection.run("CREATE TABLE said (word text)", {})
    assert await database.statement_connection.run("INSERT INTO said VALUES (%(word)s)", {"word": "yes"}) == []
    assert await database.statement_connection.run("SELECT word FROM said WHERE word = %(word)s", {"word": "yes"}) == [
        ("yes",)
    ]
    with psycopg.connect(address.url) as other:
        assert other.execute("SELECT word FROM said").fetchall() == [("yes",)]
    assert await _pid(database) == await _pid(database)


async def test_many_at_once_take_turns_and_share_a_connection(database: Database) -> None:
    assert len(set(await asyncio.gather(*(_pid(database) for _ in range(20))))) == 1


async def test_f14_a_line_that_broke_is_named_once_and_then_connects_again(
    database: Database, address: DatabaseAddress
) -> None:
    pid = await _pid(database)
    with psycopg.connect(address.url, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
    with pytest.raises(DatabaseUnavailable):
        await database.statement_connection.run("SELECT 1", {})
    assert await _pid(database) != pid


async def test_an_absent_database_has_the_name_it_has_for_a_unit(settings: Settings) -> None:
    database = Database(DatabaseAddress.parse("postgresql://nobody@127.0.0.1:1/none"), settings)
    with pytest.raises(DatabaseUnavailable):
        await database.statement_connection.run("SELECT 1", {})
    await database.close()


@pytest.mark.parametrize("pooler", ["", "&application_name=pooler"])
async def test_f19_the_limits_of_a_unit_hold_also_past_a_pooler(
    settings: Settings, address: DatabaseAddress, pooler: str
) -> None:
    impatient = settings.model_copy(update={"database_statement_timeout": 0.05})
    database = Database(DatabaseAddress(address.url + pooler, address.url), impatient)
    with pytest.raises(DatabaseBusy):
        await database.statement_connection.run("SELECT pg_sleep(60)", {})
    assert await database.statement_connection.run("SHOW timezone", {}) == [("UTC",)]
    await database.close()


async def test_what_cannot_be_stored_has_a_name_and_our_mistakes_stay_what_they_are(database: Database) -> None:
    with pytest.raises(UnstorableText):
        await database.statement_connection.run("SELECT %(word)s::text", {"word": "\0"})
    with pytest.raises(psycopg.errors.UndefinedTable):
        await database.statement_connection.run("SELECT * FROM nowhere", {})
    assert await database.statement_connection.run("SELECT 1", {}) == [(1,)]


async def test_who_is_cancelled_leaves_a_line_that_works(database: Database) -> None:
    sleeping = asyncio.create_task(database.statement_connection.run("SELECT pg_sleep(60)", {}))
    await _wait_for_pg_sleep(database)
    sleeping.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sleeping
    assert await database.statement_connection.run("SELECT 1", {}) == [(1,)]


class Pause:
    """Returns when it is told to."""

    def __init__(self) -> None:
        self.times = 0
        self.over = asyncio.Event()

    async def __call__(self) -> None:
        self.times += 1
        await self.over.wait()


async def test_a_line_that_rests_has_its_answer_when_the_rest_is_over(database: Database) -> None:
    pause = Pause()
    connection = database.open_statement_connection(pause)
    asking = asyncio.create_task(connection.run("SELECT %(number)s::int", {"number": 7}))
    await asyncio.wait([asking], timeout=0.2)
    assert not asking.done()
    pause.over.set()
    assert await asking == [(7,)]
    assert await connection.run("SELECT repeat('x', 1000000)", {}) == [("x" * 1_000_000,)]
    await connection.close()


async def test_f14_a_connection_that_the_server_closed_is_replaced(
    database: Database, address: DatabaseAddress
) -> None:
    connection = database.open_statement_connection(partial(asyncio.sleep, 0.001))
    [[pid]] = await connection.run("SELECT pg_backend_pid()", {})
    with psycopg.connect(address.url, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
    with pytest.raises(DatabaseUnavailable):
        await connection.run("SELECT 1", {})
    assert await connection.run("SELECT 1", {}) == [(1,)]
    await connection.close()


async def test_who_is_cancelled_while_a_line_rests_leaves_a_line_that_works(database: Database) -> None:
    connection = database.open_statement_connection(partial(asyncio.sleep, 0.001))
    sleeping = asyncio.create_task(connection.run("SELECT pg_sleep(60)", {}))
    await _wait_for_pg_sleep(database)
    sleeping.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sleeping
    assert await connection.run("SELECT 1", {}) == [(1,)]
    await connection.close()

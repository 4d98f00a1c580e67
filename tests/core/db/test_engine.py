import asyncio

import pytest
from sqlalchemy import text

from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress, DatabaseBusy, DatabaseUnavailable
from llmbattler.core.errors import StartupProblem
from llmbattler.core.settings import Settings


def _impatient(settings: Settings, **limits: float) -> Settings:
    return settings.model_copy(update={f"database_{name}": value for name, value in limits.items()})


async def test_a_unit_commits_at_its_end_and_rolls_back_on_failure(database: Database) -> None:
    async with database.unit() as session:
        await session.execute(text("CREATE TABLE kept (x int)"))
    with pytest.raises(ZeroDivisionError):
        async with database.unit() as session:
            await session.execute(text("INSERT INTO kept VALUES (1)"))
            raise ZeroDivisionError
    async with database.unit() as session:
        assert (await session.execute(text("SELECT count(*) FROM kept"))).scalar_one() == 0


async def test_f19_a_query_that_takes_too_long_is_cut_off(settings: Settings, address: DatabaseAddress) -> None:
    database = Database(address, _impatient(settings, statement_timeout=0.05))
    with pytest.raises(DatabaseBusy) as caught:
        async with database.unit() as session:
            await session.execute(text("SELECT pg_sleep(60)"))
    assert caught.value.retry_after
    await database.check()
    await database.close()


async def test_f18_a_held_lock_ends_in_a_clear_refusal(settings: Settings, address: DatabaseAddress) -> None:
    database = Database(address, _impatient(settings, lock_timeout=0.05))
    async with database.unit() as session:
        await session.execute(text("CREATE TABLE held (x int)"))
    async with database.unit() as holder:
        await holder.execute(text("LOCK TABLE held"))
        with pytest.raises(DatabaseBusy):
            async with database.unit() as session:
                await session.execute(text("SELECT * FROM held"))
    async with database.unit() as session:
        await session.execute(text("SELECT * FROM held"))
    await database.close()


async def test_f20_a_forgotten_transaction_is_ended(settings: Settings, address: DatabaseAddress) -> None:
    database = Database(address, _impatient(settings, idle_timeout=0.05))
    watcher = Database(address, settings)
    with pytest.raises((DatabaseUnavailable, DatabaseBusy)):
        async with database.unit() as session:
            await session.execute(text("SELECT 1"))
            await _until_nobody_idles(watcher)
            await session.execute(text("SELECT 1"))
    await database.check()
    await database.close()
    await watcher.close()


async def _until_nobody_idles(watcher: Database) -> None:
    query = text(
        "SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction' AND datname = current_database()"
    )
    async with asyncio.timeout(10):
        while True:
            async with watcher.unit() as session:
                if (await session.execute(query)).scalar_one() == 0:
                    return


async def test_f16_an_exhausted_pool_answers_instead_of_hanging(settings: Settings, address: DatabaseAddress) -> None:
    database = Database(address, _impatient(settings, pool_size=1))
    database.engine.pool._timeout = 0.05  # type: ignore[attr-defined]
    async with database.unit() as session:
        await session.execute(text("SELECT 1"))
        with pytest.raises(DatabaseBusy):
            await database.check()
    await database.check()
    await database.close()


async def test_an_absent_database_has_a_name(settings: Settings) -> None:
    database = Database(DatabaseAddress.parse("postgresql://nobody@127.0.0.1:1/none"), settings)
    with pytest.raises(DatabaseUnavailable):
        await database.check()
    await database.close()


async def test_f23_behind_a_pooler_limits_hold_for_each_transaction(
    settings: Settings, address: DatabaseAddress
) -> None:
    pooled = DatabaseAddress(address.url, address.direct_url + "&application_name=direct")
    database = Database(pooled, settings)
    async with database.unit() as session:
        assert (await session.execute(text("SHOW lock_timeout"))).scalar_one() == "5s"
        raw = await (await session.connection()).get_raw_connection()
        assert raw.driver_connection.prepare_threshold is None  # type: ignore[union-attr]
    await database.close()


@pytest.mark.parametrize("url", ["postgres://u:p@h/db", "postgresql+psycopg://u:p@h/db", "postgresql://u:p@h/db"])
def test_the_usual_spellings_of_an_address_are_understood(url: str) -> None:
    assert DatabaseAddress.parse(url).url == "postgresql://u:p@h/db"


@pytest.mark.parametrize("url", ["mysql://h/db", "just words"])
def test_another_address_is_one_sentence(url: str) -> None:
    with pytest.raises(StartupProblem, match="DATABASE_URL"):
        DatabaseAddress.parse(url)

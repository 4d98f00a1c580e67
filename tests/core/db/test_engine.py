import asyncio
from urllib.parse import quote

import pytest
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import text

from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.db.failures import DatabaseBusy, DatabaseUnavailable
from llmbattler.core.db.migrate import is_current
from llmbattler.core.errors import StartupProblem
from llmbattler.core.settings import Settings


def _with_limits(settings: Settings, **limits: float) -> Settings:
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
    database = Database(address, _with_limits(settings, statement_timeout=0.05))
    with pytest.raises(DatabaseBusy) as caught:
        async with database.unit() as session:
            await session.execute(text("SELECT pg_sleep(60)"))
    assert caught.value.retry_after
    await database.check()
    await database.close()


async def test_f18_a_held_lock_ends_in_a_clear_refusal(settings: Settings, address: DatabaseAddress) -> None:
    database = Database(address, _with_limits(settings, lock_timeout=0.05))
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
    database = Database(address, _with_limits(settings, idle_timeout=0.05))
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
    database = Database(address, _with_limits(settings, pool_size=1))
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


@pytest.mark.parametrize(
    ("url", "name", "value"),
    [
        ("postgresql://u:p@h/db?options=-c%20search_path%3Dfoo", "options", "-c search_path=foo"),
        ("postgresql://u:p@h/db?sslrootcert=/etc/my%20ca+%23%25.pem", "sslrootcert", "/etc/my ca+#%.pem"),
        ("postgresql://u:a%20b%2Bc@h/db", "password", "a b+c"),
        ("postgresql://u:a+b@h/db", "password", "a+b"),
        ("postgresql://u:a/b#c%e@h/db", "password", "a/b#c%e"),
        ("postgresql://h:5432/db?user=me@here", "user", "me@here"),
        ("postgresql://u:p@h1:5432,h2:5433/db", "host", "h1,h2"),
        ("postgresql://u:p@h1:5432,h2:5433/db", "port", "5432,5433"),
        ("postgresql://u:p@[::1]:5432/db", "host", "::1"),
    ],
)
def test_every_part_of_an_address_reaches_the_driver_as_it_was_meant(url: str, name: str, value: str) -> None:
    address = DatabaseAddress.parse(url)
    assert address.connect_arguments()[name] == value
    assert conninfo_to_dict(address.direct_url)[name] == value


async def test_options_of_an_address_stand_beside_our_own(settings: Settings, address: DatabaseAddress) -> None:
    database = Database(DatabaseAddress.parse(address.url + "&options=-c%20search_path%3Dfoo"), settings)
    async with database.unit() as session:
        assert (await session.execute(text("SHOW search_path"))).scalar_one() == "foo"
        assert (await session.execute(text("SHOW lock_timeout"))).scalar_one() == "5s"
    await database.close()


async def test_batch_jobs_have_limits_of_their_own(database: Database) -> None:
    names = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
    async with database.batch_unit() as session:
        shown = [(await session.execute(text(f"SHOW {name}"))).scalar_one() for name in names]
    assert shown == ["30min", "1min", "30min"]
    async with database.unit() as session:
        shown = [(await session.execute(text(f"SHOW {name}"))).scalar_one() for name in names]
    assert shown == ["15s", "5s", "30s"]


async def test_the_second_of_two_hosts_is_asked_when_the_first_is_away(
    settings: Settings, address: DatabaseAddress
) -> None:
    host = conninfo_to_dict(address.url)["host"]
    with_spare = address.url.replace(quote(str(host), safe=""), quote(f"127.0.0.1,{host}", safe="")) + "&port=1,5432"
    database = Database(DatabaseAddress.parse(with_spare), settings)
    await database.check()
    assert is_current(database.address)
    await database.close()


@pytest.mark.parametrize(
    "url",
    [
        "mysql://h/db",
        "just words",
        "postgresql://u:p@h:five/db",
        "postgresql://u:p@h:99999/db",
        "postgresql://u:p@h1:5432,h2:x/db",
        "postgresql://u:p@h/db?host=/a folder",
        "postgresql://u:p@h/db?no_such_option=1",
    ],
)
def test_another_address_is_one_sentence(url: str) -> None:
    with pytest.raises(StartupProblem, match="DATABASE_URL"):
        DatabaseAddress.parse(url)

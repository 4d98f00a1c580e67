from datetime import UTC, datetime, timedelta

from msgspec.structs import replace
from sqlalchemy import text
from tests.catalog.steps import called

from llmbattler.catalog.health import HealthEvent
from llmbattler.catalog.ledger import repository
from llmbattler.core import clock
from llmbattler.core.db import Database, first_id

WINDOW = timedelta(minutes=10)


async def test_a_call_is_added_once(database: Database) -> None:
    first, second = called("a"), called("a")
    async with database.unit() as session:
        assert await repository.add_calls(session, [first.as_row()]) == {first.call_id}
        assert await repository.add_calls(session, [first.as_row(), second.as_row()]) == {second.call_id}


async def test_recent_calls_are_the_newest_oldest_first_without_own_keys(database: Database) -> None:
    for outcome in ("one", "two", "three"):
        async with database.unit() as session:
            await repository.add_calls(session, [called("a", outcome).as_row()])
    async with database.unit() as session:
        await repository.add_calls(session, [replace(called("a", "own"), own_key=True).as_row()])
        await repository.add_calls(session, [called("b", "probed", "probe").as_row()])
    async with database.unit() as session:
        recent = await repository.list_recent_calls(session, ["a", "b", "c"], window=WINDOW, calls=2)
        later = await repository.list_recent_calls(session, ["a"], window=timedelta(0), calls=2)
    assert [event.outcome for event in recent["a"].calls] == ["two", "three"]
    (probe,) = recent["b"].calls
    assert probe == HealthEvent(probe.at, "probed", probe=True)
    assert (recent["c"].calls, recent["c"].health) == ([], None)
    assert later["a"].calls == []


async def test_the_caller_of_calls_is_changed_or_cleared(database: Database) -> None:
    async def count(caller: str) -> int:
        async with database.unit() as session:
            return sum([len(part) async for part in repository.list_calls_of(session, caller)])

    async with database.unit() as session:
        rows = [replace(called("a"), caller=caller).as_row() for caller in ("v_1", "v_1", "v_2")]
        await repository.add_calls(session, rows)
        await repository.update_caller(session, "v_1", "m_1")
        await repository.update_caller(session, "v_2", None)
    assert [await count(caller) for caller in ("v_1", "m_1", "v_2")] == [0, 2, 0]


async def test_the_health_of_a_model_reads_only_the_newest_partitions(database: Database) -> None:
    """It is read after every batch of calls, however many months there are."""
    first = first_id(clock.now() - WINDOW - repository.LONGEST_DELAY)
    given = {"models": ["a"], "window": WINDOW, "calls": 2, "first_id": first}
    async with database.unit() as session:
        await session.execute(text("CREATE TABLE model_calls_2025_01 (LIKE model_calls)"))
        bounds = [first_id(datetime(2025, month, 1, tzinfo=UTC)) for month in (1, 2)]
        attach = "ALTER TABLE model_calls ATTACH PARTITION model_calls_2025_01 FOR VALUES FROM ('{}') TO ('{}')"
        await session.execute(text(attach.format(*bounds)))
        explained = await session.execute(text(f"EXPLAIN {repository.RECENT_CALLS.text}"), given)
        plan = "\n".join(explained.scalars())
    assert "model_calls_2025_01" not in plan
    assert f"model_calls_{clock.now():%Y_%m}" in plan

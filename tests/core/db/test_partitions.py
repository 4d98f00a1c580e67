"""Tables that are divided by month."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text

from llmbattler.core.db import Database, first_id
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.db.migrate import find_drift
from llmbattler.core.db.partitions import (
    MONTHS_AHEAD,
    DividedTable,
    Month,
    add_partition,
    list_divided,
    list_missing,
)
from llmbattler.core.ids import uuid7

NOW = datetime.now(UTC)
CALLS = DividedTable("model_calls", "call_id")
ADD = (
    "INSERT INTO model_calls (call_id, purpose, model_id, estimated, total_ms, attempts, outcome) "
    "VALUES (:id, 'battle', 'm', false, 1, 1, 'ok')"
)


async def add_call(database: Database, call_id: UUID) -> str:
    """Add a call, and return its partition."""
    async with database.unit() as session:
        found = await session.execute(text(f"{ADD} RETURNING tableoid::regclass::text"), {"id": call_id})
        return str(found.scalar_one())


async def where(database: Database, call_id: UUID) -> str:
    async with database.unit() as session:
        query = text("SELECT tableoid::regclass::text FROM model_calls WHERE call_id = :id")
        return str((await session.execute(query, {"id": call_id})).scalar_one())


def id_of(moment: datetime) -> UUID:
    return UUID(int=first_id(moment).int | uuid7().int & ~(-1 << 80))


def test_months() -> None:
    december = Month.of(datetime(2026, 12, 31, 23, 59, tzinfo=UTC))
    assert (december, december.plus(1), december.plus(-12)) == (Month(2026, 12), Month(2027, 1), Month(2025, 12))
    assert CALLS.partition_of(Month(2027, 1)) == "model_calls_2027_01"
    assert first_id(december.plus(1).start) <= id_of(datetime(2027, 1, 1, tzinfo=UTC))
    before, made, after = first_id(NOW - timedelta(minutes=1)), uuid7(), first_id(NOW + timedelta(days=1))
    assert before < made < after


def test_both_tables_are_divided() -> None:
    assert list_divided() == [DividedTable("bench_results", "run_id"), CALLS]


async def test_rows_are_in_the_partition_of_their_month(database: Database) -> None:
    this = Month.of(NOW)
    assert await add_call(database, uuid7()) == CALLS.partition_of(this)
    for months in range(MONTHS_AHEAD + 1):
        month = this.plus(months)
        assert await add_call(database, id_of(month.start)) == CALLS.partition_of(month)


async def test_every_row_has_a_place(database: Database) -> None:
    this = Month.of(NOW)
    for call_id in (id_of(this.plus(-30).start), id_of(this.plus(90).start), UUID(int=0), UUID(int=2**128 - 1)):
        assert await add_call(database, call_id) == CALLS.default


async def test_rows_of_past_months_move_to_a_partition_of_their_own(
    database: Database, address: DatabaseAddress
) -> None:
    past = Month.of(NOW).plus(-30)
    odd = [uuid4(), UUID(int=0), id_of(Month.of(NOW).plus(90).start)]
    ids = [id_of(past.start), id_of(past.plus(1).start - timedelta(milliseconds=1))]
    for call_id in (*ids, *odd):
        assert await add_call(database, call_id) == CALLS.default
    async with database.unit() as session:
        assert await list_missing(session, CALLS, NOW) == [past]
        assert await add_partition(session, CALLS, past)
        assert await list_missing(session, CALLS, NOW) == []
    assert [await where(database, one) for one in ids] == [CALLS.partition_of(past)] * 2
    assert [await where(database, one) for one in odd] == [CALLS.default] * 3
    assert await add_call(database, id_of(past.start + timedelta(days=3))) == CALLS.partition_of(past)
    assert find_drift(address) == []
    async with database.unit() as session:
        assert not await add_partition(session, CALLS, past), "it is there"
        found = await session.execute(text("SELECT count(*) FROM pg_indexes WHERE tablename = :name"), _name(past))
        assert found.scalar_one() == 5, "with all indexes"


def _name(month: Month) -> dict[str, Any]:
    return {"name": CALLS.partition_of(month)}


async def test_partitions_are_added_some_months_ahead(database: Database) -> None:
    later = (Month.of(NOW).plus(2)).start
    async with database.unit() as session:
        assert await list_missing(session, CALLS, later) == [Month.of(later).plus(2), Month.of(later).plus(3)]


async def test_a_month_can_be_detached_and_dropped(database: Database, address: DatabaseAddress) -> None:
    past = Month.of(NOW).plus(-3)
    gone, kept = id_of(past.start), uuid7()
    for call_id in (gone, kept):
        await add_call(database, call_id)
    async with database.unit() as session:
        await add_partition(session, CALLS, past)
    async with database.unit() as session:
        await session.execute(text(f"ALTER TABLE model_calls DETACH PARTITION {CALLS.partition_of(past)}"))
        assert (await session.execute(text("SELECT call_id FROM model_calls"))).scalars().all() == [kept]
    assert any(CALLS.partition_of(past) in one for one in find_drift(address)), "it is an unknown table now"
    async with database.unit() as session:
        await session.execute(text(f"DROP TABLE {CALLS.partition_of(past)}"))
    assert find_drift(address) == []


async def test_a_table_that_is_not_divided_is_a_difference(database: Database, address: DatabaseAddress) -> None:
    async with database.unit() as session:
        await session.execute(text("CREATE TABLE flat (LIKE model_calls INCLUDING ALL)"))
        await session.execute(text("DROP TABLE model_calls"))
        await session.execute(text("ALTER TABLE flat RENAME TO model_calls"))
    assert "the table model_calls is not divided by month" in find_drift(address)


@pytest.mark.parametrize("table", ["model_calls", "bench_results"])
async def test_one_month_is_looked_at_for_one_key(database: Database, table: str) -> None:
    key = {one.name: one.key for one in list_divided()}[table]
    async with database.unit() as session:
        query = text(f"EXPLAIN SELECT * FROM {table} WHERE {key} = '{uuid7()}'")  # noqa: S608 - names of ours
        plan = "\n".join((await session.execute(query)).scalars())
    assert plan.count(" on ") == 1, plan
    assert f"{table}_{NOW:%Y_%m}" in plan

import asyncio
from datetime import timedelta
from importlib import import_module

from tests.catalog.budgets.money import (
    SITE,
    add_calls,
    ask,
    ledger_equals_spend,
    read_spend,
    record,
    reserve,
    set_budget,
)

from llmbattler.catalog.budgets.service.reconciliation import reconcile
from llmbattler.catalog.models import PlaceKind, Source
from llmbattler.catalog.offers import OfferedModel
from llmbattler.catalog.service import sync_catalog
from llmbattler.core.db import Database


async def run(database: Database, days: int = 2) -> list[tuple[str, int, int]]:
    async with database.unit() as session:
        return [(str(one.key), one.stored, one.ledger) for one in await reconcile(session, days=days)]


async def offer(database: Database) -> None:
    model = OfferedModel(
        model_id="alpha",
        name="Alpha",
        connector="openai",
        model="alpha",
        base_url="https://api.example.org/v1",
        source=Source.FILE,
        place=PlaceKind.CLOUD,
    )
    async with database.unit() as session:
        await sync_catalog(session, offers=[model])


async def test_sums_are_those_of_the_ledger(database: Database) -> None:
    await offer(database)
    (hold,) = await reserve(database, 900)
    await add_calls(database, record(100), record(50, caller="v_1"), record(7, caller=None), record(None))
    before = await read_spend(database)
    assert await run(database) == []
    assert await read_spend(database) == before
    assert before["site"] == (157, 900)
    assert before["provider:api.example.org"] == (157, 900)
    assert before["member:visitors"] == (50, 0)
    await add_calls(database, record(1, hold))
    assert (await read_spend(database))["site"] == (158, 0)


async def test_what_differs_is_corrected_and_told(database: Database) -> None:
    await offer(database)
    await add_calls(database, record(100))
    await ask(database, "UPDATE spend SET spent_micro_usd = 1, reserved_micro_usd = 5 WHERE scope = 'site' RETURNING 1")
    await ask(database, "DELETE FROM spend WHERE scope = 'member' RETURNING 1")
    assert await run(database) == [("member:m_1", 0, 100), ("site", 1, 100)]
    assert set((await read_spend(database)).values()) == {(100, 0)}
    assert await run(database) == []


async def test_yesterday_is_yesterdays_and_older_days_stay(database: Database) -> None:
    await offer(database)
    await add_calls(database, record(100), record(20))
    await ask(
        database, "UPDATE model_calls SET created_at = now() - interval '1 day' WHERE cost_micro_usd = 20 RETURNING 1"
    )
    await ask(
        database,
        "INSERT INTO spend VALUES (current_date - 9, 'site', '', 77, 0), (current_date - 500, 'site', '', 1, 0) "
        "RETURNING 1",
    )
    await run(database)
    rows = await ask(database, "SELECT spent_micro_usd FROM spend WHERE scope = 'site' ORDER BY day")
    assert [row[0] for row in rows] == [77, 20, 100]


async def test_reservations_of_dead_processes_are_freed_and_old_alerts_resolved(database: Database) -> None:
    await set_budget(database, SITE, 1)
    await add_calls(database, record(900_000))
    await ask(database, "UPDATE alerts SET day = day - 1 RETURNING 1")
    await reserve(database, 500, lease=timedelta(seconds=-1))
    await run(database)
    assert (await read_spend(database))["site"] == (900_000, 0)
    assert await ask(database, "SELECT 1 FROM alerts WHERE resolved_at IS NULL") == []


async def test_calls_that_end_meanwhile_are_not_lost(database: Database) -> None:
    await offer(database)

    async def call(number: int) -> None:
        (hold,) = await reserve(database, 100, caller=f"m_{number % 3}")
        await add_calls(database, record(number, hold, caller=f"m_{number % 3}"))

    work = [call(number) for number in range(1, 61)]
    await asyncio.gather(*work, *(run(database) for _ in range(8)))
    assert (await read_spend(database))["site"] == (sum(range(1, 61)), 0)
    await ledger_equals_spend(database)
    assert await run(database) == []


async def test_the_revision_works_out_the_same_sums(database: Database) -> None:
    """What was spent before there were budgets is counted in SQL, by the rules that hold from then on."""
    await offer(database)
    await add_calls(database, record(100), record(50, caller="v_1"), record(7, caller=None), record(3, caller="v"))
    before = await read_spend(database)
    await ask(database, "DELETE FROM spend RETURNING 1")
    await ask(database, import_module("llmbattler.migrations.versions.0007_budgets").FROM_LEDGER + " RETURNING 1")
    assert await read_spend(database) == before
    assert await run(database) == []

from tests.catalog.budgets.money import SITE, add_calls, ask, read_spend, record, reserve, set_budget
from tests.catalog.budgets.service.test_reconciliation import offer, run

from llmbattler.catalog.budgets.budget_keys import BudgetKey
from llmbattler.catalog.budgets.models import BudgetScope
from llmbattler.catalog.budgets.service.owned_data import SPEND
from llmbattler.catalog.ledger.service.owned_data import CALLS
from llmbattler.core.db import Database

ANN = BudgetKey(BudgetScope.MEMBER, "m_ann")


async def test_whoever_leaves_is_named_nowhere_and_the_money_stays_spent(database: Database) -> None:
    await offer(database)
    await set_budget(database, ANN, 0.001)
    await set_budget(database, SITE, 1)
    await reserve(database, 10, caller="m_ann")
    await add_calls(database, record(2000, caller="m_ann"), record(5))
    async with database.unit() as session:
        assert [one async for one in SPEND.export(session, "m_ann")] == [{"limit_micro_usd": 1000, "enabled": True}]
        await SPEND.erase(session, "m_ann")
        await CALLS.erase(session, "m_ann")
    for table in ("spend", "budgets", "alerts", "spend_reservations", "model_calls"):
        assert "m_ann" not in repr(await ask(database, f"SELECT * FROM {table}"))  # noqa: S608
    assert await run(database) == []
    assert (await read_spend(database))["site"] == (2005, 10)


async def test_whoever_signs_up_takes_along_what_they_spent(database: Database) -> None:
    await offer(database)
    await add_calls(database, record(2000, caller="v_1"), record(300, caller="v_2"))
    async with database.unit() as session:
        await SPEND.move(session, "v_1", "m_ann")
        await CALLS.move(session, "v_1", "m_ann")
    assert await run(database) == []  # moved, and no mistake
    found = await read_spend(database)
    assert (found["member:m_ann"], found["member:visitors"]) == ((2000, 0), (300, 0))

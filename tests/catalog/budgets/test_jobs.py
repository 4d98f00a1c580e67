from tests.catalog.budgets.money import add_calls, ask, read_spend, record

from llmbattler.catalog.budgets.jobs import reconcile_spend
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources


async def test_the_ledger_is_the_source(database: Database) -> None:
    await add_calls(database, record(5))
    await ask(database, "UPDATE spend SET spent_micro_usd = 99 RETURNING 1")
    resources = Resources()
    resources.add(Database, database)
    await reconcile_spend(resources)
    assert (await read_spend(database))["site"] == (5, 0)

from datetime import UTC, datetime

import pytest
from tests.catalog.budgets.money import SITE, add_calls, alerts, ask, record, set_budget

from llmbattler.catalog.budgets.budget_keys import BudgetKey
from llmbattler.catalog.budgets.models import BudgetScope
from llmbattler.catalog.budgets.service.alerts import raise_reached
from llmbattler.core.db import Database


async def test_a_warning_at_eighty_percent_and_an_alert_at_the_limit_once_each(database: Database) -> None:
    await set_budget(database, SITE, 1)
    await add_calls(database, record(790_000))
    assert await alerts(database) == []
    await add_calls(database, record(20_000))
    await add_calls(database, record(20_000))
    assert await alerts(database) == [("budget.warning", "site")]
    await add_calls(database, record(170_000))
    await add_calls(database, record(1))
    assert await alerts(database) == [("budget.warning", "site"), ("budget.reached", "site")]
    ((message, level, day),) = await ask(
        database, "SELECT message, level, day FROM alerts WHERE kind = 'budget.warning'"
    )
    assert message == "The site has spent 81% of today's $1.00."
    assert (level, day) == ("warning", datetime.now(UTC).date())


async def test_a_new_limit_resolves_what_the_old_one_said(database: Database) -> None:
    await set_budget(database, SITE, 1)
    await add_calls(database, record(1_000_000))
    await set_budget(database, SITE, 1.1)
    assert await ask(database, "SELECT 1 FROM alerts WHERE resolved_at IS NULL") == []
    await add_calls(database, record(1))
    assert await alerts(database) == [("budget.reached", "site"), ("budget.warning", "site")]


@pytest.mark.parametrize(
    ("budget", "name"),
    [
        (SITE, "The site"),
        (BudgetKey(BudgetScope.MEMBER, "*"), "A member"),
        (BudgetKey(BudgetScope.MEMBER, "visitors"), "All visitors together"),
        (BudgetKey(BudgetScope.PROVIDER, "api.example.org"), "The provider api.example.org"),
    ],
)
async def test_an_alert_names_the_budget(database: Database, budget: BudgetKey, name: str) -> None:
    async with database.unit() as session:
        await raise_reached(session, budget=budget)
    ((message, subject),) = await ask(database, "SELECT message, subject FROM alerts")
    assert message == f"{name} has used up today's budget; calls are refused until midnight UTC."
    assert subject == str(budget)

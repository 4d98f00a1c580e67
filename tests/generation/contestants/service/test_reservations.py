from datetime import timedelta

import pytest

from llmbattler.catalog.budgets.budget_keys import BudgetScope
from llmbattler.catalog.budgets.errors import BudgetReached
from llmbattler.catalog.budgets.models import Budget
from llmbattler.core.db import Database
from llmbattler.generation.contestants.service import AnswerPlan, PlannedCall, filter_payable, reserve
from llmbattler.generation.contestants.service.catalog_models import CatalogModel
from tests.benchmarks.runs.offered_models import model

LEASE = timedelta(minutes=5)


def plan(*amounts: int, provider: str = "models.example.org") -> AnswerPlan:
    return AnswerPlan(tuple(PlannedCall(provider, amount) for amount in amounts))


async def limit(database: Database, micro_usd: int, scope: BudgetScope = BudgetScope.SITE, subject: str = "") -> None:
    async with database.unit() as session:
        session.add(Budget(scope=scope, subject=subject, limit_micro_usd=micro_usd, warn_at=0.8, enabled=True))


async def test_every_call_of_all_plans_is_reserved_or_none(database: Database) -> None:
    await limit(database, 100)
    async with database.unit() as session:
        held = await reserve(session, plans=[plan(10, 20), plan(0), plan(30)], caller="m_1", lease=LEASE)
    assert [[one.reservation_id is not None for one in some] for some in held] == [[True, True], [False], [True]]
    with pytest.raises(BudgetReached):
        async with database.unit() as session:
            await reserve(session, plans=[plan(10), plan(31)], caller="m_1", lease=LEASE)
    async with database.unit() as session:
        await reserve(session, plans=[plan(40)], caller="m_1", lease=LEASE)


async def test_contestants_of_a_provider_without_money_are_left_out(database: Database) -> None:
    await limit(database, 0, BudgetScope.PROVIDER, "models.example.org")
    dear = CatalogModel.of(model("dear"))
    others = [CatalogModel.of(model(name, base_url="http://gpu")) for name in ("a", "b")]
    free = CatalogModel.of(model("free", price=None))
    async with database.unit() as session:
        assert await filter_payable(session, contestants=[dear, *others, free]) == [*others, free]
        with pytest.raises(BudgetReached):
            await filter_payable(session, contestants=[dear, free])
        with pytest.raises(BudgetReached):
            await filter_payable(session, contestants=[*others, dear], exhausted=["gpu"])

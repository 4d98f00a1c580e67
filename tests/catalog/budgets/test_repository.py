from datetime import date, timedelta

from tests.catalog.budgets.money import SITE, add_calls, read_spend, record, set_budget

from llmbattler.catalog.budgets import repository
from llmbattler.catalog.budgets.budget_keys import BudgetKey
from llmbattler.catalog.budgets.models import BudgetScope
from llmbattler.catalog.budgets.repository import NewReservation, Refusal, SpendChange
from llmbattler.core.db import Database
from llmbattler.core.ids import uuid7

LEASE = timedelta(minutes=10)
MEMBER = BudgetKey(BudgetScope.MEMBER, "m_1")
ALL = BudgetKey(BudgetScope.MEMBER, "*")


async def reserve(database: Database, amounts: dict[BudgetKey, int], lease: timedelta = LEASE) -> list[Refusal]:
    part = NewReservation(uuid7(), "m_1", "api.example.org", max(amounts.values()))
    async with database.unit() as session:
        return await repository.add_reservations(session, amounts=amounts, parts=[part], lease=lease)


async def test_a_refusal_names_the_key_and_the_budget_that_limits_it(database: Database) -> None:
    await set_budget(database, ALL, 0.001)
    assert await reserve(database, {SITE: 600, MEMBER: 600}) == []
    assert await reserve(database, {SITE: 600, MEMBER: 600}) == [Refusal(MEMBER, ALL)]
    await set_budget(database, MEMBER, 1)
    assert await reserve(database, {MEMBER: 600}) == []


async def test_the_limit_of_a_key_is_its_own_or_that_of_each_member(database: Database) -> None:
    async def limit(key: BudgetKey) -> int | None:
        async with database.unit() as session:
            return await repository.get_limit(session, key)

    visitors = BudgetKey(BudgetScope.MEMBER, "visitors")
    assert await limit(MEMBER) is None
    await set_budget(database, ALL, 2)
    assert (await limit(MEMBER), await limit(visitors)) == (2_000_000, None)
    await set_budget(database, MEMBER, 1)
    assert await limit(MEMBER) == 1_000_000
    await set_budget(database, MEMBER, 1, enabled=False)
    assert await limit(MEMBER) == 2_000_000


async def test_added_spend_returns_the_levels_of_limited_keys_only(database: Database) -> None:
    await set_budget(database, SITE, 1)
    async with database.unit() as session:
        levels = await repository.add_spend(session, [SpendChange(SITE, spent=5), SpendChange(MEMBER, spent=5)])
        again = await repository.add_spend(session, [SpendChange(SITE, spent=5), SpendChange(SITE, spent=1)])
        before = await repository.add_spend(session, [SpendChange(SITE, day=date(2020, 1, 1), spent=5)])
    assert [(one.key, one.budget, one.spent, one.most) for one in levels] == [(SITE, SITE, 5, 1_000_000)]
    assert [one.spent for one in again] == [11]
    assert before == []


async def test_expired_reservations_are_deleted_and_returned_once(database: Database) -> None:
    await reserve(database, {SITE: 100}, timedelta(seconds=-1))
    await reserve(database, {SITE: 50})
    async with database.unit() as session:
        assert [row.amount_micro_usd for row in await repository.delete_expired_reservations(session)] == [100]
        assert list(await repository.delete_expired_reservations(session)) == []


async def test_providers_without_budget_left_are_listed(database: Database) -> None:
    for name, dollars in (("spent.example", 0), ("rich.example", 1)):
        await set_budget(database, BudgetKey(BudgetScope.PROVIDER, name), dollars)
    async with database.unit() as session:
        assert await repository.list_spent_providers(session) == {"spent.example"}


async def test_the_known_cost_leaves_out_blind_battles(database: Database) -> None:
    await add_calls(database, record(10), record(500, purpose="battle"), record(7, purpose="unheard of"))
    async with database.unit() as session:
        assert await repository.get_known_cost(session, "m_1") == 10
    assert (await read_spend(database))["member:m_1"] == (517, 0)

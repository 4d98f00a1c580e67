import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from typing import Any

import pytest
from pydantic import SecretStr
from tests.catalog.budgets.money import SITE, alerts, ask, ledger_equals_spend, read_spend, set_budget

from llmbattler.catalog.budgets import flow
from llmbattler.catalog.budgets.errors import BudgetReached
from llmbattler.catalog.budgets.estimate import MESSAGE_TOKENS
from llmbattler.catalog.budgets.flow import Budgets
from llmbattler.catalog.budgets.service.reservations import CallEstimate, Reservation
from llmbattler.catalog.calls.flow import CallContext, ModelCalls
from llmbattler.catalog.models import Provider
from llmbattler.catalog.offers import OfferedModel
from llmbattler.catalog.providers.service.keys import store_key
from llmbattler.connectors.calls import Caller
from llmbattler.connectors.contract import Message
from llmbattler.connectors.errors import BadKey, FailureKind
from llmbattler.connectors.settings import ConnectorSettings
from llmbattler.core.db import Database, Session
from llmbattler.core.db.failures import DatabaseUnavailable
from llmbattler.core.master_keys import MasterKeys
from llmbattler.core.settings import Settings
from llmbattler.core.vault import Vault
from llmbattler.testing import Script, ScriptedProvider

Offer = Callable[..., OfferedModel]

PAID = CallEstimate("m_1", "p1", 10_000)


class Counting:
    """A database that counts how often it is asked, and can be away."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.asked = 0
        self.away = False

    @asynccontextmanager
    async def unit(self) -> AsyncIterator[Session]:
        self.asked += 1
        if self.away:
            raise DatabaseUnavailable
        async with self._database.unit() as session:
            yield session


async def test_without_budgets_calls_ask_the_database_nothing(database: Database, settings: Settings) -> None:
    counting = Counting(database)
    budgets = Budgets(counting, settings)  # type: ignore[arg-type]
    holds = await asyncio.gather(*(budgets.reserve(PAID) for _ in range(50)))
    assert counting.asked == 1
    assert {hold.reservation_id for hold in holds} == {None}
    assert await read_spend(database) == {}


async def test_the_first_budget_is_noticed(
    database: Database, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    budgets = Budgets(database, settings)
    assert not await budgets.are_set()
    await set_budget(database, SITE, 1)
    assert not await budgets.are_set()
    monkeypatch.setattr(flow, "REFRESH_SECONDS", 0)
    assert await budgets.are_set()
    assert (await budgets.reserve(PAID)).reservation_id is not None
    assert (await budgets.reserve(CallEstimate("m_1", "p1", 0))).reservation_id is None


async def test_while_the_database_is_away_what_is_known_stays(
    database: Database, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flow, "REFRESH_SECONDS", 0)
    counting = Counting(database)
    budgets = Budgets(counting, settings)  # type: ignore[arg-type]
    counting.away = True
    with pytest.raises(DatabaseUnavailable):
        await budgets.are_set()
    counting.away = False
    assert not await budgets.are_set()
    counting.away = True
    assert not await budgets.are_set()


async def test_a_refusal_is_told_once_though_its_transaction_is_undone(database: Database, settings: Settings) -> None:
    await set_budget(database, SITE, 0)
    budgets = Budgets(database, settings)
    for _ in range(2):
        with pytest.raises(BudgetReached):
            await budgets.reserve(PAID)
    assert await alerts(database) == [("budget.reached", "site")]
    assert await read_spend(database) == {}


async def test_no_lease_ends_before_an_answer_must(database: Database, settings: Settings) -> None:
    assert Budgets(database, settings).lease.total_seconds() > settings.of(ConnectorSettings).model_total_timeout


async def answer(calls: ModelCalls, model: OfferedModel, purpose: str = "direct", **more: Any) -> None:
    context = CallContext(purpose=purpose, caller="m_1", **more)
    async with aclosing(calls.stream(model, [Message.user("Hi")], context=context)) as deltas:
        async for _ in deltas:
            pass


async def test_money_is_set_aside_while_a_model_answers(
    database: Database, calls: ModelCalls, offer: Offer, provider: ScriptedProvider
) -> None:
    await set_budget(database, SITE, 1)
    provider.script("alpha", Script())
    provider.hold("alpha")
    running = asyncio.create_task(answer(calls, offer(params={"max_tokens": 100})))
    await provider.wait_for_request()
    most = (len("Hi") + MESSAGE_TOKENS) * 2 + 100 * 8
    assert (await read_spend(database))["site"] == (0, most)
    provider.release("alpha")
    await running
    await calls.flush()
    spent, reserved = (await read_spend(database))["site"]
    assert 0 < spent < most
    assert reserved == 0
    await ledger_equals_spend(database)


async def test_a_call_that_nothing_pays_for_is_not_made(
    database: Database, calls: ModelCalls, offer: Offer, provider: ScriptedProvider
) -> None:
    provider.script("alpha", Script())
    await set_budget(database, SITE, 0)
    with pytest.raises(BudgetReached):
        await answer(calls, offer())
    await answer(calls, offer(price=None))
    await answer(calls, offer(), reservation=Reservation())  # a battle that was paid for before
    await calls.flush()
    assert len(provider.requests) == 2
    assert len(await ask(database, "SELECT 1 FROM model_calls")) == 2


async def test_failures_and_stops_free_what_was_set_aside(
    database: Database, calls: ModelCalls, offer: Offer, provider: ScriptedProvider
) -> None:
    await set_budget(database, SITE, 1)
    provider.script("alpha", Script(failure=FailureKind.BAD_KEY))
    with pytest.raises(BadKey):
        await answer(calls, offer())
    provider.script("alpha", Script())
    provider.hold("alpha")
    running = asyncio.create_task(answer(calls, offer()))
    await provider.wait_for_request(2)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await calls.flush()
    assert (await read_spend(database))["site"][1] == 0
    assert await ask(database, "SELECT 1 FROM spend_reservations") == []


async def test_a_key_of_ones_own_pays_for_what_one_runs_for_oneself(
    database: Database, caller: Caller, settings: Settings, offer: Offer, provider: ScriptedProvider
) -> None:
    settings = settings.model_copy(update={"master_key": SecretStr("0123456789abcdef" * 4)})
    async with database.unit() as session:
        row = Provider(
            provider_id="p", name="P", connector="openai", base_url=provider.openai_url, own_keys=True, created_by="m_0"
        )
        session.add(row)
        vault = Vault(MasterKeys(settings))
        await store_key(
            session, provider=row, owner="m_1", created_by="m_1", key=SecretStr("sk-a-key-of-my-own"), vault=vault
        )
        await store_key(
            session, provider=row, owner=None, created_by="m_0", key=SecretStr("sk-the-key-of-the-site"), vault=vault
        )
    await set_budget(database, SITE, 0)
    provider.script("alpha", Script())
    calls = ModelCalls(database, caller, settings)
    await answer(calls, offer(provider_id="p"))
    with pytest.raises(BudgetReached):
        await answer(calls, offer(provider_id="p"), "battle")
    await calls.close()
    ((cost, own),) = await ask(database, "SELECT cost_micro_usd, own_key FROM model_calls")
    assert cost > 0
    assert own
    assert await read_spend(database) == {}

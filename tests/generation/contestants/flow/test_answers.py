"""Contestants that make several calls, and what is reserved for them."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from llmbattler.catalog.budgets.budget_keys import BudgetScope
from llmbattler.catalog.budgets.errors import BudgetReached
from llmbattler.catalog.budgets.models import Budget, Spend, SpendReservation
from llmbattler.catalog.calls.flow import ModelCalls
from llmbattler.catalog.models import ModelCall
from llmbattler.connectors.contract import Message
from llmbattler.connectors.errors import ConnectorError
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.generation.contestants.flow import ask, stream_answer
from llmbattler.generation.contestants.service import AnswerContext, Contestant, find_contestants, reserve
from llmbattler.testing import Script, ScriptedProvider
from tests.arena.conftest import offer
from tests.generation.contestants.toys import MODEL, install_toys

ASKED = [Message.user("Why?")]
TOY = "toy:x@1"


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        provider.script(MODEL, Script(text="Because."))
        yield provider


@pytest.fixture
async def toy(
    resources: Resources, provider: ScriptedProvider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Contestant:
    install_toys(tmp_path, monkeypatch)
    await offer(resources, provider, MODEL)
    async with resources.get(Database).unit() as session:
        return (await find_contestants(session, ids=[TOY]))[TOY]


async def limit(resources: Resources, micro_usd: int) -> None:
    async with resources.get(Database).unit() as session:
        session.add(Budget(scope=BudgetScope.SITE, subject="", limit_micro_usd=micro_usd, warn_at=0.8, enabled=True))
    resources.get(ModelCalls).budgets.invalidate()


def context(resources: Resources) -> AnswerContext:
    return AnswerContext(resources=resources, purpose="run", purpose_id="run", caller="m_1")


async def list_calls(resources: Resources) -> list[ModelCall]:
    await resources.get(ModelCalls).flush()
    async with resources.get(Database).unit() as session:
        rows = await session.execute(select(ModelCall).where(ModelCall.purpose != "probe"))
        return list(rows.scalars())


async def test_the_ledger_has_one_row_for_each_inner_call(resources: Resources, toy: Contestant) -> None:
    reply = await ask(toy, ASKED, context=context(resources))
    calls = await list_calls(resources)
    assert [(call.model_id, call.contestant_id, call.purpose_id) for call in calls] == [(MODEL, TOY, "run")] * 2
    assert calls[0].parent_id == calls[1].parent_id is not None
    assert reply.text == "Because."
    assert reply.cost_micro_usd == sum(call.cost_micro_usd or 0 for call in calls) > 0
    assert reply.usage.output_tokens == sum(call.output_tokens or 0 for call in calls)
    again = await ask(toy, ASKED, context=context(resources))
    assert again.text
    assert len({call.parent_id for call in await list_calls(resources)}) == 2


async def test_nothing_is_asked_where_the_whole_answer_is_not_paid(
    resources: Resources, toy: Contestant, provider: ScriptedProvider
) -> None:
    most = toy.plan(ASKED).most_micro_usd
    await limit(resources, most - 1)
    with pytest.raises(BudgetReached):
        await ask(toy, ASKED, context=context(resources))
    assert provider.requests == []
    await limit_again(resources, most)
    await ask(toy, ASKED, context=context(resources))


async def limit_again(resources: Resources, micro_usd: int) -> None:
    async with resources.get(Database).unit() as session:
        (await session.execute(select(Budget))).scalar_one().limit_micro_usd = micro_usd


async def count_reserved(resources: Resources) -> tuple[int, int]:
    await resources.get(ModelCalls).flush()
    async with resources.get(Database).unit() as session:
        held = len((await session.execute(select(SpendReservation))).scalars().all())
        spend = (await session.execute(select(Spend).where(Spend.scope == BudgetScope.SITE))).scalar_one()
        return held, spend.reserved_micro_usd


async def test_what_an_answer_did_not_need_is_released(resources: Resources, toy: Contestant) -> None:
    await limit(resources, 10 * toy.plan(ASKED).most_micro_usd)
    async with resources.get(Database).unit() as session:
        (held,) = await reserve(session, plans=[toy.plan(ASKED)], caller="m_1", lease=timedelta(minutes=5))
    assert len(held) == 2
    asked = AnswerContext(resources=resources, purpose="run", caller="m_1", reservations=held)
    stopped = stream_answer(toy, ASKED, context=asked)
    await anext(stopped)
    await stopped.aclose()
    assert await count_reserved(resources) == (0, 0)


async def test_a_failed_first_call_releases_the_second(
    resources: Resources, toy: Contestant, provider: ScriptedProvider
) -> None:
    await limit(resources, 10 * toy.plan(ASKED).most_micro_usd)
    provider.script(MODEL, Script(status=400))
    with pytest.raises(ConnectorError):
        await ask(toy, ASKED, context=context(resources))
    assert await count_reserved(resources) == (0, 0)

import asyncio
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import aclosing
from typing import Any

import pytest
from pydantic import SecretStr

from llmbattler.catalog import repository
from llmbattler.catalog.budgets.service.reservations import Reservation
from llmbattler.catalog.calls.flow import CallContext, ModelCalls
from llmbattler.catalog.errors import KeyMissing, OwnKeyUnreadable
from llmbattler.catalog.models import Provider
from llmbattler.catalog.offers import OfferedModel
from llmbattler.catalog.providers.service.keys import store_key
from llmbattler.connectors.calls import Caller
from llmbattler.connectors.contract import Delta, Finish, FinishReason, Message, Params, TextDelta, ToolCall
from llmbattler.connectors.errors import BrokenStream, ConnectorError, FailureKind
from llmbattler.connectors.ticker import unpaced_reads
from llmbattler.core.db import Database
from llmbattler.core.master_keys import MasterKeys
from llmbattler.core.settings import Settings
from llmbattler.core.vault import Vault
from llmbattler.testing import Script, ScriptedProvider

Offer = Callable[..., OfferedModel]

ASKED = [Message.user("What is up?")]
BATTLE = CallContext(purpose="battle", purpose_id="b-1", caller="visitor-1")


async def rows(database: Database) -> Sequence[Any]:
    async with database.unit() as session:
        query = repository.text("SELECT * FROM model_calls ORDER BY created_at, call_id")
        return (await session.execute(query)).all()


async def only_row(database: Database, calls: ModelCalls) -> Any:
    await calls.flush()
    (row,) = await rows(database)
    return row


async def read(calls: ModelCalls, model: OfferedModel, params: Params | None = None) -> list[Delta]:
    return [delta async for delta in calls.stream(model, ASKED, context=BATTLE, params=params)]


async def test_a_call_is_answered_and_recorded(
    calls: ModelCalls, offer: Offer, provider: ScriptedProvider, database: Database
) -> None:
    provider.script("alpha", Script(chunks=("Hello ", "you.")))
    deltas = await read(calls, offer(params={"temperature": 0.3}, system_prompt="Be kind."))
    assert "".join(delta.text for delta in deltas if isinstance(delta, TextDelta)) == "Hello you."
    assert isinstance(deltas[-1], Finish)
    row = await only_row(database, calls)
    assert (row.model_id, row.purpose, row.purpose_id, row.caller) == ("alpha", "battle", "b-1", "visitor-1")
    assert (row.outcome, row.attempts, row.estimated) == ("ok", 1, False)
    assert (row.input_tokens, row.output_tokens) == (5, 2)
    assert row.cost_micro_usd == 5 * 2 + 2 * 8
    assert 0 <= row.first_token_ms <= row.total_ms
    sent = provider.requests[0]
    assert [turn.text for turn in sent.turns] == ["Be kind.", "What is up?"]
    assert sent.body["temperature"] == 0.3


async def test_a_whole_answer_comes_with_what_the_ledger_says_of_it(
    calls: ModelCalls, offer: Offer, provider: ScriptedProvider, database: Database
) -> None:
    provider.script("alpha", Script(chunks=("Hello ", "you.")))
    reply = await calls.ask(offer(), ASKED, context=BATTLE)
    row = await only_row(database, calls)
    assert (reply.text, reply.finish) == ("Hello you.", FinishReason.STOP)
    assert (reply.cost_micro_usd, reply.total_ms) == (row.cost_micro_usd, row.total_ms)
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (row.input_tokens, row.output_tokens)
    assert reply.attempts == 1


async def test_a_whole_answer_may_be_wanted_within_a_time(
    calls: ModelCalls, offer: Offer, provider: ScriptedProvider, database: Database
) -> None:
    provider.script("alpha", Script(stall_after=1))
    with pytest.raises(ConnectorError) as failed:
        await calls.ask(offer(), ASKED, context=BATTLE, seconds=0.2)
    assert failed.value.kind is FailureKind.TIMED_OUT
    assert (await only_row(database, calls)).outcome == "timed_out"


async def test_unpaced_reads_do_not_wait_for_the_tick(
    calls: ModelCalls, offer: Offer, provider: ScriptedProvider
) -> None:
    provider.script("alpha", Script(chunks=tuple("abcdef"), chunk_delay=0.001))

    async def ask(reads: int) -> int:
        unpaced_reads.set(reads)
        return (await calls.ask(offer(), ASKED, context=BATTLE)).total_ms

    slow = [await asyncio.create_task(ask(0)) for _ in range(5)]
    quick = [await asyncio.create_task(ask(100)) for _ in range(5)]
    assert min(quick) < 100
    assert sum(quick) < sum(slow)


async def test_a_call_may_ask_for_other_parameters(calls: ModelCalls, offer: Offer, provider: ScriptedProvider) -> None:
    provider.script("alpha", Script())
    await read(calls, offer(params={"temperature": 0.3, "max_tokens": 9}), Params(temperature=1.0))
    assert (provider.requests[0].body["temperature"], provider.requests[0].body["max_tokens"]) == (1.0, 9)


async def test_uncounted_tokens_are_estimated(
    calls: ModelCalls, offer: Offer, provider: ScriptedProvider, database: Database
) -> None:
    call = ToolCall("1", "look", '{"a": 1}')
    provider.script("alpha", Script(text="x" * 40, reasoning="y" * 8, tool_calls=(call,), omit=frozenset({"usage"})))
    await read(calls, offer(price=None))
    row = await only_row(database, calls)
    assert (row.input_tokens, row.output_tokens, row.estimated) == (3, 14, True)
    assert row.cost_micro_usd is None


async def test_a_failure_is_recorded_by_its_name(
    calls: ModelCalls, offer: Offer, provider: ScriptedProvider, database: Database
) -> None:
    provider.script("alpha", Script(failure=FailureKind.OVERLOADED))
    with pytest.raises(ConnectorError):
        await read(calls, offer())
    row = await only_row(database, calls)
    assert (row.outcome, row.attempts, row.first_token_ms) == ("overloaded", 2, None)
    assert (row.input_tokens, row.output_tokens, row.cost_micro_usd) == (0, 0, 0)


async def test_a_broken_answer_costs_what_was_said(
    calls: ModelCalls, offer: Offer, provider: ScriptedProvider, database: Database
) -> None:
    provider.script("alpha", Script(text="x" * 100, chunk_size=40, truncate_after=2))
    with pytest.raises(ConnectorError):
        await read(calls, offer())
    row = await only_row(database, calls)
    assert (row.outcome, row.output_tokens, row.estimated) == ("broken_stream", 20, True)


async def test_a_missing_key_is_recorded_and_never_called(
    calls: ModelCalls, offer: Offer, provider: ScriptedProvider, database: Database
) -> None:
    with pytest.raises(KeyMissing):
        await read(calls, offer(api_key_env="NOT_SET_ANYWHERE"))
    row = await only_row(database, calls)
    assert (row.outcome, row.attempts) == ("bad_key", 0)
    assert not provider.requests


async def test_a_cancelled_call_is_recorded(
    calls: ModelCalls, offer: Offer, provider: ScriptedProvider, database: Database
) -> None:
    provider.script("alpha", Script(chunks=("eight ch", "aracters")))
    provider.hold("alpha", at=1)
    begun = asyncio.Event()

    async def listen() -> None:
        async for _ in calls.stream(offer(), ASKED, context=BATTLE):
            begun.set()

    task = asyncio.create_task(listen())
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    row = await only_row(database, calls)
    assert (row.outcome, row.output_tokens, row.estimated) == ("cancelled", 2, True)
    assert (await provider.wait_for_end()).closed_early


async def test_what_is_cancelled_before_anything_was_sent_costs_nothing(
    calls: ModelCalls, offer: Offer, provider: ScriptedProvider, database: Database
) -> None:
    paid = CallContext(purpose="battle", reservation=Reservation())
    task = asyncio.create_task(calls.ask(offer(provider_id="p"), ASKED, context=paid))
    await asyncio.sleep(0)  # it asks the database for its key now
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    row = await only_row(database, calls)
    assert (row.outcome, row.input_tokens, row.cost_micro_usd, row.estimated) == ("cancelled", 0, 0, False)
    assert not provider.requests


@pytest.mark.usefixtures("broken_plugin")
async def test_what_a_plugin_fails_with_gets_a_name(calls: ModelCalls, offer: Offer, database: Database) -> None:
    with pytest.raises(BrokenStream, match="'brokenwire' failed with ZeroDivisionError"):
        await read(calls, offer(connector="brokenwire"))
    assert (await only_row(database, calls)).outcome == "broken_stream"


async def test_a_closed_stream_is_recorded(
    calls: ModelCalls, offer: Offer, provider: ScriptedProvider, database: Database
) -> None:
    provider.script("alpha", Script(flood=True))
    async with aclosing(calls.stream(offer(), ASKED, context=BATTLE)) as deltas:
        async for _ in deltas:
            break
    assert (await only_row(database, calls)).outcome == "cancelled"


async def test_a_reader_who_stops_at_the_finish_heard_all(
    calls: ModelCalls, offer: Offer, provider: ScriptedProvider, database: Database
) -> None:
    provider.script("alpha", Script())
    async with aclosing(calls.stream(offer(), ASKED, context=BATTLE)) as deltas:
        async for delta in deltas:
            if isinstance(delta, Finish):
                break
    row = await only_row(database, calls)
    assert (row.outcome, row.estimated) == ("ok", False)


async def test_no_connection_is_held_while_a_model_answers(
    calls: ModelCalls, offer: Offer, provider: ScriptedProvider, database: Database
) -> None:
    provider.script("alpha", Script())
    provider.hold("alpha", at=1)
    task = asyncio.create_task(read(calls, offer()))
    await provider.wait_for_held("alpha")
    assert database.engine.pool.checkedout() == 0  # type: ignore[attr-defined]
    provider.release("alpha")
    await task


async def add_provider(database: Database, provider_id: str, base_url: str) -> Provider:
    row = Provider(
        provider_id=provider_id, name="P", connector="openai", base_url=base_url, own_keys=True, created_by="m_0"
    )
    async with database.unit() as session:
        session.add(row)
    return row


async def test_a_members_key_that_rests_is_their_own_trouble(
    database: Database, caller: Caller, settings: Settings, offer: Offer, provider: ScriptedProvider
) -> None:
    settings = settings.model_copy(update={"master_key": SecretStr("0123456789abcdef" * 4)})
    row = await add_provider(database, "p", "https://before.example")
    async with database.unit() as session:
        vault = Vault(MasterKeys(settings))
        await store_key(session, provider=row, owner="m_1", created_by="m_1", key=SecretStr("sk-my-own"), vault=vault)
    moved = offer(provider_id="p")
    calls = ModelCalls(database, caller, settings)
    with pytest.raises(OwnKeyUnreadable):
        await calls.ask(moved, ASKED, context=CallContext(purpose="direct", caller="m_1"))
    noted = await only_row(database, calls)
    assert (noted.outcome, noted.own_key) == ("bad_key", True)
    assert provider.requests == []


async def test_an_answer_that_is_longer_than_allowed_is_stopped(
    calls: ModelCalls, offer: Offer, provider: ScriptedProvider, database: Database
) -> None:
    provider.script("alpha", Script(flood=True))
    reply = await calls.ask(offer(), ASKED, context=BATTLE, max_chars=100)
    assert not reply.complete
    assert (reply.finish, 0 < len(reply.text) <= 100) == (FinishReason.LENGTH, True)
    row = await only_row(database, calls)
    assert (row.outcome, row.estimated) == ("cancelled", True)
    assert reply.cost_micro_usd == row.cost_micro_usd > 0
    assert (await provider.wait_for_end()).closed_early


async def test_an_answer_within_the_allowed_length_is_complete(
    calls: ModelCalls, offer: Offer, provider: ScriptedProvider
) -> None:
    provider.script("alpha", Script(chunks=("Hello ", "you."), reasoning="x" * 50))
    reply = await calls.ask(offer(), ASKED, context=BATTLE, max_chars=len("Hello you."))
    assert (reply.text, reply.complete) == ("Hello you.", True)


def test_calling_models_loads_no_web_framework() -> None:
    """The worker and the command line import this module; a web framework would slow their start."""
    program = (
        "import sys, llmbattler.catalog.calls.flow, llmbattler.catalog.discovery.flow, llmbattler.catalog.probes.flow;"
        "print(*{name.partition('.')[0] for name in sys.modules} & {'fastapi', 'starlette'})"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == ""

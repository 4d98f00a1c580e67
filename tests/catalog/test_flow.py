import asyncio
import socket
from collections.abc import Callable, Sequence
from contextlib import aclosing
from typing import Any

import pytest
from pydantic import SecretStr

from llmbattler.catalog import flow, repository, service
from llmbattler.catalog.errors import BadModelsFile, DownloadFailed, KeyMissing, OwnKeyUnreadable
from llmbattler.catalog.flow import CallContext, ModelCalls, pull_included, refresh_catalog
from llmbattler.catalog.models import Provider, Purpose, Source
from llmbattler.catalog.offers import OfferedModel
from llmbattler.catalog.providers.stored_keys import KeyRow, store_key
from llmbattler.catalog.service import Hold
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
BATTLE = CallContext(purpose=Purpose.BATTLE, purpose_id="b-1", caller="visitor-1")


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
    paid = CallContext(purpose=Purpose.BATTLE, hold=Hold())
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


def write_file(settings: Settings, text: str) -> None:
    (settings.data_dir / "models.yaml").write_text(text)


async def listed(database: Database) -> dict[str, str]:
    async with database.unit() as session:
        return {model.model_id: model.status.value for model in await service.list_offered(session)}


async def test_a_fresh_site_has_four_contestants(database: Database, caller: Caller, settings: Settings) -> None:
    report = await refresh_catalog(database, caller, settings, starting=True)
    assert len(report.changes.added) == 4
    assert set((await listed(database)).values()) == {"active"}


async def test_the_file_and_discovery_make_the_catalog(
    database: Database, caller: Caller, settings: Settings, provider: ScriptedProvider
) -> None:
    for name in ("llama3.2:3b", "qwen3:8b", "nomic-embed-text"):
        provider.script(name, Script())
    write_file(settings, f"models:\n  - {{id: mine, model: 'qwen3:8b', base_url: '{provider.openai_url}'}}\n")
    looking = settings.model_copy(
        update={
            "discovery": True,
            "ollama_base_url": provider.openai_url,
            "lm_studio_base_url": "http://127.0.0.1:1/v1",
            "vllm_base_url": "",
            "llama_cpp_base_url": "",
        }
    )
    report = await refresh_catalog(database, caller, looking)
    assert [(spot.spot.name, len(spot.found)) for spot in report.spots] == [("ollama", 2), ("lm-studio", 0)]
    problem = report.spots[1].problem
    assert problem is not None
    assert problem.kind is FailureKind.UNREACHABLE
    found = await listed(database)
    assert {name: state for name, state in found.items() if "smollm2" not in name} == {
        "mine": "active",
        "ollama-llama3.2-3b": "active",
    }
    assert found["smollm2-135m-precise"] == "paused"


def only_ollama(settings: Settings, provider: ScriptedProvider, **more: Any) -> Settings:
    nowhere = dict.fromkeys(("lm_studio_base_url", "vllm_base_url", "llama_cpp_base_url"), "")
    return settings.model_copy(
        update={"discovery": True, "ollama_base_url": provider.openai_url, **nowhere, **more},
    )


async def add_provider(database: Database, provider_id: str, base_url: str) -> Provider:
    row = Provider(
        provider_id=provider_id, name="P", connector="openai", base_url=base_url, own_keys=True, created_by="m_0"
    )
    async with database.unit() as session:
        session.add(row)
    return row


async def test_a_provider_of_the_admin_may_bear_the_name_of_a_place_that_is_asked_anyway(
    database: Database, caller: Caller, settings: Settings, provider: ScriptedProvider
) -> None:
    provider.script("qwen3:8b", Script())
    await refresh_catalog(database, caller, only_ollama(settings, provider), starting=True)
    await add_provider(database, "ollama", provider.openai_url)
    assert not (await refresh_catalog(database, caller, only_ollama(settings, provider), starting=True)).changes
    provider.script("llama3.2:3b", Script())
    asking = only_ollama(settings, provider, discovery_ask=True)
    assert (await refresh_catalog(database, caller, asking)).changes.waiting == ["ollama-llama3.2-3b"]
    async with database.unit() as session:
        kept = await service.get_offered(session, model_id="ollama-qwen3-8b")
    assert (kept.source, kept.provider_id) == (Source.DISCOVERED, None)


async def test_processes_that_start_together_find_the_same_once(
    database: Database, caller: Caller, settings: Settings, provider: ScriptedProvider
) -> None:
    for name in ("one", "two", "three"):
        provider.script(name, Script())
    asking = only_ollama(settings, provider, discovery_ask=True)
    reports = await asyncio.gather(*(refresh_catalog(database, caller, asking, starting=True) for _ in range(4)))
    waiting = sorted(model_id for report in reports for model_id in report.changes.waiting)
    assert waiting == ["ollama-one", "ollama-three", "ollama-two"]


async def test_a_members_key_that_rests_is_their_own_trouble(
    database: Database, caller: Caller, settings: Settings, offer: Offer, provider: ScriptedProvider
) -> None:
    settings = settings.model_copy(update={"master_key": SecretStr("0123456789abcdef" * 4)})
    row = await add_provider(database, "p", "https://before.example")
    async with database.unit() as session:
        await store_key(session, row=KeyRow(row, "m_1", "m_1"), key="sk-my-own", vault=Vault(MasterKeys(settings)))
    moved = offer(provider_id="p")
    calls = ModelCalls(database, caller, settings)
    with pytest.raises(OwnKeyUnreadable):
        await calls.ask(moved, ASKED, context=CallContext(purpose=Purpose.DIRECT, caller="m_1"))
    noted = await only_row(database, calls)
    assert (noted.outcome, noted.own_key) == ("bad_key", True)
    assert provider.requests == []


async def test_a_worker_without_the_file_retires_nobody(
    database: Database, caller: Caller, settings: Settings, provider: ScriptedProvider
) -> None:
    write_file(settings, f"models:\n  - {{id: mine, base_url: '{provider.openai_url}'}}\n  - {{id: gpt-4o-mini}}\n")
    await refresh_catalog(database, caller, settings, starting=True)
    (settings.data_dir / "models.yaml").unlink()
    assert not (await refresh_catalog(database, caller, settings)).changes
    assert (await refresh_catalog(database, caller, settings, starting=True)).changes.retired == ["gpt-4o-mini", "mine"]


async def test_a_bad_file_changes_nothing(database: Database, caller: Caller, settings: Settings) -> None:
    write_file(settings, "models: [{id: a}]\n")
    await refresh_catalog(database, caller, settings)
    before = await listed(database)
    write_file(settings, "models: [{id: a}, {}]\n")
    with pytest.raises(BadModelsFile):
        await refresh_catalog(database, caller, settings)
    assert await listed(database) == before


async def test_a_silent_address_keeps_nobody_waiting(
    database: Database, caller: Caller, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flow, "LOCAL_SECONDS", 0.05)
    server = socket.create_server(("127.0.0.1", 0))  # takes connections and says nothing
    port = server.getsockname()[1]
    silent = settings.model_copy(
        update={
            "discovery": True,
            "ollama_base_url": f"http://127.0.0.1:{port}/v1",
            "lm_studio_base_url": "",
            "vllm_base_url": "",
            "llama_cpp_base_url": "",
        }
    )
    (report,) = (await refresh_catalog(database, caller, silent)).spots
    assert report.problem is not None
    assert report.problem.kind is FailureKind.TIMED_OUT
    server.close()


async def test_only_known_weights_can_be_pulled(settings: Settings) -> None:
    with pytest.raises(DownloadFailed, match="Known: smollm2"):
        await pull_included(settings, "gpt-5", lambda *_: None)

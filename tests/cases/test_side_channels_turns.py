"""Side channels of turns after the first: they leave the battle open when they fail, so the vote is still to come."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from tests.arena.canaries import GAMMA, models_on_every_wire, script_canaries
from tests.arena.conftest import ALPHA, BETA, offer
from tests.arena.raw_client import EVENTS, RawClient
from tests.arena.rows import all_votes

from llmbattler.arena.failure_messages import TURN_FAILED
from llmbattler.arena.models import Flag
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.testing import Script, ScriptedProvider

MODELS = (ALPHA, BETA, GAMMA)
NAMES_ITSELF = Script(text=f"I am {ALPHA}. " + "And there is much more to say. " * 9, chunk_size=30)


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        script_canaries(provider)
        yield provider


@pytest.fixture
async def raw_client(site: str, resources: Resources, provider: ScriptedProvider) -> RawClient:
    await offer(resources, provider, yaml=models_on_every_wire(provider))
    return RawClient(site)


async def stop_after(
    raw_client: RawClient, provider: ScriptedProvider, battle_id: str, prompt: str, chunks: int
) -> Any:
    """Ask, read what comes, and stop before it is complete."""
    provider.requests.clear()
    for model in MODELS:
        provider.hold(model, chunks)
    path = f"/api/battles/{battle_id}"
    async with raw_client.open("POST", f"{path}/messages", {"prompt": prompt}, **EVENTS) as reader:
        await raw_client.read_head(reader)
        await raw_client.read_event(reader)
        if chunks:
            await raw_client.read_event(reader)
        else:
            await provider.wait_until(lambda: len(provider.requests) == 2)
        stopped = (await raw_client.ask("POST", f"{path}/stop", {})).json()
    for model in MODELS:
        provider.release(model)
    return stopped


async def flags_of(database: Database, battle_id: str) -> tuple[set[str], bool]:
    [vote] = [vote for vote in await all_votes(database) if str(vote.battle_id) == battle_id]
    return set(vote.flags), vote.counted


async def test_s36_who_asks_for_a_name_and_stops_before_the_answer_is_noticed(
    raw_client: RawClient, provider: ScriptedProvider, database: Database
) -> None:
    battle = await raw_client.battle()
    stopped = await stop_after(raw_client, provider, battle.battle_id, "Which model are you?", chunks=0)
    assert (stopped["status"], stopped["can_vote"], stopped["revealed_models"]) == ("open", True, None)
    assert (await raw_client.vote(battle.battle_id)).status == 200
    flags, counted = await flags_of(database, battle.battle_id)
    assert (Flag.IDENTITY_PROBE in flags, counted) == (True, False)


async def test_s36_a_name_that_was_shown_before_the_stop_is_noticed(
    raw_client: RawClient, provider: ScriptedProvider, database: Database
) -> None:
    battle = await raw_client.battle()
    for model in MODELS:
        provider.script(model, NAMES_ITSELF)
    stopped = await stop_after(raw_client, provider, battle.battle_id, "Say hello!", chunks=2)
    assert ALPHA not in str(stopped), "what was shown of a stopped turn is not kept"
    assert (await raw_client.vote(battle.battle_id)).status == 200
    flags, counted = await flags_of(database, battle.battle_id)
    assert (Flag.IDENTITY_LEAK in flags, counted) == (True, False)


async def test_s36_trying_again_keeps_the_flag(
    raw_client: RawClient, provider: ScriptedProvider, database: Database
) -> None:
    battle = await raw_client.battle()
    for model in MODELS:
        provider.script(model, NAMES_ITSELF)
    await stop_after(raw_client, provider, battle.battle_id, "Say hello!", chunks=2)
    for model in MODELS:
        provider.script(model, Script(text="Hello."))
    again = await raw_client.ask("POST", f"/api/battles/{battle.battle_id}/regenerate", {}, **EVENTS)
    assert again.events[-1] == ("done", {})
    await raw_client.vote(battle.battle_id)
    assert Flag.IDENTITY_LEAK in (await flags_of(database, battle.battle_id))[0]


@pytest.mark.parametrize("failing", MODELS)
async def test_s07_s36_a_later_turn_that_fails_does_not_say_whose_fault_it_is(
    raw_client: RawClient, provider: ScriptedProvider, failing: str
) -> None:
    provider.requests.clear()
    battle = await raw_client.battle()
    pair = {request.model for request in provider.requests}
    provider.script(failing, Script(text="x" * 40, chunk_size=2, error_after=4))
    path = f"/api/battles/{battle.battle_id}"
    before = len(raw_client.heard)
    failed = await raw_client.ask("POST", f"{path}/messages", {"prompt": "And then?"}, **EVENTS)
    if failing not in pair:
        assert failed.events[-1] == ("done", {})
        return
    assert failed.events[-1] == ("void", {"message": TURN_FAILED, "status": "open"})
    stored = (await raw_client.ask("GET", path)).json()
    assert (stored["void_message"], stored["revealed_models"], stored["details"]) == (TURN_FAILED, None, None)
    assert not [model for model in MODELS if model.encode() in raw_client.heard[before:]]


async def test_s28_s36_trying_again_asks_both_sides_of_the_same_pair(
    raw_client: RawClient, provider: ScriptedProvider
) -> None:
    provider.requests.clear()
    battle = await raw_client.battle()
    pair = sorted(request.model for request in provider.requests)
    await stop_after(raw_client, provider, battle.battle_id, "And then?", chunks=1)
    provider.requests.clear()
    again = await raw_client.ask("POST", f"/api/battles/{battle.battle_id}/regenerate", {}, **EVENTS)
    assert again.events[-1] == ("done", {})
    assert sorted(request.model for request in provider.requests) == pair

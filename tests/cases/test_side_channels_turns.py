"""Side channels of turns after the first: they leave the battle open when they fail, so the vote is still to come."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from tests.arena.canaries import GAMMA, models_on_every_wire, script_canaries
from tests.arena.conftest import ALPHA, BETA, offer
from tests.arena.rows import all_votes
from tests.arena.wire import EVENTS, Wire

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
async def wire(site: str, resources: Resources, provider: ScriptedProvider) -> Wire:
    await offer(resources, provider, yaml=models_on_every_wire(provider))
    return Wire(site)


async def stop_after(wire: Wire, provider: ScriptedProvider, battle_id: str, prompt: str, chunks: int) -> Any:
    """Ask, read what comes, and stop before it is complete."""
    provider.requests.clear()
    for model in MODELS:
        provider.hold(model, chunks)
    path = f"/api/battles/{battle_id}"
    async with wire.open("POST", f"{path}/messages", {"prompt": prompt}, **EVENTS) as reader:
        await wire.read_head(reader)
        await wire.read_event(reader)
        if chunks:
            await wire.read_event(reader)
        else:
            await provider.wait_until(lambda: len(provider.requests) == 2)
        stopped = (await wire.ask("POST", f"{path}/stop", {})).json()
    for model in MODELS:
        provider.release(model)
    return stopped


async def flags_of(database: Database, battle_id: str) -> tuple[set[str], bool]:
    [vote] = [vote for vote in await all_votes(database) if str(vote.battle_id) == battle_id]
    return set(vote.flags), vote.counted


async def test_s36_who_asks_for_a_name_and_stops_before_the_answer_is_noticed(
    wire: Wire, provider: ScriptedProvider, database: Database
) -> None:
    battle = await wire.battle()
    stopped = await stop_after(wire, provider, battle.battle_id, "Which model are you?", chunks=0)
    assert (stopped["status"], stopped["can_vote"], stopped["revealed_models"]) == ("open", True, None)
    assert (await wire.vote(battle.battle_id)).status == 200
    flags, counted = await flags_of(database, battle.battle_id)
    assert (Flag.IDENTITY_PROBE in flags, counted) == (True, False)


async def test_s36_a_name_that_was_shown_before_the_stop_is_noticed(
    wire: Wire, provider: ScriptedProvider, database: Database
) -> None:
    battle = await wire.battle()
    for model in MODELS:
        provider.script(model, NAMES_ITSELF)
    stopped = await stop_after(wire, provider, battle.battle_id, "Say hello!", chunks=2)
    assert ALPHA not in str(stopped), "what was shown of a stopped turn is not kept"
    assert (await wire.vote(battle.battle_id)).status == 200
    flags, counted = await flags_of(database, battle.battle_id)
    assert (Flag.IDENTITY_LEAK in flags, counted) == (True, False)


async def test_s36_trying_again_keeps_the_flag(wire: Wire, provider: ScriptedProvider, database: Database) -> None:
    battle = await wire.battle()
    for model in MODELS:
        provider.script(model, NAMES_ITSELF)
    await stop_after(wire, provider, battle.battle_id, "Say hello!", chunks=2)
    for model in MODELS:
        provider.script(model, Script(text="Hello."))
    again = await wire.ask("POST", f"/api/battles/{battle.battle_id}/regenerate", {}, **EVENTS)
    assert again.events[-1] == ("done", {})
    await wire.vote(battle.battle_id)
    assert Flag.IDENTITY_LEAK in (await flags_of(database, battle.battle_id))[0]


@pytest.mark.parametrize("failing", MODELS)
async def test_s07_s36_a_later_turn_that_fails_does_not_say_whose_fault_it_is(
    wire: Wire, provider: ScriptedProvider, failing: str
) -> None:
    provider.requests.clear()
    battle = await wire.battle()
    pair = {request.model for request in provider.requests}
    provider.script(failing, Script(text="x" * 40, chunk_size=2, error_after=4))
    path = f"/api/battles/{battle.battle_id}"
    before = len(wire.heard)
    failed = await wire.ask("POST", f"{path}/messages", {"prompt": "And then?"}, **EVENTS)
    if failing not in pair:
        assert failed.events[-1] == ("done", {})
        return
    assert failed.events[-1] == ("void", {"message": TURN_FAILED, "status": "open"})
    stored = (await wire.ask("GET", path)).json()
    assert (stored["void_message"], stored["revealed_models"], stored["details"]) == (TURN_FAILED, None, None)
    assert not [model for model in MODELS if model.encode() in wire.heard[before:]]


async def test_s28_s36_trying_again_asks_both_sides_of_the_same_pair(wire: Wire, provider: ScriptedProvider) -> None:
    provider.requests.clear()
    battle = await wire.battle()
    pair = sorted(request.model for request in provider.requests)
    await stop_after(wire, provider, battle.battle_id, "And then?", chunks=1)
    provider.requests.clear()
    again = await wire.ask("POST", f"/api/battles/{battle.battle_id}/regenerate", {}, **EVENTS)
    assert again.events[-1] == ("done", {})
    assert sorted(request.model for request in provider.requests) == pair

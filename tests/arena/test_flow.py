"""Turns of one process: how they end."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from llmbattler.arena import flow
from llmbattler.arena.errors import Crowded
from llmbattler.arena.flow import Arena
from llmbattler.arena.models import VoidReason
from llmbattler.arena.running import RunningTurn
from llmbattler.core.resources import Resources
from llmbattler.testing import Script, ScriptedProvider

from .conftest import BETA, Person


async def test_a_stop_that_comes_while_a_failure_is_written_down_changes_nothing(
    person: Person, resources: Resources, provider: ScriptedProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena = resources.get(Arena)
    writing, go_on = asyncio.Event(), asyncio.Event()
    void = arena._void

    async def slow_void(turn: RunningTurn, reason: VoidReason) -> None:
        writing.set()
        await go_on.wait()
        await void(turn, reason)

    monkeypatch.setattr(arena, "_void", slow_void)
    provider.script(BETA, Script(status=401))
    hearing = asyncio.create_task(person.battle())
    await writing.wait()
    [battle_id] = arena._running
    arena.stop(battle_id)
    go_on.set()
    heard = await hearing
    assert heard.names[-1] == "void"
    assert (await person.get(f"/api/battles/{battle_id}"))["void_message"] == heard.events[-1].data["message"]
    assert arena._running == {}


async def test_a_turn_ends_whatever_goes_wrong_with_writing_it_down(
    person: Person, resources: Resources, provider: ScriptedProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena = resources.get(Arena)

    async def broken_void(turn: RunningTurn, reason: VoidReason) -> None:
        raise OSError(turn, reason)

    monkeypatch.setattr(arena, "_void", broken_void)
    provider.script(BETA, Script(status=401))
    assert (await person.battle()).names == ["start", "void"]
    assert arena._running == {}


async def test_who_opens_a_battle_stands_in_line_but_not_for_ever(
    resources: Resources, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena = resources.get(Arena)
    monkeypatch.setattr(flow, "OPENING_SECONDS", 0.05)
    async with AsyncExitStack() as line:
        for _ in range(flow.OPENINGS):
            await line.enter_async_context(arena.opening())
        with pytest.raises(Crowded):
            await line.enter_async_context(arena.opening())
    async with arena.opening():
        pass


async def test_names_of_models_that_were_just_offered_are_known(
    person: Person, resources: Resources, provider: ScriptedProvider
) -> None:
    provider.script(BETA, Script(text=f"I am {BETA}."))
    heard = await person.battle()
    assert heard.names[-1] == "done"
    assert BETA in {model.id for model in resources.get(Arena)._named}

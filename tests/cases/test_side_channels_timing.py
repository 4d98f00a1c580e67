"""Side channels of time: nothing shows which side is slow, which one began, and which one has ended."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from tests.arena.canaries import GAMMA, models_on_every_wire, script_canaries
from tests.arena.conftest import ALPHA, BETA, offer
from tests.arena.raw_client import EVENTS, RawClient

from llmbattler.arena.blinding.pacing import SLOWEST
from llmbattler.arena.failure_messages import NEUTRAL
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.testing import Script, ScriptedProvider

MODELS = (ALPHA, BETA, GAMMA)


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        script_canaries(provider)
        yield provider


@pytest.fixture
async def raw_client(site: str, resources: Resources, provider: ScriptedProvider) -> RawClient:
    await offer(resources, provider, yaml=models_on_every_wire(provider))
    return RawClient(site)


def data_of(event: bytes) -> tuple[str, Any]:
    lines = dict(line.split(": ", 1) for line in event.decode().splitlines() if line)
    return lines["event"], json.loads(lines["data"])


def drawn(provider: ScriptedProvider) -> list[str]:
    return [request.model for request in provider.requests]


@pytest.mark.parametrize("length", [0, 40])
async def test_s10_chunks_of_any_size_come_out_alike(
    raw_client: RawClient, provider: ScriptedProvider, length: int
) -> None:
    """One token at a time, thirty at a time: both sides grow by the same number of characters in every event."""
    for model, size in zip(MODELS, (1, 30, 200), strict=True):
        provider.script(model, Script(text="0123456789" * 40, chunk_size=size, chunk_delay=0.001 if length else 0.0))
    battle = await raw_client.battle()
    deltas = [data for name, data in battle.events if name == "delta"]
    assert all(delta["left"] == delta["right"] for delta in deltas)
    assert battle.text("left") == "0123456789" * 40


@pytest.mark.parametrize("held", [0, 1, 2])
async def test_s12_s26_the_first_words_wait_for_the_slower_side(
    raw_client: RawClient, provider: ScriptedProvider, held: int
) -> None:
    """Whoever is slow, and also when a direct chat has warmed up one of them: both begin in the same event."""
    await raw_client.battle("Warm up.", mode="direct", models=[MODELS[held - 1]])
    slow = MODELS[held]
    for _ in range(4):
        provider.requests.clear()
        provider.hold(slow)
        async with raw_client.open("POST", "/api/sessions", {"prompt": "Warm up."}, **EVENTS) as reader:
            await raw_client.read_head(reader)
            assert data_of(await raw_client.read_event(reader))[0] == "start"
            await provider.wait_until(lambda: len(provider.requests) == 2)
            others = sum(model != slow for model in drawn(provider))
            await provider.wait_until(lambda: sum(request.finished for request in provider.requests) >= others)  # noqa: B023
            provider.release(slow)
            name, data = data_of(await raw_client.read_event(reader))
            assert name == "delta"
            assert data["left"]
            assert data["right"]
            while data_of(await raw_client.read_event(reader))[0] != "done":
                pass


async def test_s13_the_end_comes_for_both_together(raw_client: RawClient, provider: ScriptedProvider) -> None:
    for model in MODELS:
        provider.script(model, Script(text="0123456789" * 30, chunk_size=10))
    for slow in MODELS:
        provider.requests.clear()
        provider.hold(slow, 5)
        async with raw_client.open("POST", "/api/sessions", {"prompt": "Hello?"}, **EVENTS) as reader:
            await raw_client.read_head(reader)
            start = data_of(await raw_client.read_event(reader))[1]
            await provider.wait_until(lambda: len(provider.requests) == 2)
            if slow in drawn(provider):
                await provider.wait_until(lambda: sum(request.finished for request in provider.requests) == 1)
                shown = ""
                while len(shown) < 50:
                    data = data_of(await raw_client.read_event(reader))[1]
                    assert data["left"] == data["right"]
                    shown += data["left"]
                assert len(shown) == 50, "not further than the slower side"
                assert (await raw_client.vote(start["battle_id"])).status == 409
                battle = (await raw_client.ask("GET", f"/api/battles/{start['battle_id']}")).json()
                assert (battle["status"], battle["can_vote"]) == ("generating", False)
                assert [message["role"] for message in battle["messages"]] == ["user"]
            provider.release(slow)
            names = []
            while not names or names[-1] != "done":
                names.append(data_of(await raw_client.read_event(reader))[0])
            assert set(names) == {"delta", "done"}
        assert (await raw_client.vote(start["battle_id"])).status == 200


async def test_s13_what_is_left_of_the_longer_side_comes_no_faster_than_before(
    raw_client: RawClient, provider: ScriptedProvider
) -> None:
    for model, text in zip(MODELS, ("No.", "y" * 60, "z" * 120), strict=True):
        provider.script(model, Script(text=text, chunk_size=200))
    battle = await raw_client.battle()
    shortest = min(len(battle.text("left")), len(battle.text("right")))
    replay = (await raw_client.ask("GET", f"/api/battles/{battle.battle_id}/replay")).json()
    [turn] = replay["turns"]
    first, *later = turn["ticks"]
    assert min(first[1:]) == shortest
    speed = max(shortest / 0.05, SLOWEST)
    for (before, *shown), (after, *more) in zip(turn["ticks"], later, strict=False):
        assert max(more) - max(shown) <= speed * (after - before + 1) / 1000 + 1


async def test_s28_stop_acts_on_both_sides(raw_client: RawClient, provider: ScriptedProvider) -> None:
    provider.requests.clear()
    for model in MODELS:
        provider.hold(model, 2)
    async with raw_client.open("POST", "/api/sessions", {"prompt": "Hello?"}, **EVENTS) as reader:
        await raw_client.read_head(reader)
        start = data_of(await raw_client.read_event(reader))[1]
        await provider.wait_until(
            lambda: len(provider.requests) == 2 and all(request.chunks_sent >= 2 for request in provider.requests)
        )
        stopped = (await raw_client.ask("POST", f"/api/battles/{start['battle_id']}/stop", {})).json()
        assert (stopped["status"], stopped["revealed_models"]) == ("void", None)
        await provider.wait_until(lambda: all(request.closed_early for request in provider.requests))
        event = data_of(await raw_client.read_event(reader))
        while event[0] == "delta":
            event = data_of(await raw_client.read_event(reader))
        assert event == ("void", {"message": stopped["void_message"]})
    assert (await raw_client.vote(start["battle_id"])).status == 409
    assert (await raw_client.ask("POST", f"/api/battles/{start['battle_id']}/regenerate", {})).status == 409


class TestSilence:
    """S07 for models that say nothing, or nothing more."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"model_first_token_timeout": 0.3, "model_idle_timeout": 0.3})

    @pytest.mark.parametrize("chunks", [0, 2])
    async def test_s07_silence_is_a_failure_like_any_other(
        self, raw_client: RawClient, provider: ScriptedProvider, chunks: int
    ) -> None:
        for model in (ALPHA, GAMMA):
            provider.script(model, Script(text="x" * 40, stall_after=chunks))
        battle = await raw_client.battle()
        assert battle.events[-1] == ("void", {"message": NEUTRAL})
        assert (await raw_client.vote(battle.battle_id)).status == 409

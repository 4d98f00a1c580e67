"""Attacks with streams that are held open (cases A83 of shared/cases/ATTACKS.md)."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.arena.conftest import ALPHA, BETA, SSE, Person, offer
from tests.cases.replicas import Replicas, Stream, is_delta, open_stream

from llmbattler.core.resources import Resources
from llmbattler.core.web.event_stream import MAX_PER_OWNER, MAX_STREAMS, OpenStreams
from llmbattler.testing import Script, ScriptedProvider


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        for model in (ALPHA, BETA):
            provider.script(model, Script(text=f"Says {model}, and then some more words.", chunk_size=3))
        yield provider


async def watch(stack: AsyncExitStack, person: Person, battle_id: str) -> Stream:
    stream = await stack.enter_async_context(open_stream(person, f"/api/battles/{battle_id}/events"))
    await stream.read(is_delta)
    return stream


async def refused(person: Person, battle_id: str) -> bool:
    async with person.http.stream("GET", f"/api/battles/{battle_id}/events", headers=SSE) as response:
        if response.status_code == 200:
            return False
        assert response.status_code == 429
        assert int(response.headers["Retry-After"]) > 0
        assert b"/errors/limited" in await response.aread()
        return True


async def test_a83_idle_streams_of_one_person_are_bounded_and_others_battle_on(
    site: str, resources: Resources, provider: ScriptedProvider, data_dir: Path
) -> None:
    await offer(resources, provider, ALPHA, BETA)
    replicas = Replicas(data_dir, None, {})
    greedy, other = replicas.at(site), replicas.at(site)
    theirs = await other.battle()
    for model in (ALPHA, BETA):
        provider.hold(model, at=2)
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(open_stream(greedy, "/api/sessions", {"prompt": "Hello?"}))
        heard = await first.read(is_delta)
        idle = [await watch(stack, greedy, heard.battle_id) for _ in range(MAX_PER_OWNER - 1)]
        assert len(idle) == MAX_PER_OWNER - 1
        assert await refused(greedy, heard.battle_id)
        assert not await refused(other, theirs.battle_id)
        for model in (ALPHA, BETA):
            provider.release(model)
        assert (await other.battle()).names[-1] == "done"
    assert not await refused(greedy, heard.battle_id)
    await replicas.close()


async def test_a83_all_idle_streams_together_are_bounded_and_stop_nobody_from_starting(
    site: str, resources: Resources, provider: ScriptedProvider, data_dir: Path
) -> None:
    await offer(resources, provider, ALPHA, BETA)
    assert MAX_STREAMS >= 20 * MAX_PER_OWNER
    resources.add(OpenStreams, OpenStreams(total=4))
    replicas = Replicas(data_dir, None, {})
    people = [replicas.at(site) for _ in range(5)]
    for model in (ALPHA, BETA):
        provider.hold(model, at=2)
    async with AsyncExitStack() as stack:
        opened = [
            await stack.enter_async_context(open_stream(person, "/api/sessions", {"prompt": "Hello?"}))
            for person in people[:4]
        ]
        heard = [await stream.read(is_delta) for stream in opened][-1]
        assert await refused(people[3], heard.battle_id)
        for model in (ALPHA, BETA):
            provider.release(model)
        late = await people[4].battle()
        assert late.names[-1] == "done"
    assert not await refused(people[4], late.battle_id)
    await replicas.close()

"""F63 of the listed faults: later turns of battles whose process dies."""

import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
from tests.arena.conftest import ALPHA, BETA
from tests.cases.replicas import (
    Replicas,
    fresh_database,
    is_delta,
    open_stream,
    read_stream,
    resume_from,
    serving,
    stop,
    until,
)

from llmbattler.core.db.embedded import EmbeddedPostgres
from llmbattler.testing import Script, ScriptedProvider

LOST = (httpx.TransportError, httpx.StreamError)


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        for model in (ALPHA, BETA):
            provider.script(model, Script(text="Says something, and then some more words.", chunk_size=3))
        yield provider


@pytest.fixture
def shared(postgres: EmbeddedPostgres) -> Iterator[str]:
    with fresh_database(postgres) as url:
        yield url


@pytest.fixture
async def replicas(data_dir: Path, provider: ScriptedProvider, shared: str) -> AsyncIterator[Replicas]:
    async with serving(data_dir, provider, (ALPHA, BETA), shared) as replicas:
        yield replicas


async def test_f63_a_server_killed_in_a_later_turn_takes_nothing_away(
    replicas: Replicas, provider: ScriptedProvider, shared: str
) -> None:
    one, two = await replicas.start(2)
    person = replicas.at(one)
    first = await person.battle()
    path = f"/api/battles/{first.battle_id}"
    for model in (ALPHA, BETA):
        provider.hold(model, at=4)
    with pytest.raises(LOST):
        async with open_stream(person, f"{path}/messages", {"prompt": "And then?"}) as stream:
            heard = await stream.read(is_delta)
            await until(shared, "SELECT 1 FROM live_chunks WHERE length(texts[1]) > 0")
            await stop(replicas.all[0], signal.SIGKILL)
            await stream.read()
    for model in (ALPHA, BETA):
        provider.release(model)
    there = replicas.at(two, like=person)
    rest = await read_stream(there, f"{path}/events", **resume_from(heard))
    assert (rest.names[-1], rest.events[-1].data["status"]) == ("void", "open")
    battle = await there.get(path)
    assert (battle["status"], battle["can_vote"], battle["answering"]) == ("open", True, False)
    assert [message["text"] for message in battle["messages"][1:]] == [first.left, first.right, "And then?"]
    again = await read_stream(there, f"{path}/regenerate", {})
    assert (again.names[-1], again.left, again.right) == ("done", first.left, first.right)
    assert (await there.vote(first.battle_id)).status_code == 200

"""F32, F33, F39, F45, F50, F53, F54 of the listed faults, as one battle feels them."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import nullcontext, suppress
from urllib.parse import urlsplit

import psutil
import pytest
import uvicorn
from tests.arena.conftest import ALPHA, BETA, Person, offer
from tests.cases.replicas import check_invariants, is_delta, open_stream, read_stream
from tests.polling import pause

from llmbattler.connectors.ticker import TICK_SECONDS
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.web import event_stream
from llmbattler.core.web.metrics import OPEN
from llmbattler.core.web.shutdown import Shutdown
from llmbattler.generation.streams.flow import generations
from llmbattler.server.app import create_app
from llmbattler.server.process import bind
from llmbattler.testing import Script, ScriptedProvider

TEXT = "An answer of some length, said by both of them."


@pytest.fixture
def settings(settings: Settings, request: pytest.FixtureRequest) -> Settings:
    """Give up on silent models soon, but only in tests that have one: on a busy machine healthy ones are slow too."""
    if "fault" not in request.fixturenames:
        return settings
    return settings.model_copy(update={"model_first_token_timeout": 1, "model_idle_timeout": 1})


@pytest.fixture
async def site(settings: Settings, resources: Resources) -> AsyncIterator[str]:
    """On a socket whose kernel keeps little for those who do not read, so that a test soon gets to what we keep."""
    with bind(settings) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        config = uvicorn.Config(create_app(settings, resources), log_config=None, lifespan="off", access_log=False)
        server = uvicorn.Server(config)
        server.capture_signals = nullcontext  # type: ignore[method-assign,assignment]
        task = asyncio.create_task(server.serve(sockets=[listener]))
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        resources.get(Shutdown).begin()
        server.should_exit = True
        await task


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        for model in (ALPHA, BETA):
            provider.script(model, Script(text=TEXT, chunk_size=2))
        yield provider


@pytest.fixture
async def person(
    site: str, resources: Resources, provider: ScriptedProvider, address: DatabaseAddress
) -> AsyncIterator[Person]:
    await offer(resources, provider, ALPHA, BETA)
    provider.requests.clear()
    person = Person(site)
    yield person
    await person.http.aclose()
    await check_invariants(address.url)


FAULTS = {
    "f32 headers and then nothing": Script(stall_after=0),
    "f32 keep-alives are not a first word": Script(stall_after=0, keepalive_comments=0.1),
    "f33 a stall in the middle": Script(text=TEXT, chunk_size=2, stall_after=8),
    "f33 keep-alives are not progress": Script(text=TEXT, chunk_size=2, stall_after=8, keepalive_comments=0.1),
    "f39 cut off": Script(text=TEXT, chunk_size=2, truncate_after=8),
    "f39 reset": Script(text=TEXT, chunk_size=2, truncate_after=8, cut_abruptly=True),
    "f39 no finish reason": Script(text=TEXT, chunk_size=2, omit=frozenset({"finish", "done"})),
    "f50 an error after half of it": Script(text=TEXT, chunk_size=2, error_after=8),
}


@pytest.mark.parametrize("fault", FAULTS, ids=[name.replace(" ", "-") for name in FAULTS])
async def test_f32_f33_f39_f50_a_failing_side_voids_the_battle_neutrally(
    person: Person, provider: ScriptedProvider, fault: str
) -> None:
    sentences = set()
    for model, healthy in ((ALPHA, BETA), (BETA, ALPHA)):
        provider.requests.clear()
        provider.script(model, FAULTS[fault])
        provider.script(healthy, Script(text=TEXT, chunk_size=2))
        heard = await read_stream(person, "/api/sessions", {"prompt": "Hello?"})
        assert heard.names[-1] == "void"
        assert "done" not in heard.names
        sentences.add(heard.events[-1].data["message"])
        battle = await person.get(f"/api/battles/{heard.battle_id}")
        assert (battle["status"], len(battle["messages"])) == ("void", 1)
        assert (await person.vote(heard.battle_id)).status_code == 409
        # F50: whoever has said something is never asked again for the same answer.
        asked = [request for request in provider.requests if request.model == model and request.chunks_sent]
        assert len(asked) <= 1
    assert len(sentences) == 1


@pytest.mark.parametrize("fault", FAULTS, ids=[name.replace(" ", "-") for name in FAULTS])
async def test_f32_f33_f39_f50_a_named_side_that_fails_leaves_the_other(
    person: Person, provider: ScriptedProvider, fault: str
) -> None:
    provider.script(BETA, FAULTS[fault])
    body = {"prompt": "Hello?", "mode": "side_by_side", "models": [ALPHA, BETA]}
    heard = await read_stream(person, "/api/sessions", body)
    assert (heard.names[-1], heard.left) == ("done", TEXT)
    battle = await person.get(f"/api/battles/{heard.battle_id}")
    assert (battle["status"], battle["can_vote"]) == ("open", False)
    assert [message["text"] for message in battle["messages"]] == ["Hello?", TEXT], "no half answer is kept"
    assert (await person.vote(heard.battle_id)).status_code == 409
    asked = [request for request in provider.requests if request.model == BETA and request.chunks_sent]
    assert len(asked) <= 1


@pytest.mark.parametrize("fault", FAULTS, ids=[name.replace(" ", "-") for name in FAULTS])
async def test_f32_f33_f39_f50_a_later_turn_that_fails_takes_nothing_away(
    person: Person, provider: ScriptedProvider, fault: str
) -> None:
    first = await read_stream(person, "/api/sessions", {"prompt": "Hello?"})
    path = f"/api/battles/{first.battle_id}"
    provider.script(BETA, FAULTS[fault])
    failed = await read_stream(person, f"{path}/messages", {"prompt": "And then?"})
    assert (failed.names[-1], failed.events[-1].data["status"]) == ("void", "open")
    provider.script(BETA, Script(text=TEXT, chunk_size=2))
    again = await read_stream(person, f"{path}/regenerate", {})
    assert (again.names[-1], again.left, again.right) == ("done", TEXT, TEXT)
    battle = await person.get(path)
    assert [message["text"] for message in battle["messages"]] == ["Hello?", TEXT, TEXT, "And then?", TEXT, TEXT]
    assert (await person.vote(first.battle_id)).status_code == 200


async def test_f45_a_flood_of_tiny_chunks_is_told_in_ticks(person: Person, provider: ScriptedProvider) -> None:
    text = "0123456789" * 1000
    for model in (ALPHA, BETA):
        provider.script(model, Script(text=text, chunk_size=2))
    started = asyncio.get_running_loop().time()
    heard = await read_stream(person, "/api/sessions", {"prompt": "Hello?"})
    ticks = (asyncio.get_running_loop().time() - started) / TICK_SECONDS
    assert (heard.left, heard.right) == (text, text)
    assert heard.names.count("delta") <= ticks + 2
    assert heard.names.count("delta") < 5000 / 4


async def test_f54_a_quiet_stream_pings_and_is_not_buffered(
    person: Person, provider: ScriptedProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert generations.PING_SECONDS <= 15
    monkeypatch.setattr(generations, "PING_SECONDS", 0.1)
    for model in (ALPHA, BETA):
        provider.script(model, Script(text=TEXT, chunk_size=2))
        provider.hold(model, at=0)
    async with person.http.stream(
        "POST", "/api/sessions", json={"prompt": "Hello?"}, headers={"Accept": "text/event-stream"}
    ) as response:
        assert response.headers["x-accel-buffering"] == "no"
        assert response.headers["cache-control"] == "no-store"
        assert response.headers["content-type"].startswith("text/event-stream")
        pings = 0
        async for line in response.aiter_lines():
            pings += line.startswith(":")
            if pings == 3:
                provider.release(ALPHA)
                provider.release(BETA)
            if line == "event: done":
                break
    assert pings >= 3


async def test_f53_a_stuck_reader_costs_little_and_is_let_go(
    person: Person,
    provider: ScriptedProvider,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(event_stream, "SEND_SECONDS", 0.5)
    text = " ".join(f"Nobody reads {number}." for number in range(4000))
    for model in (ALPHA, BETA):
        provider.script(model, Script(text=text, chunk_size=500, chunk_delay=0.001))
    first = await read_stream(person, "/api/sessions", {"prompt": "Hello?"})
    assert first.names[-1] == "done", capsys.readouterr().out
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in person.http.cookies.jar)
    capsys.readouterr()
    before, memory = OPEN._value.get(), psutil.Process().memory_info().rss
    stuck = [stuck_reader(str(person.http.base_url), cookies) for _ in range(4)]
    try:
        heard = await read_stream(person, "/api/sessions", {"prompt": "Hello?"})
        assert (heard.names[-1], heard.left, heard.right) == ("done", text, text)
        async with asyncio.timeout(10):
            while OPEN._value.get() > before:
                await pause()
        assert psutil.Process().memory_info().rss - memory < 40_000_000
        assert "unexpected failure" not in capsys.readouterr().out
    finally:
        for reader in stuck:
            reader.close()
    sessions = (await person.get("/api/sessions"))["sessions"]
    for entry in sessions:  # what nobody read is finished and stored all the same
        async with asyncio.timeout(30):
            while (battle := await person.get(f"/api/battles/{entry['latest_battle_id']}"))["status"] == "generating":
                await pause()
        assert battle["status"] == "open"


def stuck_reader(address: str, cookies: str) -> socket.socket:
    """Asks for a battle and never reads a byte of it."""
    there = urlsplit(address)
    reader = socket.socket()
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    reader.connect((there.hostname, there.port))
    body = b'{"prompt": "Hello?"}'
    reader.sendall(
        f"POST /api/sessions HTTP/1.1\r\nHost: {there.hostname}\r\nAccept: text/event-stream\r\nCookie: {cookies}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        + body
    )
    return reader


async def test_a_client_that_leaves_at_any_moment_hurts_nobody(person: Person, provider: ScriptedProvider) -> None:
    for model in (ALPHA, BETA):
        provider.script(model, Script(text=TEXT * 3, chunk_size=2, chunk_delay=0.002))
    for events in range(1, 5):
        left = events
        with suppress(StopAsyncIteration):
            async with open_stream(person, "/api/sessions", {"prompt": "Hello?"}) as stream:
                for _ in range(left):
                    await stream.read(is_delta)
    heard = await read_stream(person, "/api/sessions", {"prompt": "Hello?"})
    assert heard.left == heard.right == TEXT * 3

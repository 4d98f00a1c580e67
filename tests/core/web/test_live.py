import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest
from tests.clients import AccountClient, ClientFactory
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from llmbattler.core.db import Database
from llmbattler.core.live import publish
from llmbattler.core.resources import Resources
from llmbattler.core.web import live
from llmbattler.core.web.event_stream import OpenStreams
from llmbattler.core.web.live import OpenSockets
from llmbattler.core.web.shutdown import Shutdown


@pytest.fixture
async def socket(site: str) -> AsyncIterator[ClientConnection]:
    async with connect(site.replace("http", "ws") + "/api/live") as socket:
        yield socket


async def _ask(socket: ClientConnection, said: object) -> Any:
    await socket.send(said if isinstance(said, str) else json.dumps(said))
    return json.loads(await socket.recv())


async def test_a_page_receives_only_its_topics(socket: ClientConnection, resources: Resources) -> None:
    assert await _ask(socket, {"subscribe": ["models"]}) == {"type": "subscribed", "topics": ["models"]}
    async with resources.get(Database).unit() as session:
        await publish(session, "boards", "x")
        await publish(session, "models", "a")
    assert json.loads(await socket.recv()) == {"type": "event", "topic": "models", "id": "a"}
    assert await _ask(socket, {"unsubscribe": ["models"]}) == {"type": "subscribed", "topics": []}


@pytest.mark.parametrize("said", ["nonsense", "[]", '{"subscribe": ["NO SPACES"]}', '{"else": 1}'])
async def test_nonsense_is_answered_and_the_socket_lives(socket: ClientConnection, said: str) -> None:
    assert (await _ask(socket, said))["type"] == "error"
    assert (await _ask(socket, {"subscribe": ["models"]}))["type"] == "subscribed"


async def test_topics_are_bounded(socket: ClientConnection, monkeypatch: pytest.MonkeyPatch) -> None:
    many = [f"battle:{number}" for number in range(65)]
    assert (await _ask(socket, {"subscribe": many}))["type"] == "error"
    monkeypatch.setattr(live, "MAX_TOPICS", 2)
    assert len((await _ask(socket, {"subscribe": ["models", "leaderboard"]}))["topics"]) == 2
    assert (await _ask(socket, {"subscribe": ["bench_runs"]}))["type"] == "error"
    assert len((await _ask(socket, {"subscribe": ["bench_runs"], "unsubscribe": ["models"]}))["topics"]) == 2


async def test_f07_an_open_socket_is_closed_when_the_server_drains(
    socket: ClientConnection, resources: Resources
) -> None:
    await _ask(socket, {"subscribe": ["models"]})
    resources.get(Shutdown).begin()
    with pytest.raises(ConnectionClosed) as closed:
        await socket.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1001


@pytest.mark.parametrize("headers", [{"Origin": "https://evil.example"}, {"Host": "evil.example"}])
async def test_a_page_of_another_site_is_refused(site: str, headers: dict[str, str]) -> None:
    with pytest.raises(InvalidStatus):
        await connect(site.replace("http", "ws") + "/api/live", additional_headers=headers)


async def _open(site: str, stack: AsyncExitStack, **headers: str) -> ClientConnection:
    address = site.replace("http", "ws") + "/api/live"
    return await stack.enter_async_context(connect(address, additional_headers=headers))


async def _is_refused(site: str, **headers: str) -> bool:
    async with AsyncExitStack() as stack:
        socket = await _open(site, stack, **headers)
        try:
            await _ask(socket, {"subscribe": ["models"]})
        except ConnectionClosed:
            return (socket.close_code, socket.close_reason) == (1013, "too many open pages")
        return False


async def test_sockets_of_one_address_are_bounded_and_free_when_closed(site: str, resources: Resources) -> None:
    resources.add(OpenSockets, OpenSockets(unknown=OpenStreams(total=9, per_owner=2)))
    async with AsyncExitStack() as stack:
        held = [await _open(site, stack) for _ in range(2)]
        assert [(await _ask(socket, {}))["type"] for socket in held] == ["subscribed", "subscribed"]
        assert await _is_refused(site)
    assert not await _is_refused(site)


def _cookie(somebody: AccountClient) -> str:
    return "; ".join(f"{name}={value}" for name, value in somebody.cookies.items())


async def test_sockets_of_one_person_and_of_all_are_bounded(
    site: str, resources: Resources, clients: ClientFactory
) -> None:
    resources.add(OpenSockets, OpenSockets(known=OpenStreams(total=3, per_owner=2)))
    greedy, other, third = [_cookie(await clients.member()) for _ in range(3)]
    async with AsyncExitStack() as stack:
        held = [await _open(site, stack, Cookie=cookie) for cookie in (greedy, greedy)]
        assert await _is_refused(site, Cookie=greedy)
        held.append(await _open(site, stack, Cookie=other))
        assert [(await _ask(socket, {}))["type"] for socket in held] == ["subscribed"] * 3
        assert await _is_refused(site, Cookie=third)
        assert not await _is_refused(site)

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from llmbattler.core.db import Database
from llmbattler.core.live import publish
from llmbattler.core.resources import Resources
from llmbattler.core.web.draining import Draining


@pytest.fixture
async def socket(site: str) -> AsyncIterator[ClientConnection]:
    async with connect(site.replace("http", "ws") + "/api/live") as socket:
        yield socket


async def _ask(socket: ClientConnection, said: object) -> Any:
    await socket.send(said if isinstance(said, str) else json.dumps(said))
    return json.loads(await socket.recv())


async def test_a_page_hears_of_its_topics_only(socket: ClientConnection, resources: Resources) -> None:
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


async def test_topics_are_bounded(socket: ClientConnection) -> None:
    many = [f"battle:{number}" for number in range(64)]
    assert len((await _ask(socket, {"subscribe": many}))["topics"]) == 64
    assert (await _ask(socket, {"subscribe": ["one_more"]}))["type"] == "error"


async def test_f07_an_open_socket_is_closed_when_the_server_drains(
    socket: ClientConnection, resources: Resources
) -> None:
    await _ask(socket, {"subscribe": ["models"]})
    resources.get(Draining).begin()
    with pytest.raises(ConnectionClosed) as closed:
        await socket.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1001


@pytest.mark.parametrize("headers", [{"Origin": "https://evil.example"}, {"Host": "evil.example"}])
async def test_a_page_of_another_site_is_refused(site: str, headers: dict[str, str]) -> None:
    with pytest.raises(InvalidStatus):
        await connect(site.replace("http", "ws") + "/api/live", additional_headers=headers)

"""H13: the live channel tells nobody about the objects of others, and is not flooded."""

import json
from typing import Any
from uuid import uuid4

import httpx
import pytest
from tests.arena.conftest import Person, arena_site, person, provider
from tests.benchmarks.bench_rows import build_run, build_suite
from tests.clients import ClientFactory
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from llmbattler.core.db import Database
from llmbattler.core.settings import Profile, Settings
from llmbattler.core.web import live

__all__ = ["arena_site", "person", "provider"]


def open_socket(site: str, browser: httpx.AsyncClient | None = None) -> connect:
    cookies = "" if browser is None else "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    return connect(f"{site.replace('http', 'ws')}/api/live", additional_headers={"Cookie": cookies})


async def ask(socket: ClientConnection, request: dict[str, list[str]]) -> Any:
    await socket.send(json.dumps(request))
    return json.loads(await socket.recv())


async def test_h13_a_battle_is_followed_by_its_owner_only(
    person: Person, arena_site: str, clients: ClientFactory
) -> None:
    heard = await person.battle()
    topic = f"battle:{heard.battle_id}"
    async with open_socket(arena_site, person.http) as socket:
        assert await ask(socket, {"subscribe": [topic]}) == {"type": "subscribed", "topics": [topic]}
        assert (await person.vote(heard.battle_id)).status_code == 200
        assert json.loads(await socket.recv()) == {"type": "event", "topic": topic, "id": heard.battle_id}
    for stranger in (None, await clients.member(), await clients.admin()):
        async with open_socket(arena_site, stranger) as socket:
            answers = [
                await ask(socket, {"subscribe": [one, "models"]})
                for one in (topic, f"battle:{uuid4()}", "battle:x", "battle", "unknown", "bench_work", "models:x")
            ]
        for answer in answers:
            (refused,) = answer.pop("refused")
            assert refused != "models"
            assert answer == {"type": "subscribed", "topics": ["models"]}


class TestOnASharedSite:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"profile": Profile.PUBLIC})

    async def test_h13_runs_are_followed_by_those_who_may_see_them(
        self, site: str, database: Database, clients: ClientFactory
    ) -> None:
        async with database.unit() as session:
            run = await build_run(session, version=await build_suite(session, samples=2))
        topics = [f"bench_run:{run.run_id}", "bench_runs", "bench_schedules"]
        async with open_socket(site) as socket:
            answer = await ask(socket, {"subscribe": topics})
        assert answer == {"type": "subscribed", "topics": [], "refused": topics}
        async with open_socket(site, await clients.member()) as socket:
            answer = await ask(socket, {"subscribe": topics})
        assert answer == {"type": "subscribed", "topics": topics}


@pytest.mark.parametrize("request_", [{"subscribe": ["models"]}, {"subscribe": ["battle:x"]}, {"else": []}])
async def test_h13_too_many_messages_close_the_socket(site: str, request_: dict[str, list[str]]) -> None:
    async with open_socket(site) as socket:
        with pytest.raises(ConnectionClosed):
            for _ in range(20 * live.MESSAGES.count):
                await ask(socket, request_)
        assert (socket.close_code, socket.close_reason) == (1013, "too many messages")


async def test_h13_topics_that_are_checked_count_as_messages(site: str) -> None:
    many = [f"battle:{number}" for number in range(live.MAX_TOPICS)]
    async with open_socket(site) as socket:
        with pytest.raises(ConnectionClosed):
            for _ in range(live.MESSAGES.count):
                await ask(socket, {"subscribe": many})
        assert (socket.close_code, socket.close_reason) == (1013, "too many messages")

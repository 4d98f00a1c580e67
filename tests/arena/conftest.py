"""A site with two hidden canary models behind a scripted provider, and people who use it."""

import json
import ssl
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest

from llmbattler.catalog.discovery.flow import refresh_catalog
from llmbattler.catalog.probes.flow import probe_health
from llmbattler.connectors.calls import Caller
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.testing import Script, ScriptedProvider

ALPHA, BETA = "zz-alpha-model", "zz-beta-model"
SSE = {"Accept": "text/event-stream"}


def models_yaml(provider: ScriptedProvider, *names: str) -> str:
    entries = [
        f"  - {{id: {name}, name: Name of {name}, model: {name}, base_url: '{provider.openai_url}', "
        f"organization: Maker of {name}, license: MIT, abilities: [vision], prices: {{input: 1, output: 2}}}}"
        for name in names
    ]
    return "models:\n" + "\n".join(entries) + "\n"


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        provider.script(ALPHA, Script(text="An answer that is neither long nor short.", chunk_size=1))
        provider.script(BETA, Script(text="Another answer, also of medium length, to be sure.", chunk_size=30))
        yield provider


async def offer(resources: Resources, provider: ScriptedProvider, *names: str, yaml: str | None = None) -> None:
    """Add these models to the catalog, and probe their health."""
    settings = resources.get(Settings)
    (settings.data_dir / "models.yaml").write_text(yaml or models_yaml(provider, *names))
    await refresh_catalog(resources.get(Database), resources.get(Caller), settings, starting=True)
    await probe_health(resources.get(Database), resources.get(Caller), settings)


@pytest.fixture
async def arena_site(site: str, resources: Resources, provider: ScriptedProvider) -> str:
    await offer(resources, provider, ALPHA, BETA)
    return site


@dataclass
class Event:
    name: str
    id: str = ""
    data: Any = None


@dataclass
class StreamedEvents:
    """All events of one stream."""

    events: list[Event] = field(default_factory=list)
    raw: bytes = b""

    @property
    def names(self) -> list[str]:
        return [event.name for event in self.events]

    @property
    def left(self) -> str:
        return "".join(event.data["left"] for event in self.events if event.name == "delta")

    @property
    def right(self) -> str:
        return "".join(event.data["right"] for event in self.events if event.name == "delta")

    @property
    def battle_id(self) -> str:
        return str(next(event.data["battle_id"] for event in self.events if event.name == "start"))

    @property
    def session_id(self) -> str:
        return str(next(event.data["session_id"] for event in self.events if event.name == "start"))

    @property
    def last_id(self) -> str:
        return next(event.id for event in reversed(self.events) if event.id)


async def events_of(response: httpx.Response) -> AsyncIterator[Event]:
    event = Event("message")
    async for line in _lines(response):
        if not line:
            if event.data is not None:
                yield event
            event = Event("message")
            continue
        name, _, value = line.partition(": ")
        if name == "event":
            event.name = value
        elif name == "id":
            event.id = value
        elif name == "data":
            event.data = json.loads(value)


async def _lines(response: httpx.Response) -> AsyncIterator[str]:
    # Only these bytes end a line of an event stream; httpx also splits at others, such as U+2028.
    rest = b""
    async for chunk in response.aiter_bytes():
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            yield line.decode()


# Reading the machine's certificates takes longer than a request.
TLS = ssl.create_default_context()


class Person:
    """A visitor with a cookie jar."""

    def __init__(self, address: str) -> None:
        self.http = httpx.AsyncClient(base_url=address, timeout=60, verify=TLS)

    async def read_stream(
        self, path: str, body: object = None, *, method: str = "POST", **headers: str
    ) -> StreamedEvents:
        heard = StreamedEvents()
        sent = {} if body is None else {"json": body}
        async with self.http.stream(method, path, headers={**SSE, **headers}, **sent) as response:  # type: ignore[arg-type]
            assert response.status_code < 400, (response.status_code, await response.aread())
            heard.raw = repr(response.headers).encode()
            async for event in events_of(response):
                heard.events.append(event)
        return heard

    async def battle(self, prompt: str = "Tell me something.", **more: object) -> StreamedEvents:
        return await self.read_stream("/api/sessions", {"prompt": prompt, **more})

    async def vote(self, battle_id: str, word: str = "left_better", **more: object) -> httpx.Response:
        return await self.http.post(f"/api/battles/{battle_id}/vote", json={"vote": word, **more})

    async def get(self, path: str) -> Any:
        response = await self.http.get(path)
        assert response.status_code == 200, response.text
        return response.json()


@pytest.fixture
async def person(arena_site: str) -> AsyncIterator[Person]:
    person = Person(arena_site)
    yield person
    await person.http.aclose()


@pytest.fixture
async def stranger(arena_site: str) -> AsyncIterator[Person]:
    person = Person(arena_site)
    yield person
    await person.http.aclose()

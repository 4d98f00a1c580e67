"""Server processes that share one database, their users, and invariants that are checked afterwards."""

import asyncio
import json
import signal
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import psycopg
from tests.arena.conftest import SSE, Event, Person, StreamedEvents, models_yaml
from tests.polling import pause
from tests.processes import Process, running

from llmbattler.core.db.embedded import EmbeddedPostgres
from llmbattler.testing import ScriptedProvider

SECRET = "3b1f0c9d8e7a6b5c4d3e2f1a0b9c8d7e6f5a4b3c2d1e0f9a"
BROKEN = ("unexpected failure", "a generation broke", "Traceback", "was never retrieved", "never awaited")


class Replicas:
    """`llmbattler serve` several times on one database; each can be killed and started again."""

    def __init__(self, folder: Path, database_url: str | None, environment: dict[str, str]) -> None:
        self._folder = folder
        self._database_url = database_url
        self._environment = {"MODELS_FILE": str(folder / "models.yaml"), "PORT": "0", "WORKER": "false", **environment}
        self._stack = ExitStack()
        self.all: list[Process] = []
        self._people: list[Person] = []

    async def start(self, number: int = 1) -> list[str]:
        """Start more replicas concurrently and return their addresses."""
        for _ in range(number):
            self.all.append(self._stack.enter_context(running("serve", **self._next_environment())))
        return [await asyncio.to_thread(process.address) for process in self.all[-number:]]

    def _next_environment(self) -> dict[str, str]:
        if self._database_url is None:
            return {**self._environment, "DATA_DIR": str(self._folder)}
        own = self._folder / f"replica{len(self.all)}"
        own.mkdir()
        there = {"DATABASE_URL": self._database_url, "SECRET_KEY": SECRET, "DATA_DIR": str(own)}
        return {**self._environment, **there}

    def at(self, address: str, like: Person | None = None) -> Person:
        """Return a new visitor at this address, or one with the cookie of another."""
        person = Person(address)
        if like is not None:
            person.http.cookies.update({cookie.name: cookie.value or "" for cookie in like.http.cookies.jar})
        self._people.append(person)
        return person

    async def close(self) -> None:
        self._stack.close()
        for person in self._people:
            await person.http.aclose()

    def complaints(self) -> list[str]:
        return [line for process in self.all for line in process.said if any(words in line for words in BROKEN)]


@contextmanager
def fresh_database(postgres: EmbeddedPostgres) -> Iterator[str]:
    name = f"test_{uuid4().hex}"
    with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE llmbattler STRATEGY FILE_COPY')  # type: ignore[call-overload]
    yield postgres.url(name)
    with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')  # type: ignore[call-overload]


@asynccontextmanager
async def serving(
    folder: Path, provider: ScriptedProvider, models: Sequence[str], database_url: str | None, **environment: str
) -> AsyncIterator[Replicas]:
    """Start replicas that offer these models. Invariants are checked at the end."""
    (folder / "models.yaml").write_text(models_yaml(provider, *models))
    replicas = Replicas(folder, database_url, environment)
    try:
        yield replicas
        await check_invariants(database_url or EmbeddedPostgres(folder / "postgres").url())
        assert replicas.complaints() == []
    finally:
        await replicas.close()


async def ask(url: str, query: str, *values: object) -> list[tuple[Any, ...]]:
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        return await (await connection.execute(query, values or None)).fetchall()  # type: ignore[arg-type]


async def until(url: str, query: str, *values: object, seconds: float = 30) -> None:
    """Repeat a query until it returns rows."""
    async with asyncio.timeout(seconds), await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        while not await (await connection.execute(query, values or None)).fetchall():  # type: ignore[arg-type]
            await pause()


TOO_LONG = "a battle is generating for too long"
INVARIANTS = {
    TOO_LONG: (
        "SELECT battle_id FROM battles WHERE status = 'generating' AND updated_at < now() - interval '30 seconds'"
    ),
    "a battle has several votes": "SELECT battle_id FROM votes GROUP BY battle_id HAVING count(*) > 1",
    "a vote and its battle disagree": (
        "SELECT coalesce(v.battle_id, b.battle_id) FROM votes v FULL JOIN battles b ON b.battle_id = v.battle_id "
        "WHERE (v.battle_id IS NULL) <> (b.status <> 'voted')"
    ),
    "a battle without two whole answers takes votes": (
        "SELECT battle_id FROM battles WHERE status IN ('open', 'voted') AND (turns > 0 OR status = 'voted') "
        "AND mode <> 'direct' AND "
        "(SELECT count(DISTINCT entry->>'position') FROM jsonb_array_elements(conversation) entry "
        "WHERE entry->>'role' = 'assistant') <> 2"
    ),
    "a void battle shows half an answer": (
        "SELECT battle_id FROM battles "
        "WHERE status = 'void' AND turns = 0 AND conversation @> '[{\"role\": \"assistant\"}]'"
    ),
    "a transaction stands idle": (
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
        "AND state LIKE 'idle in transaction%' AND state_change < now() - interval '2 seconds'"
    ),
}


async def check_invariants(url: str) -> None:
    for name, query in INVARIANTS.items():
        assert await ask(url, query) == [], name


class Stream:
    """One open event stream."""

    def __init__(self, response: httpx.Response, heard: StreamedEvents) -> None:
        self.heard = heard
        self.headers = response.headers
        self._events = _events_of(response)

    async def read(self, enough: Callable[[Event], bool] = lambda _: False) -> StreamedEvents:
        """Read until an event matches, or to the end."""
        async for event in self._events:
            self.heard.events.append(event)
            if enough(event):
                break
        return self.heard


async def _events_of(response: httpx.Response) -> AsyncIterator[Event]:
    """Split at line feeds only: httpx would also split at U+2028, which answers may contain."""
    waiting = b""
    async for data in response.aiter_bytes():
        *frames, waiting = (waiting + data).split(b"\n\n")
        for frame in frames:
            fields = dict(line.split(b": ", 1) for line in frame.split(b"\n") if not line.startswith(b":"))
            if b"data" in fields:
                yield Event(fields[b"event"].decode(), fields.get(b"id", b"").decode(), json.loads(fields[b"data"]))


async def read_stream(person: Person, path: str, body: object = None, **headers: str) -> StreamedEvents:
    async with open_stream(person, path, body, **headers) as stream:
        return await stream.read()


def is_delta(event: Event) -> bool:
    return event.name == "delta"


@asynccontextmanager
async def open_stream(
    person: Person, path: str, body: object = None, *, heard: StreamedEvents | None = None, **headers: str
) -> AsyncIterator[Stream]:
    sent = {} if body is None else {"json": body}
    method = "GET" if body is None else "POST"
    async with person.http.stream(method, path, headers={**SSE, **headers}, **sent) as response:  # type: ignore[arg-type]
        assert response.status_code < 400, (response.status_code, await response.aread())
        yield Stream(response, heard or StreamedEvents())


def resume_from(heard: StreamedEvents) -> dict[str, str]:
    last = next((event.id for event in reversed(heard.events) if event.id), None)
    return {} if last is None else {"Last-Event-ID": last}


async def stop(process: Process, number: signal.Signals = signal.SIGTERM) -> int:
    return await asyncio.to_thread(process.stop, number)

"""F11, F22 and F24 of the listed faults: memory, disk and connections run out."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, closing, suppress
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import psycopg
import pytest
from tests.arena.conftest import ALPHA, BETA, Person, offer
from tests.cases.replicas import Replicas, ask, fresh_database, is_delta, open_stream, serving
from tests.polling import pause

from llmbattler.core.db.embedded import EmbeddedPostgres
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.resources import Resources
from llmbattler.library.limits import MAX_IMAGE_BYTES
from llmbattler.ratings.imports.routes import UPLOAD_BYTES, UPLOAD_PLACES
from llmbattler.testing import Script, ScriptedProvider

UPLOADS = 30
PLACES = 16


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        for model in (ALPHA, BETA):
            provider.script(model, Script(text=f"Says {model}, and then some more words.", chunk_size=3))
        yield provider


@pytest.fixture
def url(postgres: EmbeddedPostgres) -> Iterator[str]:
    with fresh_database(postgres) as url:
        yield url


@pytest.fixture
async def replicas(data_dir: Path, provider: ScriptedProvider, url: str) -> AsyncIterator[Replicas]:
    async with serving(data_dir, provider, (ALPHA, BETA), url) as replicas:
        yield replicas


class Upload:
    """An upload that stops one byte before its end."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.writer = writer
        self.status = asyncio.create_task(reader.readline())

    @classmethod
    async def begin(cls, address: str, path: str, kind: str, size: int, *, sent: int) -> "Upload":
        site = urlsplit(address)
        upload = cls(*await asyncio.open_connection(site.hostname, site.port))
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\nContent-Length: {size}\r\n\r\n"
        upload.writer.transport.set_write_buffer_limits(high=0)
        upload.writer.write(head.encode() + bytes(sent))
        with suppress(ConnectionError):
            await upload.writer.drain()
        return upload

    async def end(self, rest: int) -> int:
        if not self.status.done():
            self.writer.write(bytes(rest))
        answer = await self.status
        self.writer.close()
        return int(answer.split()[1])


def memory(replicas: Replicas) -> int:
    return int(psutil.Process(replicas.all[0].pid).memory_info().rss)


async def test_f11_thirty_large_uploads_take_the_memory_of_a_few(replicas: Replicas) -> None:
    (address,) = await replicas.start()
    before = memory(replicas)
    begin = partial(Upload.begin, address, "/api/images", "image/png", MAX_IMAGE_BYTES, sent=MAX_IMAGE_BYTES - 1)
    uploads = await asyncio.gather(*(begin() for _ in range(UPLOADS)))
    await until(lambda: sum(one.status.done() for one in uploads) == UPLOADS - PLACES)
    assert memory(replicas) - before < 1.5 * PLACES * MAX_IMAGE_BYTES
    assert (await replicas.at(address).http.get("/healthz")).elapsed.total_seconds() < 1
    answers = Counter([await one.end(1) for one in uploads])
    assert answers == {503: UPLOADS - PLACES, 415: PLACES}
    assert memory(replicas) - before < 2 * PLACES * MAX_IMAGE_BYTES
    again = await Upload.begin(address, "/api/images", "image/png", 10, sent=10)
    assert await again.end(0) == 415


async def test_f11_larger_files_take_more_places(site: str) -> None:
    assert UPLOAD_PLACES * MAX_IMAGE_BYTES * 1.05 > UPLOAD_BYTES
    path = "/api/vote-sets?name=mine&filename=votes.csv"
    begin = partial(Upload.begin, site, path, "application/octet-stream", 1000, sent=999)
    uploads = [await begin() for _ in range(UPLOADS)]
    fitting = PLACES // UPLOAD_PLACES
    await until(lambda: sum(one.status.done() for one in uploads) == UPLOADS - fitting)
    assert Counter([await one.end(1) for one in uploads]) == {503: UPLOADS - fitting, 422: fitting}


async def until(found: Callable[[], bool], seconds: float = 20) -> None:
    async with asyncio.timeout(seconds):
        while not found():
            await pause()


FULL = """
CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
    EXECUTE format('CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON %I EXECUTE FUNCTION no_room()', name);
  END LOOP;
END $$"""
ROOM = "DROP FUNCTION no_room CASCADE"
READ_ONLY = (
    "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$"
)
WRITABLE = READ_ONLY.replace("= on", "= off")


async def run(url: str, statement: str) -> None:
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        await connection.execute("SET default_transaction_read_only = off")
        await connection.execute(statement)


async def check_reading(person: Person, battle_id: str) -> None:
    for path in ("/api/sessions", f"/api/battles/{battle_id}", "/api/leaderboard", "/api/models"):
        assert (await person.http.get(path)).status_code == 200, path
    assert (await person.http.get("/healthz")).status_code == 200


async def check_refused(person: Person, battle_id: str) -> None:
    for path, body in (
        ("/api/sessions", {"prompt": "Hello?"}),
        (f"/api/battles/{battle_id}/vote", {"vote": "tie"}),
    ):
        refused = await person.http.post(path, json=body)
        assert refused.status_code == 503, refused.text
        assert int(refused.headers["retry-after"]) >= 10
        assert "read-only or full" in refused.json()["title"]


async def test_f22_a_full_disk_stops_writing_and_nothing_else(
    replicas: Replicas, url: str, provider: ScriptedProvider
) -> None:
    (address,) = await replicas.start()
    person = replicas.at(address)
    done = await person.battle()
    for model in (ALPHA, BETA):
        provider.hold(model, at=3)
    async with open_stream(person, "/api/sessions", {"prompt": "Hello?"}) as stream:
        heard = await stream.read(is_delta)
        await run(url, FULL)
        await check_refused(person, done.battle_id)
        await check_reading(person, done.battle_id)
        assert any("takes no writes" in line and "No space left" in line for line in replicas.all[0].said)
        await run(url, ROOM)
        for model in (ALPHA, BETA):
            provider.release(model)
        await stream.read()
    assert heard.names[-1] == "done"  # what ran meanwhile was not lost
    for battle in (done.battle_id, heard.battle_id):
        assert (await person.vote(battle)).status_code == 200
    assert await ask(url, "SELECT count(*) FROM votes") == [(2,)]


async def test_f22_a_database_that_became_read_only_is_read(
    site: str, resources: Resources, provider: ScriptedProvider, address: DatabaseAddress
) -> None:
    await offer(resources, provider, ALPHA, BETA)
    person, url = Person(site), address.url
    done = await person.battle()
    await run(url, READ_ONLY)
    await end_sessions(url)
    await check_refused(person, done.battle_id)
    await check_reading(person, done.battle_id)
    await run(url, WRITABLE)
    await end_sessions(url)
    assert (await person.vote(done.battle_id)).status_code == 200
    await person.http.aclose()


async def end_sessions(url: str) -> None:
    """End all sessions and wait until they have ended, so that everybody connects again with the current settings."""
    await run(
        url,
        "SELECT pg_terminate_backend(pid, 20000) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )


@pytest.fixture
def crowded(data_dir: Path) -> Iterator[EmbeddedPostgres]:
    """A PostgreSQL with few connections, three of them kept for its administrator."""
    postgres = EmbeddedPostgres(data_dir / "crowded")
    postgres.start()
    postgres.stop()
    (postgres.data / "custom.conf").write_text("max_connections = 30\nsuperuser_reserved_connections = 3\n")
    (postgres.data / "custom.conf").chmod(0o644)
    postgres.start()
    with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
        connection.execute("CREATE ROLE site LOGIN")
        connection.execute("CREATE DATABASE site OWNER site")
    yield postgres
    postgres.stop()


def take_all(url: str, held: ExitStack) -> None:
    while True:
        try:
            held.enter_context(closing(psycopg.connect(url, application_name="clients")))
        except psycopg.OperationalError:
            return


async def test_f24_no_connection_left_is_a_503_and_no_hang(
    data_dir: Path, provider: ScriptedProvider, crowded: EmbeddedPostgres
) -> None:
    url = crowded.url("site").replace("postgres@", "site@")
    admin = crowded.url("site")
    ours = "FROM pg_stat_activity WHERE usename = 'site' AND application_name <> 'clients'"
    async with serving(data_dir, provider, (ALPHA, BETA), url) as replicas:
        (address,) = await replicas.start()
        person = replicas.at(address)
        battles = [(await person.battle()).battle_id for _ in range(3)]
        with ExitStack() as held:
            take_all(url, held)
            async with asyncio.timeout(20):
                while await ask(admin, f"SELECT pg_terminate_backend(pid) {ours}"):
                    await asyncio.to_thread(take_all, url, held)
            started = time.monotonic()
            answers = await asyncio.gather(*(person.vote(one) for one in battles * 5))
            assert {answer.status_code for answer in answers} == {503}
            assert all(answer.headers["retry-after"] for answer in answers)
            assert time.monotonic() - started < 10
            assert (await person.http.get("/healthz")).status_code == 200
            assert (await person.http.get("/readyz")).status_code == 503
            assert await ask(admin, "SELECT 1") == [(1,)]  # whoever must mend it gets in
        async with asyncio.timeout(20):
            while (await person.http.get("/readyz")).status_code != 200:
                await pause()
        assert [(await person.vote(one)).status_code for one in battles] == [200] * 3

"""F13, F14, F16, F18 of the listed faults: the database goes away, is busy or locked while battles run."""

import asyncio
import random
import signal
import statistics
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import psutil
import psycopg
import pytest
from tests.arena.conftest import ALPHA, BETA, Person, StreamedEvents, offer
from tests.cases.replicas import (
    Replicas,
    ask,
    check_invariants,
    fresh_database,
    is_delta,
    open_stream,
    resume_from,
    serving,
    until,
)
from tests.polling import pause

from llmbattler.core.db import Database
from llmbattler.core.db.embedded import EmbeddedPostgres
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.generation.streams.repository import list_stale_generations
from llmbattler.testing import Script, ScriptedProvider

LOST = (httpx.TransportError, httpx.StreamError)
TORTURE_SECONDS = 240
PATIENCE_SECONDS = 1.0


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        for model in (ALPHA, BETA):
            provider.script(model, Script(text=f"Says {model}, and then some more words.", chunk_size=3))
        yield provider


@pytest.fixture
def unmanaged_postgres(data_dir: Path) -> Iterator[EmbeddedPostgres]:
    """A PostgreSQL that belongs to no server of ours, so that nobody but the test starts it again."""
    postgres = EmbeddedPostgres(data_dir / "fragile")
    postgres.start()
    yield postgres
    postgres.start()
    postgres.stop()


@pytest.fixture
async def replicas(
    data_dir: Path, provider: ScriptedProvider, unmanaged_postgres: EmbeddedPostgres
) -> AsyncIterator[Replicas]:
    async with serving(
        data_dir, provider, (ALPHA, BETA), unmanaged_postgres.url(), MAX_RUNNING_BATTLES="100"
    ) as replicas:
        yield replicas


async def end_postgres(postgres: EmbeddedPostgres, number: signal.Signals) -> None:
    postmaster = psutil.Process(int((postgres.data / "postmaster.pid").read_text().split()[0]))
    postmaster.send_signal(number)
    await asyncio.to_thread(psutil.wait_procs, [postmaster], 20)


def says(text: str) -> Callable[[object], bool]:
    """Enough when one side has said all of this."""
    heard = StreamedEvents()

    def enough(event: object) -> bool:
        heard.events.append(event)  # type: ignore[arg-type]
        return len(heard.left) >= len(text) and len(heard.right) >= len(text)

    return enough


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGQUIT], ids=["stopped", "crashed"])
async def test_f14_battles_outlive_a_database_that_goes_away(
    replicas: Replicas, unmanaged_postgres: EmbeddedPostgres, provider: ScriptedProvider, number: signal.Signals
) -> None:
    address, other = await replicas.start(2)
    person = replicas.at(address)
    done = await person.battle()
    for model in (ALPHA, BETA):
        provider.hold(model, at=3)
    elsewhere = replicas.at(other, like=person)
    async with AsyncExitStack() as stack:
        stream = await stack.enter_async_context(open_stream(person, "/api/sessions", {"prompt": "Hello?"}))
        heard = await stream.read(is_delta)
        battle_id = heard.battle_id
        path = f"/api/battles/{battle_id}/events"
        watching = await stack.enter_async_context(open_stream(elsewhere, path))
        await watching.read(is_delta)
        await end_postgres(unmanaged_postgres, number)
        assert (await person.http.get("/healthz")).status_code == 200
        assert (await person.http.get("/readyz")).status_code == 503
        refused = await person.vote(done.battle_id)
        assert refused.status_code == 503
        assert refused.headers["retry-after"]
        for model in (ALPHA, BETA):
            provider.hold(model, at=12)
        await stream.read(says("x" * 20))  # it goes on while nothing can be written down
        assert "done" not in heard.names
        await asyncio.to_thread(unmanaged_postgres.start)
        await until(
            unmanaged_postgres.url(), "SELECT 1 FROM live_generations JOIN live_chunks USING (subject_id, part)"
        )
        # However old the lease looks, a sweep gives whoever holds it time to come back.
        await ask(
            unmanaged_postgres.url(), "UPDATE live_generations SET leased_at = now() - interval '1 hour' RETURNING 1"
        )
        database = Database(DatabaseAddress.parse(unmanaged_postgres.url()), Settings(discovery=False))
        async with database.unit() as session:
            assert await list_stale_generations(session, ["battle"]) == []
        await database.close()
        for model in (ALPHA, BETA):
            provider.release(model)
        await stream.read()
        await watching.read()
    assert heard.names[-1] == watching.heard.names[-1] == "done"
    texts = sorted((f"Says {ALPHA}, and then some more words.", f"Says {BETA}, and then some more words."))
    assert sorted((heard.left, heard.right)) == texts
    assert (watching.heard.left, watching.heard.right) == (heard.left, heard.right)
    for battle in (done.battle_id, battle_id):
        assert (await person.vote(battle)).status_code == 200
    async with asyncio.timeout(5):
        while (await person.http.get("/readyz")).status_code != 200:
            await pause()


async def test_f14_a_side_that_fails_meanwhile_is_void_afterwards(
    replicas: Replicas, unmanaged_postgres: EmbeddedPostgres, provider: ScriptedProvider
) -> None:
    """Its void cannot be written, and the lease must not keep it alive for ever."""
    (address,) = await replicas.start()
    person = replicas.at(address)
    provider.script(BETA, Script(text="Ends too early.", chunk_size=2, truncate_after=4))
    for model in (ALPHA, BETA):
        provider.hold(model, at=3)
    async with open_stream(person, "/api/sessions", {"prompt": "Hello?"}) as stream:
        await stream.read(is_delta)
        await end_postgres(unmanaged_postgres, signal.SIGINT)
        for model in (ALPHA, BETA):
            provider.release(model)
        heard = await stream.read()
    assert heard.names[-1] == "void"
    await asyncio.to_thread(unmanaged_postgres.start)
    await until(unmanaged_postgres.url(), "SELECT 1 FROM battles WHERE status = 'void'", seconds=35)


@pytest.mark.torture
async def test_f13_a_database_that_crashes_all_the_time(
    replicas: Replicas, unmanaged_postgres: EmbeddedPostgres, provider: ScriptedProvider
) -> None:
    for model in (ALPHA, BETA):
        provider.script(model, Script(text="word " * 40, chunk_size=5, chunk_delay=0.03))
    (address,) = await replicas.start()
    first = replicas.at(address)
    await first.battle()
    clients = RetryingUsers()
    living = [asyncio.create_task(clients.live(replicas.at(address))) for _ in range(20)]
    ends = time.monotonic() + TORTURE_SECONDS
    while time.monotonic() < ends:
        await asyncio.wait(living, timeout=random.uniform(5, 20))  # noqa: S311
        await end_postgres(unmanaged_postgres, signal.SIGQUIT)
        await asyncio.to_thread(unmanaged_postgres.start)
        back = time.monotonic()
        while (await first.http.get("/readyz")).status_code != 200:
            assert time.monotonic() - back < 5
    clients.leaving = True
    await asyncio.gather(*living)
    stored = {
        str(battle): vote for battle, vote in await ask(unmanaged_postgres.url(), "SELECT battle_id, vote FROM votes")
    }
    assert clients.acknowledged.items() <= stored.items()
    assert clients.odd == []
    assert len(clients.acknowledged) > 100
    await check_invariants(unmanaged_postgres.url())


class RetryingUsers:
    """People who battle and vote, and try again after every 503 that says when."""

    def __init__(self) -> None:
        self.acknowledged: dict[str, str] = {}
        self.odd: list[str] = []
        self.leaving = False

    async def live(self, person: Person) -> None:
        while not self.leaving:
            heard = StreamedEvents()
            try:
                async with open_stream(person, "/api/sessions", {"prompt": "Hello?"}, heard=heard) as stream:
                    await stream.read()
            except AssertionError as refused:
                if refused.args[0][0] != 503:
                    self.odd.append(str(refused))
                await asyncio.sleep(PATIENCE_SECONDS)
                continue
            while heard.names[-1] not in {"done", "void"}:
                path = f"/api/battles/{heard.battle_id}/events"
                async with open_stream(person, path, heard=heard, **resume_from(heard)) as stream:
                    await stream.read()
            if heard.names[-1] == "done":
                await self._vote(person, heard.battle_id)

    async def _vote(self, person: Person, battle_id: str) -> None:
        while battle_id not in self.acknowledged:
            response = await person.vote(battle_id, "tie")
            if response.status_code == 200:
                self.acknowledged[battle_id] = "tie"
            elif response.status_code != 503 or "retry-after" not in response.headers:
                self.odd.append(response.text)
                return
            else:
                await asyncio.sleep(PATIENCE_SECONDS)


async def test_f16_streams_hold_no_connection(
    site: str, resources: Resources, provider: ScriptedProvider, data_dir: Path
) -> None:
    """In this process, to look into the pool: it has ten connections, and thirty streams are open."""
    await offer(resources, provider, ALPHA, BETA)
    for model in (ALPHA, BETA):
        provider.hold(model, at=3)
    replicas = Replicas(data_dir, None, {})
    pool = resources.get(Database).engine.sync_engine.pool
    async with AsyncExitStack() as stack:
        for _ in range(6):
            person = replicas.at(site)
            for _ in range(5):
                stream = await stack.enter_async_context(open_stream(person, "/api/sessions", {"prompt": "Hello?"}))
                await stream.read(is_delta)
        # Only the writer of checkpoints borrows one now and then.
        assert min([pool.checkedout() async for _ in moments(50)]) == 0  # type: ignore[attr-defined]
        for model in (ALPHA, BETA):
            provider.release(model)
    await replicas.close()


async def moments(number: int) -> AsyncIterator[None]:
    """Let everybody else go on, so many times."""
    for _ in range(number):
        await pause()
        yield


async def test_f16_short_requests_stay_quick_while_streams_are_open(
    data_dir: Path, provider: ScriptedProvider, postgres: EmbeddedPostgres
) -> None:
    environment = {"DATABASE_POOL_SIZE": "2", "MAX_RUNNING_BATTLES": "100"}
    with fresh_database(postgres) as url:
        async with (
            serving(data_dir, provider, (ALPHA, BETA), url, **environment) as replicas,
            AsyncExitStack() as stack,
        ):
            (address,) = await replicas.start()
            person = replicas.at(address)
            done = await person.battle()
            calm = await _time_reads(person, done.battle_id)
            for model in (ALPHA, BETA):
                provider.hold(model, at=3)
            streams = [
                await stack.enter_async_context(open_stream(person, "/api/sessions", {"prompt": "Hello?"}))
                for _ in range(20)
            ]
            await asyncio.gather(*(stream.read(is_delta) for stream in streams))
            busy = await _time_reads(person, done.battle_id)
            assert busy < 5 * calm + 0.05
            assert (await person.vote(done.battle_id)).status_code == 200
            for model in (ALPHA, BETA):
                provider.release(model)
            everything = await asyncio.gather(*(stream.read() for stream in streams))
            assert {heard.names[-1] for heard in everything} == {"done"}


async def _time_reads(person: Person, battle_id: str) -> float:
    """The usual time of a short request; a machine that is busy with others makes single ones slow."""
    took = []
    for path in ("/api/sessions", f"/api/battles/{battle_id}") * 20:
        started = time.monotonic()
        await person.get(path)
        took.append(time.monotonic() - started)
    return statistics.median(took)


async def test_f18_a_locked_table_is_a_quick_503_and_then_over(
    data_dir: Path, provider: ScriptedProvider, postgres: EmbeddedPostgres
) -> None:
    with fresh_database(postgres) as url:
        async with serving(data_dir, provider, (ALPHA, BETA), url, DATABASE_LOCK_TIMEOUT="1") as replicas:
            (address,) = await replicas.start()
            person = replicas.at(address)
            battles = [(await person.battle()).battle_id for _ in range(3)]
            for model in (ALPHA, BETA):
                provider.hold(model, at=3)
            async with open_stream(person, "/api/sessions", {"prompt": "Hello?"}) as stream:
                await stream.read(is_delta)
                with psycopg.connect(url) as holder:
                    holder.execute("LOCK TABLE battles IN ACCESS EXCLUSIVE MODE")
                    for model in (ALPHA, BETA):
                        provider.release(model)
                    started = time.monotonic()
                    answers = await asyncio.gather(*(person.vote(one) for one in battles * 5))
                    assert {answer.status_code for answer in answers} == {503}
                    assert all(answer.headers["retry-after"] for answer in answers)
                    assert time.monotonic() - started < 8
                    assert (await person.http.get("/healthz")).elapsed.total_seconds() < 0.5
                heard = await stream.read()
            assert heard.names[-1] == "done"
            assert [(await person.vote(one)).status_code for one in (*battles, heard.battle_id)] == [200] * 4

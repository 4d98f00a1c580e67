"""H62 of the listed cases: PgBouncer in transaction mode, with the recipe of docs/deployment.md."""

import asyncio
import os
import pwd
import re
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit
from uuid import UUID

import psycopg
import pytest
from tests.arena.conftest import ALPHA, BETA, Person
from tests.benchmarks.bench_rows import build_run, build_suite
from tests.cases.documented_nginx import PAGE, find_free_port, replace
from tests.cases.replicas import SECRET, Replicas, ask, fresh_database, is_delta, open_stream, serving, until
from tests.polling import pause
from tests.processes import running

from llmbattler.benchmarks.runs.topics import WORK
from llmbattler.core.db import Database
from llmbattler.core.db.embedded import SYSTEM_USER, EmbeddedPostgres
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.live import publish
from llmbattler.core.settings import Settings
from llmbattler.testing import Script, ScriptedProvider

TOOLS = Path(__file__).parents[2] / ".tools/pgbouncer"
PGBOUNCER = shutil.which("pgbouncer", path=f"{TOOLS}/usr/sbin:/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
needs_pgbouncer = pytest.mark.skipif(
    PGBOUNCER is None, reason="PgBouncer is not installed; `make setup` installs it on Debian"
)
SERVER_CONNECTIONS = 3
"""Far fewer than the site has clients, so that transactions of different clients share sessions."""
(CONFIGURATION,) = re.findall(r"^```ini\n(\[databases\].*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
OF_THE_TEST = """
unix_socket_dir =
admin_users = admin
logfile =
pidfile = {folder}/pgbouncer.pid
"""
END_POOLED_SESSIONS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name NOT LIKE 'llmbattler-%'
"""
LEFTOVERS = """
SELECT count(*) FROM pg_prepared_statements
UNION ALL SELECT count(*) FROM pg_settings WHERE name LIKE '%timeout' AND source = 'session'
UNION ALL SELECT count(*) FROM pg_listening_channels()
UNION ALL SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()
"""
"""What a transaction left behind in the session in which this runs, for whoever gets it next."""


@contextmanager
def run_pgbouncer(folder: Path, postgres: EmbeddedPostgres, name: str) -> Iterator[str]:
    """Run PgBouncer in front of one database, with the recipe of docs/deployment.md, and return the URL through it."""
    port = find_free_port()
    configuration = folder / "pgbouncer.ini"
    text = replace(CONFIGURATION, "llmbattler = host=db.internal", f"{name} = host={postgres.sockets}")
    text = replace(text, "dbname=llmbattler", f"dbname={name} user=postgres")
    text = replace(text, "listen_addr = 10.0.0.20", "listen_addr = 127.0.0.1")
    text = replace(text, "listen_port = 6432", f"listen_port = {port}")
    text = replace(text, "scram-sha-256\nauth_file = /etc/pgbouncer/userlist.txt", "any")
    text = replace(text, "default_pool_size = 30", f"default_pool_size = {SERVER_CONNECTIONS}")
    configuration.write_text(text + OF_THE_TEST.format(folder=folder))
    command = [str(PGBOUNCER), str(configuration)]
    if os.geteuid() == 0:  # it refuses to run as root
        os.chown(folder, pwd.getpwnam(SYSTEM_USER).pw_uid, -1)
        command += ["--user", SYSTEM_USER]
    libraries = os.pathsep.join(str(found) for found in TOOLS.glob("usr/lib/*/"))
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, env={**os.environ, "LD_LIBRARY_PATH": libraries})
    try:
        yield f"postgresql://postgres@127.0.0.1:{port}/{name}"
    finally:
        process.terminate()
        process.wait(timeout=20)


@pytest.fixture
def direct_url(postgres: EmbeddedPostgres) -> Iterator[str]:
    with fresh_database(postgres) as url:
        yield url


@pytest.fixture
async def pooled_url(data_dir: Path, postgres: EmbeddedPostgres, direct_url: str) -> AsyncIterator[str]:
    folder = data_dir / "pgbouncer"
    folder.mkdir()
    with run_pgbouncer(folder, postgres, urlsplit(direct_url).path.removeprefix("/")) as url:
        async with asyncio.timeout(20):
            while not await _accepts(url):
                await pause()
        yield url


async def _accepts(url: str) -> bool:
    try:
        return await ask(url, "SELECT 1") == [(1,)]
    except psycopg.OperationalError:
        return False


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        for model in (ALPHA, BETA):
            provider.script(model, Script(echo=True, chunk_size=5))
        yield provider


@pytest.fixture
async def replicas(
    data_dir: Path, provider: ScriptedProvider, pooled_url: str, direct_url: str
) -> AsyncIterator[Replicas]:
    environment = {"DATABASE_DIRECT_URL": direct_url, "WORKER": "true"}
    async with serving(data_dir, provider, (ALPHA, BETA), pooled_url, **environment) as replicas:
        yield replicas


@needs_pgbouncer
async def test_h62_battles_votes_and_runs_work_through_pgbouncer_in_transaction_mode(
    replicas: Replicas, provider: ScriptedProvider, pooled_url: str, direct_url: str
) -> None:
    addresses = await replicas.start(2)
    run_id = await start_run(pooled_url, direct_url)
    people = [replicas.at(address) for address in addresses * 4]
    battles = await asyncio.gather(*(person.battle() for person in people))
    votes = await asyncio.gather(
        *(person.vote(battle.battle_id) for person, battle in zip(people, battles, strict=True))
    )
    assert [vote.status_code for vote in votes] == [200] * len(people)
    await until(direct_url, "SELECT 1 FROM boards WHERE board = 'overall' AND total_votes = %s", len(people))
    await until(direct_url, "SELECT 1 FROM bench_runs WHERE run_id = %s AND status = 'finished'", run_id)
    assert await ask(direct_url, "SELECT count(*), count(DISTINCT position) FROM bench_results") == [(120, 60)]
    await check_follower(replicas, provider, addresses)
    assert await count_sessions(pooled_url) <= SERVER_CONNECTIONS
    for _ in range(2 * SERVER_CONNECTIONS):
        assert await ask(pooled_url, LEFTOVERS) == [(0,)] * 4


async def start_run(pooled_url: str, direct_url: str) -> UUID:
    database = Database(DatabaseAddress.parse(pooled_url, direct_url), Settings(discovery=False))
    async with database.unit() as session:
        version = await build_suite(session, samples=60)
        run = await build_run(session, version=version, models=(ALPHA, BETA), size=20)
        await publish(session, WORK, str(run.run_id))
    await database.close()
    return run.run_id


async def check_follower(replicas: Replicas, provider: ScriptedProvider, addresses: list[str]) -> None:
    """A stream that the other server answers: through checkpoints and LISTEN, past PgBouncer."""
    person = replicas.at(addresses[0])
    for model in (ALPHA, BETA):
        provider.hold(model, at=2)
    async with open_stream(person, "/api/sessions", {"prompt": "Does this arrive?"}) as stream:
        heard = await stream.read(is_delta)
        there = replicas.at(addresses[1], like=person)
        async with open_stream(there, f"/api/battles/{heard.battle_id}/events") as following:
            await following.read(is_delta)
            for model in (ALPHA, BETA):
                provider.release(model)
            followed = await following.read()
    assert (followed.names[-1], followed.left, followed.right) == ("done", "Does this arrive?", "Does this arrive?")


async def count_sessions(pooled_url: str) -> int:
    """Count the connections of PgBouncer to the database, as it reports them itself."""
    parts = urlsplit(pooled_url)
    name = parts.path.removeprefix("/")
    async with await psycopg.AsyncConnection.connect(
        f"postgresql://admin@{parts.hostname}:{parts.port}/pgbouncer", autocommit=True
    ) as connection:
        rows = await (await connection.cursor().execute("SHOW SERVERS")).fetchall()
    return sum(name in row for row in rows)


@needs_pgbouncer
async def test_h62_a_database_that_goes_away_behind_pgbouncer_comes_back(
    replicas: Replicas, pooled_url: str, direct_url: str
) -> None:
    (address,) = await replicas.start()
    person = replicas.at(address)
    battle = await person.battle()
    ended = await ask(direct_url, END_POOLED_SESSIONS)
    assert ended
    async with asyncio.timeout(20):
        while (answer := await vote(person, battle.battle_id)) != 200:
            assert answer == 503
            await pause()
    assert await ask(direct_url, "SELECT count(*) FROM votes") == [(1,)]


@needs_pgbouncer
async def test_h62_a_pooler_without_a_direct_url_is_named_at_the_start(data_dir: Path, pooled_url: str) -> None:
    environment = {"DATABASE_URL": pooled_url, "SECRET_KEY": SECRET, "DATA_DIR": str(data_dir), "PORT": "0"}
    with running("serve", **environment) as server:
        assert await asyncio.to_thread(server.wait) == 1
        assert "Set DATABASE_DIRECT_URL" in " ".join("".join(server.said).split())


async def vote(person: Person, battle_id: str) -> int:
    return (await person.vote(battle_id)).status_code

"""Two servers and two workers behind nginx, whose processes and database end at random and are started again."""

import asyncio
import random
import signal
import socket
from collections import Counter
from collections.abc import AsyncIterator, Coroutine
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import psutil
import psycopg
from tests.arena.conftest import Person, models_yaml
from tests.cases.documented_nginx import (
    MANY_MACHINES,
    NGINX,
    RECIPE,
    UPSTREAM,
    open_browser,
    read_proxy_settings,
    replace,
    run_nginx,
)
from tests.cases.replicas import BROKEN, SECRET, ask
from tests.polling import pause
from tests.processes import Process

from llmbattler.core.db.embedded import EmbeddedPostgres
from llmbattler.testing import ScriptedProvider

CHANCE = random.Random()  # noqa: S311 - nothing here is secret
SERVICE_PORTS = range(20_000, 30_000)
"""Below the ports of outgoing connections, one of which could otherwise take the port of a server while it restarts."""
RESTART_SECONDS = 2
"""As in the systemd unit of docs/deployment.md, for a process that ended by itself."""
KILL_SECONDS = (10, 20)
OUTAGE_SECONDS = (120, 300)
DOWN_SECONDS = (0.5, 5)
ROUGH_SIGNALS = {"fast": signal.SIGINT, "immediate": signal.SIGQUIT}
JOB_QUEUE = '"logger": "procrastinate.'
UNREACHABLE = (psycopg.OperationalError, httpx.TransportError)


@dataclass
class Member:
    """One process of the site, with everything that its incarnations wrote."""

    name: str
    arguments: list[str]
    environment: dict[str, str]
    process: Process | None = None
    ended: list[Process] = field(default_factory=list)
    exits: Counter[int] = field(default_factory=Counter)

    def is_ready(self) -> bool:
        return self.process is not None and any("ready" in line for line in self.process.said)

    def list_complaints(self) -> list[str]:
        """List what no process may write. The job queue reports each loss of the database with a traceback."""
        started = [*self.ended, *([self.process] if self.process else [])]
        lines = (line for one in started for line in one.said if JOB_QUEUE not in line)
        return [f"{self.name}: {line}" for line in lines if any(words in line for words in BROKEN)]


def find_service_port(taken: set[int]) -> int:
    for port in CHANCE.sample(SERVICE_PORTS, 100):
        with socket.socket() as probe:
            if port not in taken and probe.connect_ex(("127.0.0.1", port)):
                return port
    raise AssertionError("no free port")


class ChaosSite:
    """The processes, each of which is started again whenever it ends."""

    def __init__(self, folder: Path, provider: ScriptedProvider, models: list[str], postgres: EmbeddedPostgres) -> None:
        self.postgres = postgres
        self.url = postgres.url()
        self.kills: Counter[str] = Counter()
        self.outages: Counter[str] = Counter()
        self._supervising: list[asyncio.Task[None]] = []
        self._stack = ExitStack()
        self._proxy: int | None = None
        self._people: list[Person] = []
        models_file = folder / "models.yaml"
        models_file.write_text(models_yaml(provider, *models))
        self.environment = {
            "DATABASE_URL": self.url,
            "SECRET_KEY": SECRET,
            "MODELS_FILE": str(models_file),
            "MODEL_FIRST_TOKEN_TIMEOUT": "8",
            "MODEL_IDLE_TIMEOUT": "8",
        }
        self._ports: list[int] = []
        self.members = [self._make_server(folder, number) for number in (1, 2)]
        self.members += [self._make_member(folder, f"worker {number}", "worker") for number in (1, 2)]
        self._folder = folder

    def _make_server(self, folder: Path, number: int) -> Member:
        self._ports.append(find_service_port(set(self._ports)))
        proxied = {"PORT": str(self._ports[-1]), "WORKER": "false", **read_proxy_settings()}
        return self._make_member(folder, f"server {number}", "serve", **proxied)

    def _make_member(self, folder: Path, name: str, command: str, **more: str) -> Member:
        own = folder / name.replace(" ", "")
        own.mkdir()
        return Member(name, [command], {**self.environment, "DATA_DIR": str(own), **more})

    async def start(self) -> None:
        self._supervising = [asyncio.create_task(self._supervise(member)) for member in self.members]
        if NGINX is not None:
            self._proxy = self._stack.enter_context(run_nginx(self._folder, self._write_recipe()))
        await self.wait_until_ready()

    def _write_recipe(self) -> str:
        upstream = MANY_MACHINES
        for number, port in enumerate(self._ports, start=1):
            upstream = replace(upstream, f"10.0.0.1{number}:8765", f"127.0.0.1:{port}")
        return UPSTREAM.sub(upstream, RECIPE, count=1)

    async def _supervise(self, member: Member) -> None:
        while True:
            member.process = await asyncio.to_thread(Process, member.arguments, member.environment)
            while (code := member.process.poll()) is None:
                await pause()
            member.ended.append(member.process)
            member.exits[code] += 1
            if code != -signal.SIGKILL:
                await asyncio.sleep(RESTART_SECONDS)

    @property
    def front(self) -> str:
        return "nginx" if self._proxy is not None else "a client that takes turns"

    def visit(self) -> Person:
        """Return a new visitor, without a cookie."""
        person = open_browser(self._proxy) if self._proxy is not None else Person("http://127.0.0.1")
        self._people.append(person)
        return person

    def turn_to_any(self, person: Person) -> None:
        """Without nginx, let the next request of this visitor go to any server."""
        if self._proxy is None:
            person.http.base_url = httpx.URL(f"http://127.0.0.1:{CHANCE.choice(self._ports)}")

    async def wait_until_ready(self) -> None:
        """Wait until both servers are ready and every worker has said so."""
        async with asyncio.timeout(180), httpx.AsyncClient(timeout=5) as client:
            for port in self._ports:
                while not await _is_ready(client, f"http://127.0.0.1:{port}/readyz"):
                    await pause()
            for member in self.members:
                while not member.is_ready():
                    await pause()

    async def kill_at_random(self) -> None:
        """Kill one process every 10 to 20 seconds, until cancelled."""
        while True:
            await asyncio.sleep(CHANCE.uniform(*KILL_SECONDS))
            member = CHANCE.choice(self.members)
            if member.process is not None and member.process.poll() is None:
                member.process.send(signal.SIGKILL)
                self.kills[member.name.partition(" ")[0]] += 1

    async def stop_database_at_random(self, share: float) -> None:
        """Stop PostgreSQL every two to five minutes, or more often in a shorter run, until cancelled."""
        modes = list(ROUGH_SIGNALS)
        while True:
            await asyncio.sleep(CHANCE.uniform(*OUTAGE_SECONDS) * share)
            mode = modes[self.outages.total() % len(modes)]
            await self._stop_database(ROUGH_SIGNALS[mode])
            await asyncio.sleep(CHANCE.uniform(*DOWN_SECONDS))
            await asyncio.shield(asyncio.to_thread(self.postgres.start))
            self.outages[mode] += 1

    async def _stop_database(self, number: signal.Signals) -> None:
        postmaster = psutil.Process(int((self.postgres.data / "postmaster.pid").read_text().split()[0]))
        postmaster.send_signal(number)
        await asyncio.to_thread(psutil.wait_procs, [postmaster], 60)

    async def ask(self, query: str, *values: object) -> list[tuple[object, ...]]:
        """Ask the database, and again when it is away."""
        while True:
            try:
                return await ask(self.url, query, *values)
            except UNREACHABLE:
                await asyncio.sleep(0.2)

    async def until(self, query: str, *values: object, seconds: float, what: str) -> None:
        """Repeat a query until it returns nothing."""
        found: object = None
        try:
            async with asyncio.timeout(seconds):
                while found := await self.ask(query, *values):  # noqa: ASYNC110 - nothing announces it
                    await asyncio.sleep(0.2)
        except TimeoutError:
            raise AssertionError(f"{what}: {found}") from None

    def list_complaints(self) -> list[str]:
        return [line for member in self.members for line in member.list_complaints()]

    def list_exits(self) -> Counter[str]:
        """Count how processes ended that nobody killed, such as at a start without a database."""
        exits = Counter[str]()
        for member in self.members:
            exits.update({str(code): number for code, number in member.exits.items() if code != -signal.SIGKILL})
        return exits

    async def close(self) -> None:
        for task in self._supervising:
            task.cancel()
        await asyncio.gather(*self._supervising, return_exceptions=True)
        for member in self.members:
            if member.process is not None:
                await asyncio.to_thread(member.process.stop, signal.SIGKILL)
        self._stack.close()
        for person in self._people:
            await person.http.aclose()


async def _is_ready(client: httpx.AsyncClient, address: str) -> bool:
    try:
        return (await client.get(address)).status_code == httpx.codes.OK
    except httpx.TransportError:
        return False


@asynccontextmanager
async def in_chaos(site: ChaosSite, *more: Coroutine[None, None, None], share: float) -> AsyncIterator[None]:
    """Kill processes, stop the database and do more of the kind while the block runs. Afterwards everything runs."""
    chaos = [asyncio.create_task(one) for one in (site.kill_at_random(), site.stop_database_at_random(share), *more)]
    try:
        yield
    finally:
        for task in chaos:
            task.cancel()
        ended = await asyncio.gather(*chaos, return_exceptions=True)
        await asyncio.to_thread(site.postgres.start)
        assert {type(one) for one in ended} == {asyncio.CancelledError}, ended

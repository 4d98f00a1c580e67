"""Votes, reads and recounts with a million votes, beside an earlier commit in alternating rounds (README.md)."""

import argparse
import asyncio
import os
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path

import aiohttp
import psutil
import psycopg
from compare import ROOT, open_checkout

from llmbattler.core.db.embedded import EmbeddedPostgres
from llmbattler.testing import Script
from llmbattler.testing.process import ProviderProcess

SECRET = "perf-0123456789abcdef-0123456789abcdef"  # noqa: S105 - of a site that lives for minutes
CONTESTANTS = ("perf-a", "perf-b")
LAST_RELEASE = "1670c49"
AT_ONCE = 20
EACH = 25
"""Votes of one person; more in a moment would be refused."""
IDLE_SECONDS = 2.0
"""Connections of clients are not used again after this time: the server closes them after five seconds."""
BEFORE, AFTER = "before", "after"
VOTE, READ, RECOUNT = "a vote", "a read", "recounting everything"
MOST = {VOTE: 0.25, READ: 0.5, RECOUNT: 0.25}
"""The targets: the CPU time of our processes, as a share of that of the earlier commit."""
VOTE_P95_MS, SEEN_MS = 100.0, 2000.0

FILL = """
INSERT INTO votes (vote_id, battle_id, session_id, voter, vote, left_model_id, right_model_id, mode, categories,
                   language, turns, counted, prompt_hash, style, processing_status, processed_at, created_at)
SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'voter-' || (i %% 5000),
       CASE WHEN fate < 0.15 THEN 'tie' WHEN fate < 0.2 THEN 'both_bad'
            WHEN random() < 1 / (1 + exp((b - a) / 30.0)) THEN 'left_better' ELSE 'right_better' END,
       'model-' || a, 'model-' || b, 'battle',
       CASE WHEN i %% 3 = 0 THEN ARRAY['coding'] WHEN i %% 3 = 1 THEN ARRAY['math', 'hard'] ELSE '{}'::text[] END,
       (ARRAY['en', 'en', 'en', 'de', 'fr', 'zh'])[1 + i %% 6], 1, true, '',
       ARRAY[(random() * 900)::int, 1, 2, 3, (random() * 900)::int, 0, 2, 1], 'processed', now(),
       now() - interval '1 second' * (i * 30.0 * %(days)s / 365 * 1000000 / %(votes)s)
FROM (SELECT i, (random() * (%(models)s - 1))::int AS a, random() AS fate,
             1 + (random() * (%(models)s - 2))::int AS step FROM generate_series(1, %(votes)s) AS i) AS drawn,
     LATERAL (SELECT (a + step) %% %(models)s AS b) AS other
WHERE a <> b
"""
OPEN_BATTLES = """
WITH made AS (
    INSERT INTO battles (battle_id, session_id, owner, mode, left_model_id, right_model_id, status, conversation,
                         prompt_hash, turns, completed_at)
    SELECT gen_random_uuid(), b.session_id, b.owner, b.mode, b.left_model_id, b.right_model_id, 'open',
           b.conversation, md5(i::text), 1, now() - interval '1 hour'
    FROM generate_series(1, %(number)s) AS i,
         (SELECT * FROM battles WHERE battle_id = %(like)s) AS b
    RETURNING battle_id)
SELECT battle_id::text FROM made
"""


@dataclass(frozen=True)
class Tree:
    """A commit with its own environment and its own database on the same server."""

    name: str
    root: Path
    folder: Path
    database: str
    postmaster: psutil.Process

    @property
    def command(self) -> str:
        return str(self.root / ".venv/bin/llmbattler")

    def settings(self) -> dict[str, str]:
        own = {"DATA_DIR": str(self.folder), "DATABASE_URL": self.database, "SECRET_KEY": SECRET, "PORT": "0"}
        return {**os.environ, **own, "DISCOVERY": "false", "LOG_FORMAT": "json", "BLINDING": "relaxed"}

    def postgres_cpu(self) -> float:
        """The CPU time of all processes of PostgreSQL, also of those that ended."""
        own = self.postmaster.cpu_times()
        living = [child.cpu_times() for child in self.postmaster.children() if child.is_running()]
        ended = own.children_user + own.children_system
        return own.user + own.system + ended + sum(one.user + one.system for one in living)


@dataclass
class Site:
    url: str
    process: psutil.Process
    tree: Tree

    @property
    def database(self) -> str:
        return self.tree.database

    def cpu(self) -> tuple[float, float]:
        times = self.process.cpu_times()
        return times.user + times.system, self.tree.postgres_cpu()


@dataclass
class Measured:
    """CPU in seconds of our processes and of PostgreSQL, and how long each call took in milliseconds."""

    ours: float
    postgres: float
    took: list[float]


@contextmanager
def serving(tree: Tree, provider: ProviderProcess) -> Iterator[Site]:
    entries = [f"  - {{id: {name}, base_url: '{provider.addresses.openai_url}'}}\n" for name in CONTESTANTS]
    (tree.folder / "models.yaml").write_text("models:\n" + "".join(entries))
    log = tree.folder / "server.log"
    with (
        log.open("w") as out,
        subprocess.Popen([tree.command, "serve"], stdout=out, stderr=out, env=tree.settings()) as process,
    ):
        try:
            while "ready at " not in log.read_text():
                if process.poll() is not None:
                    raise RuntimeError(log.read_text())
                time.sleep(0.1)
            line = next(line for line in log.read_text().splitlines() if "ready at " in line)
            yield Site(line.split("ready at ")[1].strip(), psutil.Process(process.pid), tree)
        finally:
            process.terminate()
            process.wait(30)


def fill(tree: Tree, options: argparse.Namespace) -> None:
    with psycopg.connect(tree.database, autocommit=True) as connection:
        facts = {"votes": options.votes, "models": options.models, "days": options.days}
        connection.execute(FILL, facts)  # type: ignore[arg-type]
        connection.execute("VACUUM ANALYZE")


def recount(tree: Tree) -> Measured:
    settings = {**tree.settings(), "DATABASE_STATEMENT_TIMEOUT": "600"}
    ours, postgres, started = _children_cpu(), tree.postgres_cpu(), time.perf_counter()
    subprocess.run([tree.command, "ratings", "recompute"], check=True, env=settings, stdout=subprocess.DEVNULL)
    took = (time.perf_counter() - started) * 1000
    return Measured(_children_cpu() - ours, tree.postgres_cpu() - postgres, [took])


def _children_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@asynccontextmanager
async def visitor(site: Site) -> AsyncIterator[aiohttp.ClientSession]:
    jar = aiohttp.CookieJar(unsafe=True)
    connector = aiohttp.TCPConnector(limit=AT_ONCE, keepalive_timeout=IDLE_SECONDS)
    async with aiohttp.ClientSession(site.url, cookie_jar=jar, connector=connector) as session:
        yield session


async def battle(session: aiohttp.ClientSession) -> str:
    async with session.post("/api/sessions", json={"prompt": f"Count {time.monotonic_ns()}."}) as answer:
        assert answer.status == 201, await answer.text()
        return str((await answer.json())["battle_id"])


async def vote(session: aiohttp.ClientSession, battle_id: str) -> None:
    async with session.post(f"/api/battles/{battle_id}/vote", json={"vote": "left_better"}) as answer:
        assert answer.status == 200, await answer.text()
        await answer.read()


async def total(session: aiohttp.ClientSession) -> int:
    async with session.get("/api/leaderboard") as answer:
        assert answer.status == 200, await answer.text()
        return int((await answer.json())["metadata"]["total_votes"])


async def measure_visibility_delay(session: aiohttp.ClientSession, address: str, rounds: int) -> list[float]:
    """Measure the time from sending a vote to reading a board with it, after the live channel announced it."""
    found = []
    async with session.ws_connect("/api/live", headers={"Origin": address}) as live:
        await live.send_json({"subscribe": ["leaderboard"]})
        for _ in range(rounds):
            battle_id = await battle(session)
            before = await total(session)
            started = time.perf_counter()
            await vote(session, battle_id)
            while await total(session) == before:
                async with asyncio.timeout(30):
                    await live.receive_json()
            found.append((time.perf_counter() - started) * 1000)
    return found


async def measure_load(site: Site, calls: list[Callable[[], Awaitable[None]]], rate: float | None) -> Measured:
    """Measure latency and CPU per call, at a fixed rate or with a fixed number of concurrent calls."""
    gate = asyncio.Semaphore(AT_ONCE)
    took: list[float] = []
    beginning = time.perf_counter()

    async def one(number: int, call: Callable[[], Awaitable[None]]) -> None:
        due = beginning + (number / rate if rate else 0)
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        started = max(due, beginning) if rate else time.perf_counter()
        async with gate:
            if not rate:
                started = time.perf_counter()
            await call()
        took.append((time.perf_counter() - started) * 1000)

    before = site.cpu()
    await asyncio.gather(*(one(number, call) for number, call in enumerate(calls)))
    ours, postgres = (now - then for now, then in zip(site.cpu(), before, strict=True))
    return Measured(ours / len(calls), postgres / len(calls), took)


async def measure_votes(site: Site, number: int) -> Measured:
    """Many people, each with open battles that were read an hour ago."""
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(visitor(site)) for _ in range(number // EACH)]
        ballots: list[Callable[[], Awaitable[None]]] = []
        for person in people:
            facts = {"number": EACH, "like": await battle(person)}
            with psycopg.connect(site.database, autocommit=True) as connection:
                ids = [row[0] for row in connection.execute(OPEN_BATTLES, facts)]
            ballots += [partial(vote, person, one) for one in ids]
        mixed = [ballot for start in range(EACH) for ballot in ballots[start::EACH]]
        return await measure_load(site, mixed, None)


def at(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


async def measure(site: Site, options: argparse.Namespace) -> tuple[list[float], Measured, Measured]:
    """Measure the delay until a vote is on an open board, reads, and votes."""
    async with visitor(site) as session:
        await vote(session, await battle(session))
        seen = await measure_visibility_delay(session, site.url, options.waits)

        async def look() -> None:
            async with session.get("/api/leaderboard") as answer:
                await answer.read()

        await measure_load(site, [look] * 200, None)
        reads = await measure_load(site, [look] * options.reads, options.rate)
    return seen, reads, await measure_votes(site, options.ballots)


class Table:
    """What was measured in all rounds."""

    def __init__(self) -> None:
        self.seen: defaultdict[str, list[float]] = defaultdict(list)
        self.rounds: defaultdict[tuple[str, str], list[Measured]] = defaultdict(list)

    def add(self, tree: str, recounted: Measured, seen: list[float], reads: Measured, casts: Measured) -> None:
        self.seen[tree] += seen
        for work, measured in ((RECOUNT, recounted), (READ, reads), (VOTE, casts)):
            self.rounds[tree, work].append(measured)

    def took(self, tree: str, work: str) -> list[float]:
        return [one for measured in self.rounds[tree, work] for one in measured.took]

    def ratio(self, work: str, *, total: bool) -> float:
        """The median of the ratios of all rounds."""
        pairs = zip(self.rounds[BEFORE, work], self.rounds[AFTER, work], strict=True)
        return statistics.median(
            (new.ours + total * new.postgres) / (old.ours + total * old.postgres) for old, new in pairs
        )

    def print(self, trees: list[str]) -> None:
        print("| work | | CPU of ours | of PostgreSQL | p50 | p95 | max |\n|---|---|--:|--:|--:|--:|--:|")
        for work in (VOTE, READ, RECOUNT):
            for tree in trees:
                rounds, took = self.rounds[tree, work], self.took(tree, work)
                ours, postgres = (
                    statistics.median(getattr(one, name) for one in rounds) * 1000 for name in ("ours", "postgres")
                )
                times = " | ".join(f"{value:,.1f} ms" for value in (at(took, 0.5), at(took, 0.95), max(took)))
                print(f"| {work} | {tree} | {ours:,.2f} ms | {postgres:,.2f} ms | {times} |")
        for tree in trees:
            seen = self.seen[tree]
            times = " | ".join(f"{value:,.0f} ms" for value in (at(seen, 0.5), at(seen, 0.95), max(seen)))
            print(f"| a vote, until it is on an open board | {tree} | | | {times} |")

    def compare(self) -> bool:
        print("\n| CPU, after / before | ours | with PostgreSQL | target for ours |\n|---|--:|--:|--:|")
        for work, most in MOST.items():
            ours, both = self.ratio(work, total=False), self.ratio(work, total=True)
            print(f"| {work} | {ours:.2f} | {both:.2f} | ≤ {most} |")
        return all(self.ratio(work, total=False) <= most for work, most in MOST.items())


def run(trees: list[Tree], provider: ProviderProcess, options: argparse.Namespace) -> bool:
    for tree in trees:
        with serving(tree, provider):
            pass  # makes the schema
        fill(tree, options)
    table = Table()
    for number in range(options.rounds):
        for tree in trees if number % 2 else trees[::-1]:
            print(f"round {number + 1} of {options.rounds}, {tree.name}", file=sys.stderr, flush=True)
            recounted = recount(tree)
            with serving(tree, provider) as site:
                table.add(tree.name, recounted, *asyncio.run(measure(site, options)))
    versions = f"Python {sys.version.split()[0]}, llmbattler {version('llmbattler')}"
    print(f"Votes and boards, {datetime.now(UTC):%Y-%m-%d}, {platform.platform()}, {versions}")
    print(f"{options.votes:,} votes, {options.models} models, {options.days} days; {options.rounds} rounds, medians;")
    print(f"before is {options.against or 'not measured'}; load {os.getloadavg()[0]:.1f}.\n")
    table.print([tree.name for tree in trees])
    met = table.compare() if options.against else True
    slow, late = at(table.took(AFTER, VOTE), 0.95), max(table.seen[AFTER])
    print(f"\np95 of a vote, {AT_ONCE} at once: {slow:.0f} ms (target < {VOTE_P95_MS:.0f}); ", end="")
    print(f"until it is on an open board: at most {late:.0f} ms (target < {SEEN_MS:.0f}).")
    return met and slow < VOTE_P95_MS and late < SEEN_MS


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", default=LAST_RELEASE, metavar="COMMIT", help="empty: measure only this commit")
    parser.add_argument("--votes", type=int, default=1_000_000)
    parser.add_argument("--models", type=int, default=100)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--waits", type=int, default=10, help="votes that are waited for, in each round")
    parser.add_argument("--rate", type=float, default=300.0, help="reads a second")
    parser.add_argument("--reads", type=int, default=3000)
    parser.add_argument("--ballots", type=int, default=1000)
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="llmb-perf-"))
    folder.chmod(0o755)
    postgres = EmbeddedPostgres(folder / "postgres")
    checkout = open_checkout(options.against) if options.against else nullcontext()
    try:
        address = postgres.start()
        postmaster = psutil.Process(int((folder / "postgres/data/postmaster.pid").read_text().split()[0]))
        with checkout as before, ProviderProcess() as provider:
            for name in CONTESTANTS:
                provider.script(name, Script(text="One, two, three, four, five."))
            roots = {**({BEFORE: before} if before else {}), AFTER: ROOT}
            trees = [make_tree(name, root, folder, address, postmaster) for name, root in roots.items()]
            met = run(trees, provider, options)
    finally:
        postgres.stop()
        shutil.rmtree(folder, ignore_errors=True)
    print(f"\nAll targets met: {'yes' if met else 'NO'}.")
    return 0 if met else 1


def make_tree(name: str, root: Path, folder: Path, address: str, postmaster: psutil.Process) -> Tree:
    own = folder / name
    own.mkdir()
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE perf_{name}")  # type: ignore[arg-type]
    return Tree(name, root, own, address.replace("/llmbattler?", f"/perf_{name}?"), postmaster)


if __name__ == "__main__":
    sys.exit(main())

"""F25 of the listed faults, and H33: replicas of two versions on one database."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from tests.arena.conftest import ALPHA, BETA, Person
from tests.cases.replicas import SECRET, Replicas, ask, fresh_database, serving, stop
from tests.cases.rolling_upgrade import BalancedLoad, Balancer, Machine
from tests.polling import pause
from tests.processes import Process, running

from llmbattler.core.db.embedded import EmbeddedPostgres
from llmbattler.testing import Script, ScriptedProvider

MANIFEST = """
from llmbattler.core.manifests import Manifest

manifest = Manifest(name="next_release", revisions="next_release.revisions")
"""
REVISION = """
from alembic import op

revision = "{revision}"
down_revision = "{below}"
branch_labels = None
depends_on = None
oldest_compatible = "{oldest}"


def upgrade() -> None:
    op.execute("{statement}")
"""
EXPAND = "ALTER TABLE votes ADD COLUMN mood text"
CONTRACT = "ALTER TABLE votes ALTER COLUMN mood SET DEFAULT 'good'"


@pytest.fixture
def url(postgres: EmbeddedPostgres) -> Iterator[str]:
    with fresh_database(postgres) as url:
        yield url


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        for model in (ALPHA, BETA):
            provider.script(model, Script(text=f"Says {model}.", chunk_size=30))
        yield provider


@pytest.fixture
async def replicas(data_dir: Path, provider: ScriptedProvider, url: str) -> AsyncIterator[Replicas]:
    async with serving(data_dir, provider, (ALPHA, BETA), url, BLINDING="whole") as replicas:
        yield replicas


def write_release(folder: Path, **revisions: str) -> str:
    """Write the package of a newer release: this one, and one more revision for each text. Return its folder."""
    package = folder / "next_release"
    (package / "revisions").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "revisions" / "__init__.py").touch()
    (package / "manifest.py").write_text(MANIFEST)
    for name, text in revisions.items():
        (package / "revisions" / f"{name}.py").write_text(text)
    about = folder / "next_release-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: next-release\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[llmbattler.slices]\nnext_release = next_release.manifest:manifest\n")
    return str(folder)


class Load:
    """Somebody who battles and votes, and a load balancer that asks whether the replica is ready, until they stop."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._stopped = False
        self.answers: Counter[tuple[str, int]] = Counter()
        self._tasks = [asyncio.create_task(self._vote()), asyncio.create_task(self._check())]

    async def _vote(self) -> None:
        while not self._stopped:
            battle = await self._person.battle()
            self.answers["vote", (await self._person.vote(battle.battle_id)).status_code] += 1

    async def _check(self) -> None:
        while not self._stopped:
            self.answers["ready", (await self._person.http.get("/readyz")).status_code] += 1
            await pause()

    async def wait_for(self, more: int) -> None:
        """Wait for this many more votes."""
        enough = self.answers["vote", 200] + more
        async with asyncio.timeout(60):
            while self.answers["vote", 200] < enough:
                await pause()

    async def stop(self) -> None:
        self._stopped = True
        await asyncio.gather(*self._tasks)


def migrate(environment: dict[str, str]) -> tuple[int, str]:
    with running("migrate", **environment) as process:
        return process.wait(), "".join(process.said)


async def get_ready(address: str) -> httpx.Response:
    async with httpx.AsyncClient(base_url=address) as client:
        return await client.get("/readyz")


async def make_releases(data_dir: Path, url: str) -> list[dict[str, str]]:
    """Write two later releases, of which the first expands the schema and the second contracts it.

    Return the environments of their processes, after that of this one.
    """
    ((below,),) = await ask(url, "SELECT version_num FROM alembic_version")
    expand = REVISION.format(revision="expand", below=below, oldest=below, statement=EXPAND)
    contract = REVISION.format(revision="contract", below="expand", oldest="expand", statement=CONTRACT)
    there = {"DATABASE_URL": url, "SECRET_KEY": SECRET, "DATA_DIR": str(data_dir), "PORT": "0", "WORKER": "false"}
    next_release = {**there, "PYTHONPATH": write_release(data_dir / "next", expand=expand)}
    last_release = {**there, "PYTHONPATH": write_release(data_dir / "last", expand=expand, contract=contract)}
    return [there, next_release, last_release]


async def test_h33_servers_are_replaced_by_the_next_release_under_load(
    replicas: Replicas, data_dir: Path, url: str
) -> None:
    _, next_release, _ = await make_releases(data_dir, url)
    balancer, people = Balancer(), 3
    for address in await replicas.start(2):
        balancer.machines.append(Machine(f"old at {address}", replicas.all[len(balancer.machines)], address))
    with ExitStack() as stack:
        load = BalancedLoad(balancer, people)
        for old in list(balancer.machines):
            await load.wait_for_votes(people)
            old.stopping = True
            assert await stop(old.process) == 0
            balancer.machines.remove(old)
            new = stack.enter_context(running("serve", **next_release))
            balancer.machines.append(Machine("new", new, await asyncio.to_thread(new.address)))
            assert [(await get_ready(one.address)).status_code for one in balancer.machines] == [200, 200]
        await load.wait_for_votes(people)
        tally = await load.stop()
    assert tally.failed == []
    assert tally.in_flight <= 2 * people
    stored = {str(battle): vote for battle, vote in await ask(url, "SELECT battle_id, vote FROM votes")}
    assert tally.voted.items() <= stored.items()
    assert len(stored) - len(tally.voted) <= tally.in_flight


async def test_f25_h33_replicas_of_two_versions_work_beside_each_other(
    replicas: Replicas, data_dir: Path, url: str
) -> None:
    there, next_release, last_release = await make_releases(data_dir, url)
    (old,) = await replicas.start()
    load = Load(replicas.at(old))
    await load.wait_for(1)

    assert (await asyncio.to_thread(migrate, next_release))[0] == 0
    await load.wait_for(2)
    await load.stop()
    assert {status for _, status in load.answers} == {200}, load.answers
    with ExitStack() as stack:
        new = await start(stack, next_release)
        (restarted,) = await replicas.start()
        assert [(await get_ready(one)).status_code for one in (old, new, restarted)] == [200] * 3

        assert (await asyncio.to_thread(migrate, last_release))[0] == 0
        assert (await get_ready(new)).status_code == 200
        refused = await get_ready(old)
        assert (refused.status_code, refused.json()["detail"]) == (
            503,
            "The database schema is too new for this version; upgrade it.",
        )
        code, said = await asyncio.to_thread(migrate, there)
        assert code == 1
        assert "Install that version" in " ".join(said.split())
        assert "Traceback" not in said


async def start(stack: ExitStack, environment: dict[str, str]) -> str:
    process: Process = stack.enter_context(running("serve", **environment))
    return await asyncio.to_thread(process.address)

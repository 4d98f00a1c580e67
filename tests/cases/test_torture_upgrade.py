"""H61 of the listed cases: the servers of the last release are replaced under load, one after the other."""

import asyncio
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from tests.arena.conftest import ALPHA, BETA, models_yaml
from tests.cases.replicas import SECRET, ask, check_invariants, until
from tests.cases.rolling_upgrade import BalancedLoad, Balancer, Machine
from tests.processes import Process, running

from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.testing import Script, ScriptedProvider

ROOT = Path(__file__).parents[2]
RELEASE = "1670c499e439056435d81c712e664e1bff3b8ba9"
"""Version 0.2.0."""
PEOPLE, VOTES = 10, 60
INSTALL_SECONDS = 600


@pytest.fixture(scope="module")
def released(open_folder: Path) -> Iterator[Path]:
    """The program of the last release, from its commit and by its own installer."""
    if subprocess.run(["git", "cat-file", "-e", RELEASE], cwd=ROOT, check=False, capture_output=True).returncode:
        pytest.skip(f"this clone does not have the commit of 0.2.0, {RELEASE[:8]}; `git fetch --unshallow` fetches it")
    folder = open_folder / "release"
    folder.mkdir()
    packed = subprocess.run(["git", "archive", RELEASE], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "--extract"], cwd=folder, check=True, input=packed)
    install = [sys.executable, "scripts/bootstrap.py", "run"]
    done = subprocess.run(install, cwd=folder, check=False, capture_output=True, text=True, timeout=INSTALL_SECONDS)
    assert done.returncode == 0, done.stdout + done.stderr
    yield folder / ".venv/bin/llmbattler"
    shutil.rmtree(folder)


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        for model in (ALPHA, BETA):
            provider.script(model, Script(echo=True, chunk_size=8, chunk_delay=0.05))
        yield provider


class Site:
    """Processes of two versions on one database."""

    def __init__(self, folder: Path, provider: ScriptedProvider, url: str, stack: ExitStack) -> None:
        (folder / "models.yaml").write_text(models_yaml(provider, ALPHA, BETA))
        self._folder = folder
        self._stack = stack
        self.environment = {
            "DATABASE_URL": url,
            "SECRET_KEY": SECRET,
            "MODELS_FILE": str(folder / "models.yaml"),
            "SHUTDOWN_GRACE": "10",
        }

    def start(self, command: str, name: str, program: Path | None, **more: str) -> Process:
        own = self._folder / name.replace(" ", "-")
        own.mkdir()
        environment = {**self.environment, "DATA_DIR": str(own), **more}
        return self._stack.enter_context(running(command, program=program, **environment))

    async def serve(self, name: str, program: Path | None = None) -> Machine:
        process = self.start("serve", name, program, PORT="0", WORKER="false")
        return Machine(name, process, await asyncio.to_thread(process.address))

    async def work(self, name: str, program: Path | None = None) -> Process:
        process = self.start("worker", name, program)
        await asyncio.to_thread(process.wait_for, "worker ready")
        return process


async def end(process: Process) -> None:
    assert await asyncio.to_thread(process.stop, signal.SIGTERM) == 0, process.said[-20:]


@pytest.mark.torture
@pytest.mark.timeout(INSTALL_SECONDS + 600)
async def test_h61_servers_of_the_last_release_are_replaced_under_load(
    released: Path, data_dir: Path, provider: ScriptedProvider, empty_address: DatabaseAddress
) -> None:
    url, balancer = empty_address.url, Balancer()
    with ExitStack() as stack:
        site = Site(data_dir, provider, url, stack)
        balancer.machines.append(await site.serve("old 1", released))
        balancer.machines.append(await site.serve("old 2", released))
        worker = await site.work("old worker", released)
        load = BalancedLoad(balancer, PEOPLE)
        await load.wait_for_votes(VOTES)
        await end(worker)  # as the changelog says: no old worker beside the new version
        for number, old in enumerate(list(balancer.machines), start=1):
            old.stopping = True
            await end(old.process)
            balancer.machines.remove(old)
            balancer.machines.append(await site.serve(f"new {number}"))
            ready = [await get_readiness(machine) for machine in balancer.machines]
            # A server of 0.2.0 does not know that the newer schema is compatible with it.
            assert ready == ([503, 200] if number == 1 else [200, 200])
            await load.wait_for_votes(VOTES)
        await site.work("new worker")
        await load.wait_for_votes(VOTES)
        tally = await load.stop()
        await until(
            url,
            "SELECT 1 FROM boards WHERE board = 'overall' AND total_votes = (SELECT count(*) FROM votes WHERE counted)",
        )
        stored = {str(battle): vote for battle, vote in await ask(url, "SELECT battle_id, vote FROM votes")}
        print(f"\n{tally.answers}, {len(tally.voted)} votes, {tally.in_flight} requests in flight at a stop")  # noqa: T201
        assert tally.failed == []
        assert tally.voted.items() <= stored.items()
        assert len(stored) - len(tally.voted) <= tally.in_flight <= 2 * PEOPLE
        await check_invariants(url)


async def get_readiness(machine: Machine) -> int:
    async with httpx.AsyncClient() as client:
        return (await client.get(f"{machine.address}/readyz")).status_code

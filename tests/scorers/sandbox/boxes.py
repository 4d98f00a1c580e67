"""The sandboxes to test, as far as they work on this machine, and what is seen of their programs from outside."""

import asyncio
import contextlib
import itertools
import os
from pathlib import Path

import pytest

from llmbattler.scorers.contract import Ran
from llmbattler.scorers.sandbox.bubblewrap import Bubblewrap
from llmbattler.scorers.sandbox.choosing import Candidate
from llmbattler.scorers.sandbox.limits import Limits
from llmbattler.scorers.sandbox.probing import find_weakness
from llmbattler.scorers.sandbox.sandlock_box import Sandlock

PATIENCE = 20.0


_CROWD = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
"""Which of several processes of tests this is."""
_numbers = itertools.count()

KINDS: list[type[Bubblewrap] | type[Sandlock]] = [Bubblewrap, Sandlock]
_weaknesses: dict[str, str | None] = {}


class Box:
    """A sandbox whose programs can be told apart from everybody else's by their memory limit."""

    def __init__(self, sandbox: Candidate) -> None:
        self.sandbox = sandbox
        self.name = sandbox.name
        self.memory_mb = 150 + 25 * _CROWD + next(_numbers) % 25
        order = Limits(seconds=1, memory_mb=self.memory_mb).order(program=b"", uid=0).split()
        self._mark = f" {order[3]} ".encode()

    async def run(self, program: str, *, seconds: float = 10, stdin: str = "") -> Ran:
        return await self.sandbox.run(program, seconds=seconds, memory_mb=self.memory_mb, stdin=stdin)

    def list_running(self) -> list[int]:
        """Processes of this machine that came from our programs; none that is dead and not yet buried."""
        return [int(path.name) for path in Path("/proc").glob("[0-9]*") if self._is_ours(path)]

    def _is_ours(self, path: Path) -> bool:
        with contextlib.suppress(OSError):
            return self._mark in (path / "cmdline").read_bytes()
        return False

    async def wait_for(self, *, running: int) -> None:
        """Wait until at least so many are there, or none at all."""
        async with asyncio.timeout(PATIENCE):
            while (len(self.list_running()) < running) if running else self.list_running():  # noqa: ASYNC110
                await asyncio.sleep(0.01)


async def make_box(kind: type[Bubblewrap] | type[Sandlock]) -> Box:
    sandbox = kind()
    if sandbox.name not in _weaknesses:
        _weaknesses[sandbox.name] = await find_weakness(sandbox)
    weakness = _weaknesses[sandbox.name]
    if weakness is not None:
        pytest.skip(f"{sandbox.name} does not work on this machine: {weakness}")
    return Box(sandbox)

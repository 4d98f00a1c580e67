"""The sandboxes that work on this machine, with a way to find their processes."""

import asyncio
import contextlib
import itertools
import os
from pathlib import Path

import pytest
from tests.forked_workers import WORKER_VARIABLE

from llmbattler.scorers.contract import SandboxResult
from llmbattler.scorers.sandbox.bubblewrap import Bubblewrap
from llmbattler.scorers.sandbox.escape_probe import find_escape
from llmbattler.scorers.sandbox.limits import Limits
from llmbattler.scorers.sandbox.sandlock_backend import Sandlock
from llmbattler.scorers.sandbox.selection import SandboxBackend

PATIENCE = 20.0


_numbers = itertools.count()

KINDS: list[type[Bubblewrap] | type[Sandlock]] = [Bubblewrap, Sandlock]
_escapes: dict[str, str | None] = {}


class TrackedSandbox:
    """A sandbox whose processes are recognized by their memory limit."""

    def __init__(self, backend: SandboxBackend) -> None:
        self.backend = backend
        self.name = backend.name
        worker = int(os.environ.get(WORKER_VARIABLE, "0"))
        self.memory_mb = 150 + 25 * worker + next(_numbers) % 25
        order = Limits(seconds=1, memory_mb=self.memory_mb).order(program=b"", uid=0).split()
        self._mark = f" {order[3]} ".encode()

    async def run(self, program: str, *, seconds: float = 10, stdin: str = "") -> SandboxResult:
        return await self.backend.run(program, seconds=seconds, memory_mb=self.memory_mb, stdin=stdin)

    def list_running(self) -> list[int]:
        """Running processes of this sandbox, without zombies."""
        return [int(path.name) for path in Path("/proc").glob("[0-9]*") if self._is_ours(path)]

    def _is_ours(self, path: Path) -> bool:
        with contextlib.suppress(OSError):
            return self._mark in (path / "cmdline").read_bytes()
        return False

    async def wait_for(self, *, running: int) -> None:
        """Wait until at least this many processes run, or none."""
        try:
            async with asyncio.timeout(PATIENCE):
                while (len(self.list_running()) < running) if running else self.list_running():  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
        except TimeoutError:
            raise AssertionError([_describe(pid) for pid in self.list_running()]) from None


def _describe(pid: int) -> dict[str, str]:
    """What a process that should be gone is doing."""
    found = {}
    for name in ("cmdline", "stat", "wchan", "syscall"):
        with contextlib.suppress(OSError):
            found[name] = Path(f"/proc/{pid}/{name}").read_bytes().decode(errors="replace")
    return found


async def make_sandbox(kind: type[Bubblewrap] | type[Sandlock]) -> TrackedSandbox:
    backend = kind()
    if backend.name not in _escapes:
        _escapes[backend.name] = await find_escape(backend)
    escape = _escapes[backend.name]
    if escape is not None:
        pytest.skip(f"{backend.name} does not work on this machine: {escape}")
    return TrackedSandbox(backend)

"""Selects the sandbox backend of this machine. Skips backends that fail the escape probe."""

import asyncio
import sys
import weakref
from asyncio import AbstractEventLoop
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ..contract import Sandbox, SandboxResult
from ..errors import NoSandbox
from .bubblewrap import Bubblewrap
from .escape_probe import find_escape
from .sandlock_backend import Sandlock

ADVICE = (
    "Install bubblewrap (Debian, Ubuntu: `apt install bubblewrap`) and allow this process to create user namespaces, "
    "or use Linux 6.12 or newer with Landlock; see docs/sandbox.md."
)


class SandboxBackend(Sandbox, Protocol):
    name: str


@dataclass(frozen=True, slots=True)
class SandboxStatus:
    """The selected backend, and why the ones before it were rejected."""

    sandbox: SandboxBackend | None
    rejections: tuple[str, ...]

    @property
    def sentence(self) -> str:
        why = " ".join(self.rejections)
        if self.sandbox is None:
            return f"Code written by models cannot run here, because no sandbox works. {why}".strip()
        return f"Code written by models runs in {self.sandbox.name}. {why}".strip()

    @property
    def advice(self) -> str:
        return "" if self.sandbox else ADVICE


async def select_backend(backends: Sequence[SandboxBackend]) -> SandboxStatus:
    """Select the first backend that passes the escape probe."""
    rejections: list[str] = []
    for backend in backends:
        escape = await find_escape(backend)
        if escape is None:
            return SandboxStatus(backend, tuple(rejections))
        rejections.append(f"{backend.name} failed the probe: {escape}")
    return SandboxStatus(None, tuple(rejections))


class SelectedSandbox:
    """Selects a backend when the first program runs, once per process."""

    def __init__(self, backends: Sequence[SandboxBackend]) -> None:
        self._backends = backends
        self._status: SandboxStatus | None = None
        self._locks: weakref.WeakKeyDictionary[AbstractEventLoop, asyncio.Lock] = weakref.WeakKeyDictionary()

    async def select(self) -> SandboxStatus:
        lock = self._locks.setdefault(asyncio.get_running_loop(), asyncio.Lock())
        async with lock:
            if self._status is None:
                self._status = await select_backend(self._backends)
        return self._status

    async def run(self, program: str, *, seconds: float, memory_mb: int, stdin: str = "") -> SandboxResult:
        status = await self.select()
        if status.sandbox is None:
            raise NoSandbox(f"{status.sentence} {status.advice}")
        return await status.sandbox.run(program, seconds=seconds, memory_mb=memory_mb, stdin=stdin)


_SELECTED = SelectedSandbox((Bubblewrap(), Sandlock()) if sys.platform == "linux" else ())


def open_sandbox() -> Sandbox:
    """The sandbox of this process. Nothing is started before the first program."""
    return _SELECTED


async def describe_sandbox() -> SandboxStatus:
    """The status of this machine's sandbox, for people to read."""
    return await _SELECTED.select()

"""Which sandbox this machine has. One that cannot show that it holds is none."""

import asyncio
import sys
import weakref
from asyncio import AbstractEventLoop
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ..contract import Ran, Sandbox
from ..errors import NoSandbox
from .bubblewrap import Bubblewrap
from .probing import find_weakness
from .sandlock_box import Sandlock

ADVICE = (
    "Install bubblewrap (Debian, Ubuntu: `apt install bubblewrap`) and let this process make user namespaces, or use "
    "Linux 6.12 or newer with Landlock; docs/sandbox.md says how."
)


class Candidate(Sandbox, Protocol):
    name: str


@dataclass(frozen=True, slots=True)
class Standing:
    """Which sandbox holds here, and why those before it do not."""

    sandbox: Candidate | None
    weaknesses: tuple[str, ...]

    @property
    def sentence(self) -> str:
        why = " ".join(self.weaknesses)
        if self.sandbox is None:
            return f"Code written by models does not run here, because no sandbox works. {why}".strip()
        return f"Code written by models runs in {self.sandbox.name}. {why}".strip()

    @property
    def advice(self) -> str:
        return "" if self.sandbox else ADVICE


async def examine(candidates: Sequence[Candidate]) -> Standing:
    """Try one after the other; the first without a weakness is taken."""
    weaknesses: list[str] = []
    for candidate in candidates:
        weakness = await find_weakness(candidate)
        if weakness is None:
            return Standing(candidate, tuple(weaknesses))
        weaknesses.append(f"{candidate.name} does not hold: {weakness}")
    return Standing(None, tuple(weaknesses))


class ChosenSandbox:
    """Finds out at the first program which sandbox holds, once for the whole process."""

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        self._candidates = candidates
        self._standing: Standing | None = None
        self._locks: weakref.WeakKeyDictionary[AbstractEventLoop, asyncio.Lock] = weakref.WeakKeyDictionary()

    async def examine(self) -> Standing:
        lock = self._locks.setdefault(asyncio.get_running_loop(), asyncio.Lock())
        async with lock:
            if self._standing is None:
                self._standing = await examine(self._candidates)
        return self._standing

    async def run(self, program: str, *, seconds: float, memory_mb: int, stdin: str = "") -> Ran:
        standing = await self.examine()
        if standing.sandbox is None:
            raise NoSandbox(f"{standing.sentence} {standing.advice}")
        return await standing.sandbox.run(program, seconds=seconds, memory_mb=memory_mb, stdin=stdin)


_CHOSEN = ChosenSandbox((Bubblewrap(), Sandlock()) if sys.platform == "linux" else ())


def open_sandbox() -> Sandbox:
    """Give the sandbox of this process; nothing is started before the first program."""
    return _CHOSEN


async def describe_sandbox() -> Standing:
    """Say which sandbox holds here; `str(…)` of its sentence is for people."""
    return await _CHOSEN.examine()

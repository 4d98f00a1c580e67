"""A process and its descendants, read from /proc."""

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path

_KILOBYTE = 1024


def list_tree(pid: int) -> Iterator[int]:
    """The process and all its descendants."""
    yield pid
    for child in _list_children(pid):
        yield from list_tree(child)


def _list_children(pid: int) -> list[int]:
    """Children of all threads of a process; empty if it has ended."""
    children: list[int] = []
    with contextlib.suppress(OSError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            with contextlib.suppress(OSError):
                children += map(int, (thread / "children").read_text().split())
    return children


def measure_tree(pid: int) -> int:
    """Anonymous memory of all processes in bytes, without shared libraries."""
    return sum(_measure(member) for member in list_tree(pid))


def _measure(pid: int) -> int:
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) * _KILOBYTE
    return 0


def kill_tree(pid: int, *, alive: bool) -> None:
    """Kill a process and its descendants, and the process group that it leads.

    All of them are stopped first, so that none can fork between being listed and being killed. A process stops a moment
    after the signal is sent, and may just have forked; a signal to the group reaches such a child too.
    """
    if not alive:
        return
    seen: set[int] = set()
    while new := [member for member in list_tree(pid) if member not in seen]:
        for member in new:
            _signal(member, signal.SIGSTOP)
        seen.update(new)
    for member in seen:
        _signal(member, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def _signal(pid: int, what: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, what)

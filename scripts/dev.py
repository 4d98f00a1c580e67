"""Run the server, restarted at every change in src/, and Vite: `dev.py [backend] [frontend]`.

Ctrl-C stops both. A server that crashes is restarted at the next change.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parents[1]
GRACE = 20
PAUSE = 0.5

COMMANDS: dict[str, list[str | Path]] = {
    "backend": [ROOT / ".venv/bin/llmbattler", "serve"],
    "frontend": [ROOT / ".tools/bin/npm", "--silent", "--prefix", ROOT / "web", "run", "dev"],
}


class Stopped(Exception):
    """A signal asked to stop."""


class Child:
    """A command with all its child processes."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._start()

    def _start(self) -> None:
        env = {"SHUTDOWN_GRACE": "1", "LOG_FORMAT": "pretty", **os.environ}
        self._process = subprocess.Popen(
            COMMANDS[self.name], cwd=ROOT, env=env, stdin=subprocess.DEVNULL, start_new_session=True
        )

    @property
    def ended(self) -> bool:
        return self._process.poll() is not None

    def send(self, number: int) -> None:
        try:
            os.killpg(self._process.pid, number)
        except ProcessLookupError:
            return

    def wait(self) -> None:
        try:
            self._process.wait(timeout=GRACE)
        except subprocess.TimeoutExpired:
            self.send(signal.SIGKILL)
            self._process.wait()

    def restart(self) -> None:
        self.send(signal.SIGTERM)
        self.wait()
        self._start()


def newest_change() -> int:
    """Return a value that changes when a source file is written, added or removed."""
    return hash(frozenset((file, file.stat().st_mtime_ns) for file in (ROOT / "src").rglob("*.py") if file.is_file()))


@contextmanager
def children(names: list[str]) -> Iterator[list[Child]]:
    running: list[Child] = []
    try:
        running.extend(Child(name) for name in names)
        yield running
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        for child in running:
            child.send(signal.SIGINT)
        for child in running:
            child.wait()


def watch(running: list[Child]) -> None:
    """Return when the frontend has ended."""
    backend = next((child for child in running if child.name == "backend"), None)
    known, told = newest_change(), False
    while not any(child.ended for child in running if child is not backend):
        time.sleep(PAUSE)
        if backend is None:
            continue
        if (now := newest_change()) != known:
            known, told = now, False
            print("A source file has changed. Restarting the server.", flush=True)
            backend.restart()
        elif backend.ended and not told:
            told = True
            print("The server has ended. It restarts when a source file changes.", flush=True)


def stop(_signal: int, _frame: FrameType | None) -> None:
    raise Stopped


def main(arguments: list[str]) -> int:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    try:
        with children(arguments or list(COMMANDS)) as running:
            watch(running)
    except Stopped:
        return 0
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Finds and stops the servers of a data folder. A PID file counts only while its process locks it."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from llmbattler.core.data_dir import make_folder
from llmbattler.core.locks import FileLock


@contextmanager
def hold_pidfile(data_dir: Path) -> Iterator[None]:
    """Keep a locked PID file while the block runs, so that `llmbattler stop` finds this process."""
    path = data_dir / "run" / f"serve-{os.getpid()}.pid"
    make_folder(path.parent)
    lock = FileLock(path)
    lock.lock()
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
        lock.release()


def stop_servers(data_dir: Path) -> int:
    """Stop every server of this data folder, wait for the end, and return how many there were.

    Raises `PermissionError` for servers of another user.
    """
    stopped = 0
    for path in _list_pidfiles(data_dir / "run"):
        lock = FileLock(path)
        if not lock.try_lock():
            with suppress(ProcessLookupError):
                os.kill(int(path.stem.removeprefix("serve-")), signal.SIGTERM)
            lock.lock()
            stopped += 1
        path.unlink(missing_ok=True)
        lock.release()
    return stopped


def _list_pidfiles(folder: Path) -> list[Path]:
    try:
        # Not `glob`, which hides permission errors.
        return sorted(path for path in folder.iterdir() if path.match("serve-*.pid"))
    except FileNotFoundError:
        return []

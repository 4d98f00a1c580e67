"""Which servers run on a data folder. A file counts only while its process holds the lock on it."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from llmbattler.core.data_dir import make_folder
from llmbattler.core.locks import FileLock


@contextmanager
def hold_pidfile(data_dir: Path) -> Iterator[None]:
    """Be findable by `llmbattler stop` while the block runs."""
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
    """Ask every server of this data folder to stop, wait until it has, and say how many there were.

    Raises `PermissionError` where they belong to somebody else.
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
        # Not `glob`, which finds nothing where it may not look.
        return sorted(path for path in folder.iterdir() if path.match("serve-*.pid"))
    except FileNotFoundError:
        return []

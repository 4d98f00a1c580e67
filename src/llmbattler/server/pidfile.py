"""Which servers run on a data folder. A file counts only while its process holds the lock on it."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from llmbattler.core.locks import FileLock


@contextmanager
def hold_pidfile(data_dir: Path) -> Iterator[None]:
    """Be findable by `llmbattler stop` while the block runs."""
    path = data_dir / "run" / f"serve-{os.getpid()}.pid"
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(path)
    lock.seize()
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
        lock.release()


def stop_servers(data_dir: Path) -> int:
    """Ask every server of this data folder to stop, wait until it has, and say how many there were."""
    stopped = 0
    for path in sorted((data_dir / "run").glob("serve-*.pid")):
        lock = FileLock(path)
        if not lock.try_seize():
            with suppress(ProcessLookupError):
                os.kill(int(path.stem.removeprefix("serve-")), signal.SIGTERM)
            lock.seize()
            stopped += 1
        path.unlink(missing_ok=True)
        lock.release()
    return stopped

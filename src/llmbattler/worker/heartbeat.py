"""The heartbeat of a worker: a file in the data folder, which it locks and touches. `worker --check` looks at it."""

import asyncio
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from llmbattler.core import clock
from llmbattler.core.data_dir import make_folder
from llmbattler.core.locks import FileLock
from llmbattler.core.logs import get_logger

BEAT_SECONDS = 5.0
STALE_SECONDS = 30.0

_log = get_logger(__name__)


class WorkerUnhealthy(Exception):
    """Why the worker of this machine should be restarted, as one sentence."""


@contextmanager
def open_heartbeat(data_dir: Path) -> Iterator[Path]:
    """Keep a locked file while the block runs. Those of workers that died are removed."""
    folder = data_dir / "run"
    make_folder(folder)
    for path in list_heartbeats(folder):
        if not is_locked(path):
            path.unlink(missing_ok=True)
    path = folder / f"{_get_prefix()}{os.getpid()}.beat"
    lock = FileLock(path)
    lock.lock()
    try:
        yield path
    finally:
        path.unlink(missing_ok=True)
        lock.release()


async def keep_beating(path: Path) -> None:
    """Touch the file until cancelled. A blocked event loop does not."""
    while True:
        try:
            os.utime(path)
        except OSError as error:
            _log.warning("the heartbeat cannot be written", path=str(path), reason=error.strerror)
        await asyncio.sleep(BEAT_SECONDS)


def check_heartbeat(data_dir: Path) -> None:
    """Raise `WorkerUnhealthy` unless a worker runs on this machine, and all of them respond."""
    ages = {path: _get_age(path) for path in list_heartbeats(data_dir / "run") if is_locked(path)}
    if not ages:
        raise WorkerUnhealthy(f"No worker of the data folder {data_dir} is running on this machine.")
    for path, age in ages.items():
        if age > STALE_SECONDS:
            pid = path.stem.rpartition("-")[2]
            raise WorkerUnhealthy(f"The worker with the process ID {pid} has not responded for {age:.0f} seconds.")


def list_heartbeats(folder: Path) -> list[Path]:
    """List the files of this machine. Containers that share a data folder have different host names."""
    return sorted(folder.glob(f"{_get_prefix()}*.beat"))


def is_locked(path: Path) -> bool:
    lock = FileLock(path)
    try:
        return not lock.try_lock()
    finally:
        lock.release()


def _get_prefix() -> str:
    return f"worker-{socket.gethostname()}-"


def _get_age(path: Path) -> float:
    return clock.now().timestamp() - path.stat().st_mtime

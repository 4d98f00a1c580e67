"""Locks between processes, which the kernel releases when a process dies."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .data_dir import give_to_owner


class FileLock:
    """A shared or exclusive lock on one file, held until released."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def _open(self) -> int:
        if self._descriptor is None:
            flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
            self._descriptor = os.open(self._path, flags, 0o600)
            give_to_owner(self._descriptor, self._path.parent)
        return self._descriptor

    def share(self) -> None:
        fcntl.flock(self._open(), fcntl.LOCK_SH)

    def lock(self) -> None:
        fcntl.flock(self._open(), fcntl.LOCK_EX)

    def try_lock(self) -> bool:
        try:
            fcntl.flock(self._open(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def release(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


@contextmanager
def exclusive(path: Path) -> Iterator[None]:
    lock = FileLock(path)
    lock.lock()
    try:
        yield
    finally:
        lock.release()

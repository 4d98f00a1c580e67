"""Files in a folder of this machine, or on a disk that several machines share."""

import asyncio
import os
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from .. import clock
from ..data_dir import give_to_owner, make_folders
from ..logs import get_logger
from .contract import StorageUnavailable, StoredFileMissing, check_key, is_key

_log = get_logger(__name__)

T = TypeVar("T")

_STALE_SECONDS = 86_400
_PRIVATE = 0o700


class LocalStorage:
    """Two levels of folders below each kind, so that no folder has too many entries."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._drafts = folder / "drafts"

    async def put(self, key: str, data: bytes, media_type: str) -> None:  # noqa: ARG002 - a folder keeps no types
        path = self._path(key)
        await _in_thread(lambda: self._write(path, data))

    async def get(self, key: str) -> bytes:
        return await _in_thread(self._path(key).read_bytes)

    async def delete(self, key: str) -> None:
        path = self._path(key)
        await _in_thread(lambda: path.unlink(missing_ok=True))

    async def exists(self, key: str) -> bool:
        return await _in_thread(self._path(key).is_file)

    async def list_keys(self) -> AsyncIterator[str]:
        """Read one folder at a time, so that millions of files need no memory."""
        for kind in await _in_thread(lambda: _list_names(self._folder)):
            for first in await _in_thread(partial(_list_names, self._folder / kind)):
                for second in await _in_thread(partial(_list_names, self._folder / kind / first)):
                    for name in await _in_thread(partial(_list_names, self._folder / kind / first / second)):
                        if is_key(f"{kind}/{name}"):
                            yield f"{kind}/{name}"

    async def close(self) -> None:
        """Do nothing: no file is held open."""

    def clear_drafts(self) -> None:
        """Delete drafts left by a crash; younger ones may belong to another process."""
        if not self._drafts.is_dir():
            return
        for draft in self._drafts.iterdir():
            with suppress(FileNotFoundError):
                if clock.now().timestamp() - draft.stat().st_mtime > _STALE_SECONDS:
                    draft.unlink()

    def _path(self, key: str) -> Path:
        kind, name = check_key(key).split("/")
        # The last digits, since the first ones of a UUIDv7 are the time and would not spread files.
        return self._folder / kind / name[-4:-2] / name[-2:] / name

    def _write(self, path: Path, data: bytes) -> None:
        make_folders(self._folder.parent)
        for folder in (self._drafts, path.parent):
            make_folders(folder, _PRIVATE)
        draft = self._drafts / secrets.token_hex(16)
        try:
            with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:  # noqa: PTH123
                give_to_owner(file.fileno(), self._drafts)
                file.write(data)
                file.flush()
                os.fsync(file.fileno())  # the row that refers to the file is committed next
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)


def _list_names(folder: Path) -> list[str]:
    """Return nothing for a file, or a folder that is gone."""
    try:
        return [entry.name for entry in os.scandir(folder)]
    except (FileNotFoundError, NotADirectoryError):
        return []


async def _in_thread(work: Callable[[], T]) -> T:
    try:
        return await asyncio.to_thread(work)
    except FileNotFoundError:
        raise StoredFileMissing from None
    except OSError as error:
        _log.warning("the storage folder failed", reason=error.strerror)
        raise StorageUnavailable from None

"""The interface of a file storage, and the names of its files."""

import re
import secrets
from collections.abc import AsyncIterator
from typing import Protocol

from ..errors import NotFound, Unavailable

# No input of a client fits: no dots, one slash, no capitals, a fixed length.
_KEY = re.compile(r"[a-z]{1,20}/[0-9a-f]{32}", re.ASCII)


class StorageUnavailable(Unavailable):
    """Files cannot be stored or read right now; please try again shortly."""


class StorageRefused(StorageUnavailable):
    """Files cannot be stored or read: the storage rejects the site's credentials. Please tell the administrator."""


class StoredFileMissing(NotFound):
    """This file is no longer stored."""


def make_key(kind: str) -> str:
    """Return a name with 128 random bits for a new file: `make_key("images")`."""
    return check_key(f"{kind}/{secrets.token_hex(16)}")


def is_key(name: str) -> bool:
    return _KEY.fullmatch(name) is not None


def check_key(key: str) -> str:
    """Refuse a name that this site did not choose, which is a bug: names never come from clients."""
    if not is_key(key):
        raise ValueError("A key is a kind of small letters, a slash and 32 hexadecimal digits.")
    return key


class Storage(Protocol):
    """Stores files. Keys come from `make_key`; the caller keeps the media type."""

    async def put(self, key: str, data: bytes, media_type: str) -> None:
        """Store a file atomically; an existing one is replaced."""

    async def get(self, key: str) -> bytes:
        """Read a file, or raise `StoredFileMissing`."""

    async def delete(self, key: str) -> None:
        """Delete a file. A missing one is not an error, so that a repeated cleanup succeeds."""

    async def exists(self, key: str) -> bool: ...

    def list_keys(self) -> AsyncIterator[str]:
        """Yield the names of all files, in any order."""

    async def close(self) -> None: ...

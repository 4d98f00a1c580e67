"""What a place for files can do, and how its files are named."""

import re
import secrets
from typing import Protocol

from ..errors import NotFound, Unavailable

# Nothing that a client can write fits: no dots, no slashes of its own, no capitals, one fixed length.
_KEY = re.compile(r"[a-z]{1,20}/[0-9a-f]{32}", re.ASCII)


class StorageUnavailable(Unavailable):
    """Files cannot be stored or read right now; please try again shortly."""


class StorageRefused(StorageUnavailable):
    """Files cannot be stored or read: the site's storage does not accept its key. Please tell the administrator."""


class StoredFileMissing(NotFound):
    """This file is no longer stored."""


def make_key(kind: str) -> str:
    """Choose a name for a new file of this kind: `make_key("images")`. It has 128 random bits."""
    return check_key(f"{kind}/{secrets.token_hex(16)}")


def check_key(key: str) -> str:
    """Refuse a name that this site did not choose. One that arrives here is a mistake in the code, not of a person."""
    if not _KEY.fullmatch(key):
        raise ValueError("A key is a kind of small letters, a slash and 32 hexadecimal digits.")
    return key


class Storage(Protocol):
    """Where files are kept. Keys come from `make_key`; the type of a file is remembered by whoever stored it."""

    async def put(self, key: str, data: bytes, media_type: str) -> None:
        """Store a file, whole or not at all; one that is there is replaced."""

    async def get(self, key: str) -> bytes:
        """Read a file, or raise `StoredFileMissing`."""

    async def delete(self, key: str) -> None:
        """Remove a file; one that is not there is no failure, so that a repeated clean-up succeeds."""

    async def exists(self, key: str) -> bool: ...

    async def close(self) -> None: ...

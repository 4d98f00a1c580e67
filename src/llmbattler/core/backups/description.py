"""What a backup says about itself. It is written last, so a backup without it is incomplete."""

import re
import secrets
from datetime import datetime

import msgspec

from .errors import BackupBroken, BackupNewer

FORMAT = 1
FILE_NAME = "backup.json"
DATABASE, FILES, SECRETS, CONFIGURATION = "database.dump", "files.tar", "secrets.json", "configuration.json"
PARTS = (DATABASE, FILES, SECRETS, CONFIGURATION)
_NAME = re.compile(r"llmbattler-\d{8}T\d{6}Z-[0-9a-f]{4}", re.ASCII)


class Part(msgspec.Struct, frozen=True):
    name: str
    size: int
    sha256: str


class Description(msgspec.Struct, frozen=True, kw_only=True):
    format: int
    version: str
    """Of llmbattler."""
    made_at: datetime
    """The moment of the snapshot."""
    revisions: list[str]
    rows: dict[str, int]
    """The number of rows of each table."""
    files: int
    parts: list[Part]

    @property
    def size(self) -> int:
        return sum(part.size for part in self.parts)


class _Format(msgspec.Struct):
    format: int


def make_name(moment: datetime) -> str:
    """Return a name that sorts by time."""
    return f"llmbattler-{moment:%Y%m%dT%H%M%SZ}-{secrets.token_hex(2)}"


def is_name(text: str) -> bool:
    return _NAME.fullmatch(text) is not None


def encode(description: Description) -> bytes:
    return msgspec.json.format(msgspec.json.encode(description), indent=2)


def decode(content: bytes) -> Description:
    """Read a description, or raise `BackupBroken` or `BackupNewer`."""
    try:
        if msgspec.json.decode(content, type=_Format).format > FORMAT:
            raise BackupNewer(f"{FILE_NAME} has a format that this version does not know.")
        found = msgspec.json.decode(content, type=Description)
    except msgspec.DecodeError:
        raise BackupBroken(f"{FILE_NAME} cannot be read.") from None
    if sorted(part.name for part in found.parts) != sorted(PARTS):
        raise BackupBroken(f"{FILE_NAME} does not name the parts of a backup.")
    return found

"""Cursors of paged lists: where the next page begins, as one opaque text.

A cursor carries the sort values of the last row and a checksum that depends on the list. Text that was changed, or that
another list gave out, is refused. A cursor grants nothing: each list still shows only what its reader may see.
"""

import hashlib
import json
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Annotated, Any, Generic, TypeAlias, TypeVarTuple, cast
from uuid import UUID

from pydantic import Field

from .errors import Invalid
from .integers import LARGEST_INTEGER

MAX_LENGTH = 400
_CHECK_BYTES = 9

Ts = TypeVarTuple("Ts")
CursorText: TypeAlias = Annotated[
    str, Field(max_length=MAX_LENGTH, description="`next_cursor` of the page before; leave it out for the first page.")
]


class BadCursor(Invalid):
    """This cursor does not belong to this list."""

    def __init__(self) -> None:
        super().__init__("Send `next_cursor` of the page before as it is, or leave `cursor` out for the first page.")


class CursorCodec(Generic[*Ts]):
    """Writes and reads the cursors of one list.

    `SESSIONS = CursorCodec[datetime, UUID]("arena.sessions", datetime, UUID)`
    """

    def __init__(self, name: str, *kinds: type[Any]) -> None:
        self._name = name.encode()
        self._readers = [_READERS[kind] for kind in kinds]

    def write(self, *values: *Ts) -> str:
        payload = json.dumps([_write_value(value) for value in values], separators=(",", ":")).encode()
        return urlsafe_b64encode(self._check(payload) + payload).rstrip(b"=").decode()

    def read(self, text: str) -> tuple[*Ts]:
        """Return the values, or raise `BadCursor`."""
        try:
            raw = b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)
            payload = raw[_CHECK_BYTES:]
            if raw[:_CHECK_BYTES] != self._check(payload):
                raise BadCursor
            values = json.loads(payload)
            read = tuple(reader(value) for reader, value in zip(self._readers, values, strict=True))
        except (ValueError, TypeError, RecursionError):
            raise BadCursor from None
        return cast("tuple[*Ts]", read)

    def find(self, text: str | None) -> tuple[*Ts] | None:
        """Read a cursor that may be absent."""
        return None if text is None else self.read(text)

    def _check(self, payload: bytes) -> bytes:
        return hashlib.blake2b(payload, digest_size=_CHECK_BYTES, key=self._name[:64]).digest()


def _write_value(value: object) -> str | int:
    if isinstance(value, datetime):
        return value.isoformat()
    return value if isinstance(value, int) else str(value)


def _read_moment(value: object) -> datetime:
    moment = datetime.fromisoformat(_read_text(value))
    if moment.tzinfo is None:
        raise ValueError("a time without a zone")
    return moment


def _read_id(value: object) -> UUID:
    return UUID(_read_text(value))


def _read_integer(value: object) -> int:
    if type(value) is not int or not 0 <= value <= LARGEST_INTEGER:
        raise ValueError("not a position")
    return value


def _read_text(value: object) -> str:
    if not isinstance(value, str) or "\0" in value:
        raise ValueError("not a text that the database holds")
    return value


_READERS: Mapping[type[Any], Callable[[object], Any]] = {
    datetime: _read_moment,
    UUID: _read_id,
    int: _read_integer,
    str: _read_text,
}

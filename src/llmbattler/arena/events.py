"""A turn as server-sent events. Both sides travel in the same event, framed the same way."""

import re
from collections.abc import AsyncIterator
from uuid import UUID

import msgspec

from llmbattler.core.errors import Invalid

from .models import Mode
from .running import Done, Leaving, Offset, Piece, Quiet, Shown, Voided
from .service.views import sentence_for

_encode = msgspec.json.Encoder().encode
_ID = re.compile(r"(\d{1,4})\.(\d{1,9})(?:\.(\d{1,9}))?")
_FIXED: dict[type, bytes] = {
    Done: b"event: done\ndata: {}\n\n",
    Quiet: b": still here\n\n",
    Leaving: b"event: shutdown\ndata: {}\n\n",
}


class Starting(msgspec.Struct, frozen=True):
    session_id: UUID
    battle_id: UUID
    message_id: str


class _Delta(msgspec.Struct, frozen=True):
    left: str
    right: str


class _Void(msgspec.Struct, frozen=True):
    message: str


def read_event_id(given: str | None, *, turn: int) -> Offset:
    """How much a client has seen. An id of another turn means nothing of this one."""
    if not given:
        return Offset()
    match = _ID.fullmatch(given)
    if match is None:
        raise Invalid("Last-Event-ID is not one that this site gave out.")
    left = int(match[2])
    return Offset(left, int(match[3] or left)) if int(match[1]) == turn else Offset()


def write_event_id(turn: int, upto: Offset, *, apart: bool) -> str:
    if apart:
        return f"{turn}.{upto.left}.{upto.right}"
    return f"{turn}.{max(upto.left, upto.right)}"


def write_start(start: Starting) -> bytes:
    return b"event: start\ndata: " + _encode(start) + b"\n\n"


async def write_events(pieces: AsyncIterator[Shown], *, turn: int, mode: Mode, apart: bool) -> AsyncIterator[bytes]:
    """Frame what is shown. `apart`: the sides run at their own speeds, so the id names both positions."""
    async for piece in pieces:
        if isinstance(piece, Piece):
            name = write_event_id(turn, piece.upto, apart=apart).encode()
            yield b"event: delta\nid: " + name + b"\ndata: " + _encode(_Delta(piece.left, piece.right)) + b"\n\n"
        elif isinstance(piece, Voided):
            yield b"event: void\ndata: " + _encode(_Void(sentence_for(piece.reason, mode))) + b"\n\n"
        else:
            yield _FIXED[type(piece)]

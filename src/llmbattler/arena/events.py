"""A turn as server-sent events. Both sides travel in the same event, framed the same way."""

import re
from collections.abc import AsyncIterator, Sequence
from uuid import UUID

import msgspec

from llmbattler.core.errors import Invalid

from .conversation import Attempt, Entry
from .models import Mode, Position
from .running import Done, Leaving, Offset, Piece, Quiet, Shown, Voided
from .service.views import sentence_for

_encode = msgspec.json.Encoder().encode
_ID = re.compile(r"(\d{1,4}(?:r\d{1,4})?)\.(\d{1,9})(?:\.(\d{1,9}))?")
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


def read_event_id(given: str | None, *, current: Attempt, entries: Sequence[Entry] = ()) -> tuple[Attempt, Offset]:
    """What a client was reading, and how much it has seen. An id that is not of this battle means nothing.

    Whoever was reading an answer that was given again since, or was followed by another turn, goes on with the old
    one, and never gets half of each.
    """
    if not given:
        return current, Offset()
    match = _ID.fullmatch(given)
    if match is None:
        raise Invalid("Last-Event-ID is not one that this site gave out.")
    attempt, left = Attempt.parse(match[1]), int(match[2])
    answered = attempt.turn < current.turn and attempt.find(entries, Position.LEFT) is not None
    if not answered and (attempt.turn != current.turn or attempt.again > current.again):
        return current, Offset()
    return attempt, Offset(left, int(match[3] or left))


def write_event_id(attempt: Attempt, upto: Offset, *, apart: bool) -> str:
    if apart:
        return f"{attempt}.{upto.left}.{upto.right}"
    return f"{attempt}.{max(upto.left, upto.right)}"


async def write_events(
    pieces: AsyncIterator[Shown], *, attempt: Attempt, mode: Mode, apart: bool, start: Starting | None = None
) -> AsyncIterator[bytes]:
    """Frame what is shown. `apart`: the sides run at their own speeds, so the id names both positions."""
    if start is not None:
        yield b"event: start\ndata: " + _encode(start) + b"\n\n"
    async for piece in pieces:
        if isinstance(piece, Piece):
            name = write_event_id(attempt, piece.upto, apart=apart).encode()
            yield b"event: delta\nid: " + name + b"\ndata: " + _encode(_Delta(piece.left, piece.right)) + b"\n\n"
        elif isinstance(piece, Voided):
            yield b"event: void\ndata: " + _encode(_Void(sentence_for(piece.reason, mode))) + b"\n\n"
        else:
            yield _FIXED[type(piece)]

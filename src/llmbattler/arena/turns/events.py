"""A turn as server-sent events. Each event has both sides, in the same form."""

import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from uuid import UUID

import msgspec

from llmbattler.core.errors import Invalid
from llmbattler.generation.streams.flow import KeepAlive, Offset, Piece, Progress, ShuttingDown
from llmbattler.generation.streams.service import Ended, Failure

from ..conversation import Entry, find_answers
from ..failure_messages import explain_failure
from ..models import Status, VoidReason
from .turn import TurnRef, parse_part

_encode = msgspec.json.Encoder().encode
_ID = re.compile(r"(\d{1,4}(?:r\d{1,4})?)\.(\d{1,9})(?:\.(\d{1,9}))?")
_FIXED: dict[type, bytes] = {KeepAlive: b": still here\n\n", ShuttingDown: b"event: shutdown\ndata: {}\n\n"}
_DONE = b"event: done\ndata: {}\n\n"


class _Start(msgspec.Struct, frozen=True):
    session_id: UUID
    battle_id: UUID
    message_id: str


class _Delta(msgspec.Struct, frozen=True):
    left: str
    right: str


class _Void(msgspec.Struct, frozen=True, omit_defaults=True):
    message: str
    status: str = Status.VOID
    """The status of the battle; left out when it is void."""


def read_event_id(given: str | None, *, current: TurnRef, entries: Sequence[Entry] = ()) -> tuple[TurnRef, Offset]:
    """Return the attempt that a client was reading, and how much it has seen. Unknown ids are ignored.

    A client that was reading an attempt which was replaced since, or followed by another turn, continues with the old
    attempt, so that it never mixes two.
    """
    sides = len(current.sides)
    nothing = (0,) * sides
    if not given:
        return current, nothing
    match = _ID.fullmatch(given)
    if match is None:
        raise Invalid("Last-Event-ID is not an id of this site.")
    (turn, attempt), left = parse_part(match[1]), int(match[2])
    answered = turn < current.turn and find_answers(entries, turn=turn, attempt=attempt)
    if not answered and (turn != current.turn or attempt > current.attempt):
        return current, nothing
    return replace(current, turn=turn, attempt=attempt), (left, int(match[3] or left))[:sides]


def write_event_id(ref: TurnRef, upto: Offset, *, apart: bool) -> str:
    """`apart`: the sides run at their own speeds, so the id names both positions."""
    if apart:
        left, right = (*upto, 0)[:2]
        return f"{ref.part}.{left}.{right}"
    return f"{ref.part}.{max(upto)}"


async def write_events(
    progress: AsyncIterator[Progress], *, ref: TurnRef, apart: bool, announce: bool
) -> AsyncIterator[bytes]:
    """Encode the events of a turn. `announce`: begin with the start event."""
    if announce:
        start = _Start(ref.session_id, ref.battle_id, ref.message_id)
        yield b"event: start\ndata: " + _encode(start) + b"\n\n"
    async for one in progress:
        if isinstance(one, Piece):
            left, right = one.texts if len(one.texts) > 1 else (one.texts[0], "")
            name = write_event_id(ref, one.upto, apart=apart).encode()
            yield b"event: delta\nid: " + name + b"\ndata: " + _encode(_Delta(left, right)) + b"\n\n"
        elif isinstance(one, Ended):
            yield _DONE if one.failure is None else _write_void(one.failure, one.state, ref)
        else:
            yield _FIXED[type(one)]


def _write_void(failure: Failure, state: str, ref: TurnRef) -> bytes:
    status = Status(state or Status.VOID)
    message = explain_failure(VoidReason(failure.value), ref.mode, status)
    return b"event: void\ndata: " + _encode(_Void(message, status)) + b"\n\n"

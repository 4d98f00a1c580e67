"""The lines of a file of battles: each is a battle with its session, its vote and its link. Pure."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Annotated, Any, TypeVar
from uuid import UUID

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import asdict, replace

from llmbattler.core.integers import LARGEST_INTEGER

from ..conversation import Entry
from ..models import Mode, Status, VoidReason, VoteMode, VoteWord
from .errors import UnreadableBattles

Count = Annotated[int, Meta(ge=0, le=LARGEST_INTEGER)]
Moment = Annotated[datetime, Meta(tz=True)]
Name = Annotated[str, Meta(min_length=1, max_length=200)]
Words = list[Annotated[str, Meta(max_length=40)]]


class SessionPart(Struct, forbid_unknown_fields=True):
    session_id: UUID
    owner: Name
    title: str
    created_at: Moment
    last_active_at: Moment


class BattlePart(Struct, forbid_unknown_fields=True):
    battle_id: UUID
    mode: Mode
    left_model_id: Name
    right_model_id: Name | None
    status: Status
    void_reason: VoidReason | None
    conversation: Annotated[list[Entry], Meta(min_length=1)]
    categories: Words
    corrected: bool
    language: str | None
    flags: Words
    prompt_hash: Name
    turns: Count
    attempt: Count
    pace: list[list[list[Count]]]
    sampling_probability: Annotated[float, Meta(ge=0, le=1)] | None
    completed_at: Moment | None
    created_at: Moment
    updated_at: Moment


class VotePart(Struct, forbid_unknown_fields=True):
    """Has all that counts, since a vote stays when its battle is deleted."""

    vote_id: UUID
    battle_id: UUID
    session_id: UUID
    voter: Name
    vote: VoteWord
    reasons: Words
    comment: str | None
    left_model_id: Name
    right_model_id: Name
    mode: VoteMode
    categories: Words
    language: str | None
    turns: Count
    counted: bool
    flags: Words
    prompt_hash: Name
    created_at: Moment


class SharePart(Struct, forbid_unknown_fields=True):
    token: Annotated[str, Meta(min_length=1, max_length=64)]
    created_at: Moment


class BattleLine(Struct, forbid_unknown_fields=True, omit_defaults=True):
    session: SessionPart | None = None
    battle: BattlePart | None = None
    """None when the battle was deleted or hidden; its vote stays."""
    vote: VotePart | None = None
    share: SharePart | None = None


Part = TypeVar("Part", SessionPart, BattlePart, VotePart, SharePart)
_decoder = msgspec.json.Decoder(BattleLine)
_encoder = msgspec.json.Encoder()


def write_line(line: BattleLine) -> bytes:
    return _encoder.encode(line) + b"\n"


def read_lines(lines: Iterable[bytes], *, shift: timedelta = timedelta(0)) -> Iterator[BattleLine]:
    """Read and check lines, and move all their times by `shift`. Empty lines are skipped."""
    seen: set[UUID] = set()
    for number, text in enumerate(lines, start=1):
        if text.strip():
            line = _read(text, number)
            ids = {part_id for part_id in (_battle_id(line), line.vote and line.vote.vote_id) if part_id}
            if not ids.isdisjoint(seen):
                raise UnreadableBattles(f"Line {number:,} repeats a battle or a vote.")
            seen |= ids
            yield _shift_line(line, shift) if shift else line


def _read(text: bytes, number: int) -> BattleLine:
    if b"\\u0000" in text:
        raise UnreadableBattles(f"Line {number:,} contains a character that cannot be stored: NUL.")
    try:
        line = _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UnreadableBattles(f"Line {number:,}: {error}.") from None
    problem = _find_problem(line)
    if problem is not None:
        raise UnreadableBattles(f"Line {number:,} {problem}.")
    return line


def _find_problem(line: BattleLine) -> str | None:
    battle, vote = line.battle, line.vote
    if battle is None:
        return None if vote is not None and line.share is None else "has neither a battle nor a vote"
    if line.session is None:
        return "has a battle without its session"
    if battle.status is Status.GENERATING:
        return "has a battle that is still being answered"
    if (battle.right_model_id is None) != (battle.mode is Mode.DIRECT):
        return "has the wrong number of models"
    sides = (battle.battle_id, battle.left_model_id, battle.right_model_id)
    if vote is not None and (vote.battle_id, vote.left_model_id, vote.right_model_id) != sides:
        return "has the vote of another battle"
    return None


def _battle_id(line: BattleLine) -> UUID | None:
    return line.battle.battle_id if line.battle is not None else line.vote.battle_id if line.vote is not None else None


def _shift_line(line: BattleLine, by: timedelta) -> BattleLine:
    battle = line.battle
    if battle is not None:
        battle = replace(battle, conversation=[_shift_entry(entry, by) for entry in battle.conversation])
    return BattleLine(
        session=line.session and _shift_part(line.session, by),
        battle=battle and _shift_part(battle, by),
        vote=line.vote and _shift_part(line.vote, by),
        share=line.share and _shift_part(line.share, by),
    )


def _shift_part(part: Part, by: timedelta) -> Part:
    return replace(part, **{name: value + by for name, value in asdict(part).items() if isinstance(value, datetime)})


def _shift_entry(entry: Entry, by: timedelta) -> Entry:
    if not entry.created_at:
        return entry
    return replace(entry, created_at=(datetime.fromisoformat(entry.created_at) + by).isoformat(timespec="milliseconds"))


def battle_row(battle: BattlePart, session: SessionPart) -> dict[str, Any]:
    """The values of its row. Images stay behind: they are not part of the file."""
    entries = [replace(entry, images=()) if entry.images else entry for entry in battle.conversation]
    return asdict(battle) | {
        "session_id": session.session_id,
        "owner": session.owner,
        "conversation": _encoder.encode(entries).decode(),
        "pace": _encoder.encode(battle.pace).decode(),
    }

"""Converts stored votes to records of the public arena format, without anything that identifies voters. Pure."""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from llmbattler.core.record_files import Column, ColumnKind

from ..conversation import Entry, latest, read_entries
from ..models import Position, VoteMode, VoteWord
from ..redaction import mask


class StoredVote(NamedTuple):
    vote_id: UUID
    battle_id: UUID
    voter: str
    vote: str
    left_model_id: str
    right_model_id: str
    mode: str
    turns: int
    categories: list[str]
    language: str | None
    reasons: list[str]
    comment: str | None
    counted: bool
    flags: list[str]
    created_at: datetime
    sampling_probability: float | None
    conversation: list[Any] | None
    """`None` when its owner deleted the battle, or a moderator has hidden it."""


COLUMNS = (
    Column("question_id"),
    Column("model_a"),
    Column("model_b"),
    Column("winner"),
    Column("judge"),
    Column("turn", ColumnKind.INTEGER),
    Column("anony", ColumnKind.BOOLEAN),
    Column("language"),
    Column("tstamp", ColumnKind.NUMBER),
    Column("conversation_a", ColumnKind.MESSAGES),
    Column("conversation_b", ColumnKind.MESSAGES),
    Column("model_a_name"),
    Column("model_b_name"),
    Column("mode"),
    Column("categories", ColumnKind.TEXT_LIST),
    Column("sampling_probability", ColumnKind.NUMBER),
    Column("counted", ColumnKind.BOOLEAN),
    Column("flags", ColumnKind.TEXT_LIST),
    Column("reasons", ColumnKind.TEXT_LIST),
    Column("comment"),
)
WINNERS = {
    VoteWord.LEFT_BETTER: "model_a",
    VoteWord.RIGHT_BETTER: "model_b",
    VoteWord.TIE: "tie",
    VoteWord.BOTH_BAD: "tie (bothbad)",
}


class Pseudonyms:
    """Pseudonyms that are stable within one export, and across exports only with the same salt."""

    def __init__(self, salt: str | None = None) -> None:
        self._key = secrets.token_bytes(32) if salt is None else hashlib.blake2b(salt.encode(), digest_size=32).digest()

    def name(self, kind: str, value: str) -> str:
        word = hashlib.blake2b(f"{kind}:{value}".encode(), key=self._key, digest_size=8).hexdigest()
        return f"{kind}_{word}"


def write_record(vote: StoredVote, *, names: Mapping[str, str], pseudonyms: Pseudonyms) -> dict[str, Any]:
    entries = _entries(vote)
    return {
        "question_id": pseudonyms.name("battle", str(vote.battle_id)),
        "model_a": vote.left_model_id,
        "model_b": vote.right_model_id,
        "winner": WINNERS[VoteWord(vote.vote)],
        "judge": pseudonyms.name("voter", vote.voter),
        "turn": vote.turns,
        "anony": vote.mode == VoteMode.BATTLE,
        "language": vote.language,
        "tstamp": vote.created_at.timestamp(),
        "conversation_a": None if entries is None else _messages(entries, Position.LEFT),
        "conversation_b": None if entries is None else _messages(entries, Position.RIGHT),
        "model_a_name": names.get(vote.left_model_id, vote.left_model_id),
        "model_b_name": names.get(vote.right_model_id, vote.right_model_id),
        "mode": vote.mode,
        "categories": vote.categories,
        "sampling_probability": vote.sampling_probability,
        "counted": vote.counted,
        "flags": vote.flags,
        "reasons": vote.reasons,
        "comment": None if vote.comment is None else mask(vote.comment),
    }


def _entries(vote: StoredVote) -> list[Entry] | None:
    """Return the conversation up to the vote."""
    if vote.conversation is None:
        return None
    return [entry for entry in latest(read_entries(vote.conversation)) if entry.turn <= vote.turns]


def _messages(entries: Sequence[Entry], position: Position) -> list[dict[str, str]]:
    said = (entry for entry in entries if entry.position in {None, position})
    return [{"role": entry.role, "content": _content(entry)} for entry in said]


def _content(entry: Entry) -> str:
    return "\n".join([mask(entry.content), *("[image]" for _ in entry.images)])

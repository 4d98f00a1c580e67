"""The queries of a turn, which every battle runs: as SQL, in as few statements as possible.

Building an expression each time costs more than the rest of a statement, and a row that SQLAlchemy tracks costs as much
again. Queries that few requests run are in `arena/repository.py`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import text

from llmbattler.core.db import Session

from ..conversation import Entry
from ..models import Position
from .turn import Turn

_ADD_BATTLE = text("""
WITH first AS (
    INSERT INTO sessions (session_id, owner, title)
    SELECT :session_id, :owner, :title WHERE cast(:title AS text) IS NOT NULL
)
INSERT INTO battles (
    battle_id, session_id, owner, mode, left_model_id, right_model_id, status, conversation, prompt_hash,
    sampling_probability
) VALUES (
    :battle_id, :session_id, :owner, :mode, :left, :right, 'generating', cast(:conversation AS jsonb), :prompt_hash,
    :sampling_probability
)
""")
_LOCK_ANSWERED = text("""
SELECT status, conversation, pace, flags, corrected, categories, language, turns
FROM battles WHERE battle_id = :battle FOR UPDATE
""")
_APPEND = text("""
UPDATE battles SET
    status = :status, void_reason = :void_reason, conversation = conversation || cast(:answers AS jsonb),
    turns = :turns, pace = cast(:pace AS jsonb), flags = :flags, categories = :categories, language = :language,
    failures = cast(:failures AS jsonb), updated_at = now(), completed_at = now()
WHERE battle_id = :battle
""")


@dataclass(slots=True)
class AnsweredBattle:
    """The columns of a battle that an answer may change."""

    status: str
    conversation: list[Any]
    pace: list[Any]
    flags: list[str]
    corrected: bool
    categories: list[str]
    language: str | None
    turns: int
    void_reason: str | None = None
    failures: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


async def add_battle(
    session: Session, turn: Turn, *, prompt_hash: str, sampling_probability: float | None, title: str | None
) -> None:
    """Add a battle with the status generating. With a title, add its session, too."""
    ids = {side: contestant.id for side, contestant in turn.contestants.items()}
    values = {
        "battle_id": turn.ref.battle_id,
        "session_id": turn.ref.session_id,
        "owner": turn.owner,
        "mode": turn.ref.mode.value,
        "left": ids[Position.LEFT],
        "right": ids.get(Position.RIGHT),
        "conversation": _write(turn.entries),
        "prompt_hash": prompt_hash,
        "sampling_probability": sampling_probability,
        "title": title,
    }
    await session.execute(_ADD_BATTLE, values)


async def lock_answered(session: Session, battle_id: UUID) -> AnsweredBattle | None:
    """Lock a battle of any owner."""
    row = (await session.execute(_LOCK_ANSWERED, {"battle": battle_id})).one_or_none()
    return None if row is None else AnsweredBattle(*row)


async def add_answers(session: Session, battle_id: UUID, changed: AnsweredBattle, answers: Sequence[Entry]) -> None:
    """Append the answers of a turn and store what they change."""
    values = {
        "battle": battle_id,
        "status": changed.status,
        "void_reason": changed.void_reason,
        "answers": _write(answers),
        "turns": changed.turns,
        "pace": msgspec.json.encode(changed.pace).decode(),
        "flags": changed.flags,
        "categories": changed.categories,
        "language": changed.language,
        "failures": msgspec.json.encode(changed.failures).decode(),
    }
    await session.execute(_APPEND, values)


def _write(entries: Sequence[Entry]) -> str:
    return msgspec.json.encode(entries).decode()

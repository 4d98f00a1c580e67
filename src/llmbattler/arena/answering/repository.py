"""The queries of a turn, which every battle runs: as SQL, in as few statements as can be.

Putting an expression together for each time costs more than all the rest of a statement, and a row that SQLAlchemy
looks after costs as much again. Queries that few requests run are in `arena/repository.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import text

from llmbattler.core.db import Session

from ..conversation import Entry
from ..limits import LEASE
from ..models import Mode

_LOCK_OWNER = text("SELECT pg_advisory_xact_lock(hashtextextended(:owner, 7))")
_COUNT_ANSWERING = text("""
SELECT count(*) FROM (
    SELECT battle_id FROM battles WHERE owner = :owner AND status = 'generating'
    UNION
    SELECT battle_id FROM battles JOIN live_turns USING (battle_id) WHERE owner = :owner AND leased_at > now() - :lease
) AS answering
""")
_ADD_BATTLE = text("""
WITH first AS (
    INSERT INTO sessions (session_id, owner, title)
    SELECT :session_id, :owner, :title WHERE cast(:title AS text) IS NOT NULL
), battle AS (
    INSERT INTO battles (
        battle_id, session_id, owner, mode, left_model_id, right_model_id, status, conversation, prompt_hash,
        sampling_probability
    ) VALUES (
        :battle_id, :session_id, :owner, :mode, :left, :right, 'generating', cast(:conversation AS jsonb), :prompt_hash,
        :sampling_probability
    )
)
INSERT INTO live_turns (battle_id, turn, process) VALUES (:battle_id, :turn, :process)
""")
_ADD_LIVE_TURN = text("INSERT INTO live_turns (battle_id, turn, process) VALUES (:battle, :turn, :process)")
_DELETE_LIVE_TURN = text("""
WITH chunks AS (DELETE FROM live_chunks WHERE battle_id = :battle) DELETE FROM live_turns WHERE battle_id = :battle
""")
_LOCK_ANSWERED = text("""
SELECT status, conversation, pace, flags, corrected, categories, language
FROM battles WHERE battle_id = :battle FOR UPDATE
""")
_APPEND = text("""
WITH chunks AS (
    DELETE FROM live_chunks WHERE battle_id = :battle
), turn AS (
    DELETE FROM live_turns WHERE battle_id = :battle
)
UPDATE battles SET
    status = :status, conversation = conversation || cast(:answers AS jsonb), turns = :turns,
    pace = cast(:pace AS jsonb), flags = :flags, categories = :categories, language = :language,
    updated_at = now(), completed_at = now()
WHERE battle_id = :battle
""")


@dataclass(frozen=True, slots=True, kw_only=True)
class NewBattle:
    battle_id: UUID
    session_id: UUID
    owner: str
    mode: Mode
    left: str
    right: str | None
    asked: Entry
    prompt_hash: str
    sampling_probability: float | None
    process: UUID
    title: str | None
    """Of the session, where this battle is its first."""


@dataclass(slots=True)
class AnsweredBattle:
    """What an answer may change of a battle."""

    status: str
    conversation: list[Any]
    pace: list[Any]
    flags: list[str]
    corrected: bool
    categories: list[str]
    language: str | None


async def lock_owner(session: Session, owner: str) -> None:
    """Let one person open one battle at a time, so that the count below is true."""
    await session.execute(_LOCK_OWNER, {"owner": owner})


async def count_answering(session: Session, owner: str) -> int:
    """How many battles models are answering for this person, those after the vote included."""
    return int((await session.execute(_COUNT_ANSWERING, {"owner": owner, "lease": LEASE})).scalar_one())


async def add_battle(session: Session, new: NewBattle) -> None:
    """Add a battle that is being answered, and its session where it is the first there."""
    values = {
        "battle_id": new.battle_id,
        "session_id": new.session_id,
        "owner": new.owner,
        "mode": new.mode.value,
        "left": new.left,
        "right": new.right,
        "conversation": _write([new.asked]),
        "prompt_hash": new.prompt_hash,
        "sampling_probability": new.sampling_probability,
        "title": new.title,
        "turn": new.asked.turn,
        "process": new.process,
    }
    await session.execute(_ADD_BATTLE, values)


async def add_live_turn(session: Session, *, battle_id: UUID, turn: int, process: UUID) -> None:
    await session.execute(_ADD_LIVE_TURN, {"battle": battle_id, "turn": turn, "process": process})


async def delete_live_turn(session: Session, battle_id: UUID) -> None:
    await session.execute(_DELETE_LIVE_TURN, {"battle": battle_id})


async def lock_answered(session: Session, battle_id: UUID) -> AnsweredBattle | None:
    """Whoever's battle, under its lock."""
    row = (await session.execute(_LOCK_ANSWERED, {"battle": battle_id})).one_or_none()
    return None if row is None else AnsweredBattle(*row)


async def append_answers(
    session: Session, battle_id: UUID, changed: AnsweredBattle, *, answers: Sequence[Entry], turns: int
) -> None:
    """Append the answers of a turn, which is no longer live."""
    values = {
        "battle": battle_id,
        "status": changed.status,
        "answers": _write(answers),
        "turns": turns,
        "pace": msgspec.json.encode(changed.pace).decode(),
        "flags": changed.flags,
        "categories": changed.categories,
        "language": changed.language,
    }
    await session.execute(_APPEND, values)


def _write(entries: Sequence[Entry]) -> str:
    return msgspec.json.encode(entries).decode()

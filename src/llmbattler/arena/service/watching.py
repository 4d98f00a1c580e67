"""What is written down of a turn, for whoever watches it from another process or comes back later."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from llmbattler.core.db import Session

from .. import repository
from ..conversation import Attempt, read_entries
from ..models import Position, Status, VoidReason


@dataclass(frozen=True, slots=True)
class Chunk:
    seq: int
    left: str
    right: str


@dataclass(frozen=True, slots=True)
class TurnState:
    """What is written down about a turn that another process answers, or that has ended."""

    chunks: Sequence[Chunk] = ()
    final: tuple[str, str] | None = None
    void: VoidReason | None = None
    as_of: datetime | None = None
    """When its battle had changed last; whoever comes again with this is spared the reading of all of it."""


async def read_turn(
    session: Session, *, battle_id: UUID, attempt: Attempt, after: int, as_of: datetime | None = None
) -> TurnState:
    """Read what came after this much of a turn. A battle may be long and is looked at often: see `as_of`."""
    glance = await repository.glance(session, battle_id)
    if glance is None:
        return TurnState(void=VoidReason.FAILED)
    if glance.updated_at != as_of or not glance.answering:
        ended = await _read_end(session, battle_id, attempt, answering=glance.answering)
        if ended is not None:
            return ended
    chunks = await repository.list_chunks(session, battle_id, after)
    return TurnState([Chunk(chunk.seq, chunk.left, chunk.right) for chunk in chunks], as_of=glance.updated_at)


async def _read_end(session: Session, battle_id: UUID, attempt: Attempt, *, answering: bool) -> TurnState | None:
    battle = await repository.read_battle(session, battle_id)
    if battle is None:
        return TurnState(void=VoidReason.FAILED)
    entries = read_entries(battle.conversation)
    left, right = (attempt.find(entries, side) for side in Position)
    if left is not None:
        return TurnState(final=(left.content, right.content if right else ""))
    if answering or battle.status == Status.GENERATING:
        return None
    return TurnState(void=VoidReason(battle.void_reason or VoidReason.FAILED))

"""Every query of moderation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import delete, exists, func, select, text, update
from sqlalchemy.dialects.postgresql import insert

from llmbattler.core.db import Session
from llmbattler.core.ids import uuid7

from ..models import Battle, Share
from ..models import Session as SessionRow
from .models import Flagged, FlagStatus, ListedWord, QueuedTurn

# Every battle runs these two statements.
_LIST_REFUSED = text("SELECT key, category FROM moderation_words WHERE action = 'refuse' ORDER BY key")
_ADD_QUEUED = text("INSERT INTO moderation_unread (unread_id, battle_id, turn) VALUES (:unread, :battle, :turn)")


async def find_hidden(session: Session, battle_id: UUID) -> bool:
    """Return whether a moderator has hidden this battle."""
    return (await session.execute(select(Flagged.hides(battle_id)))).scalar_one()


# --- words


async def list_words(session: Session) -> Sequence[ListedWord]:
    return (await session.execute(select(ListedWord).order_by(ListedWord.category, ListedWord.key))).scalars().all()


async def list_refused(session: Session) -> list[tuple[str, str]]:
    """Return key and category of the words that make a prompt refused."""
    return [(key, category) for key, category in await session.execute(_LIST_REFUSED)]


async def count_words(session: Session) -> int:
    return (await session.execute(select(func.count()).select_from(ListedWord))).scalar_one()


async def add_word(session: Session, values: Mapping[str, Any]) -> ListedWord | None:
    """Add a word; return `None` when it exists already."""
    statement = insert(ListedWord).values(**values).on_conflict_do_nothing(index_elements=[ListedWord.key])
    return (await session.execute(statement.returning(ListedWord))).scalar_one_or_none()


async def delete_word(session: Session, word_id: UUID) -> ListedWord | None:
    statement = delete(ListedWord).where(ListedWord.word_id == word_id).returning(ListedWord)
    return (await session.execute(statement)).scalar_one_or_none()


# --- turns to scan


@dataclass(frozen=True, slots=True)
class UnscannedTurn:
    battle_id: UUID
    turn: int


async def add_queued(session: Session, battle_id: UUID, turn: int) -> None:
    await session.execute(_ADD_QUEUED, {"unread": uuid7(), "battle": battle_id, "turn": turn})


async def delete_oldest_queued(session: Session, limit: int) -> list[UnscannedTurn]:
    """Delete and return the oldest turns of the queue. Two workers never get the same turn."""
    query = select(QueuedTurn.unread_id).order_by(QueuedTurn.unread_id).limit(limit).with_for_update(skip_locked=True)
    # A subquery can be executed for every row, and skips more rows each time. A CTE that locks is executed once.
    oldest = select(query.cte().c.unread_id)
    taken = delete(QueuedTurn).where(QueuedTurn.unread_id.in_(oldest)).returning(QueuedTurn.battle_id, QueuedTurn.turn)
    return [UnscannedTurn(*row) for row in (await session.execute(taken)).all()]


async def delete_all_queued(session: Session) -> None:
    await session.execute(delete(QueuedTurn))


async def list_conversations(session: Session, battle_ids: Sequence[UUID]) -> dict[UUID, list[Any]]:
    query = select(Battle.battle_id, Battle.conversation).where(Battle.battle_id.in_(battle_ids))
    return {row[0]: row[1] for row in (await session.execute(query)).all()}


# --- flags


async def add_flags(session: Session, rows: Sequence[Mapping[str, Any]]) -> int:
    """Add flags that do not exist yet, decided or not. Return how many were added."""
    if not rows:
        return 0
    statement = insert(Flagged).values(rows).on_conflict_do_nothing().returning(Flagged.flag_id)
    return len((await session.execute(statement)).all())


async def add_report(session: Session, values: Mapping[str, Any]) -> None:
    """Add a report, or count it when the battle was reported before."""
    key = [Flagged.battle_id, Flagged.entry_id, Flagged.source, Flagged.category]
    again = {"times": Flagged.times + 1}
    await session.execute(insert(Flagged).values(**values).on_conflict_do_update(index_elements=key, set_=again))


async def delete_orphaned_flags(session: Session) -> None:
    """Delete the flags of deleted battles, with their excerpts."""
    gone = ~exists().where(Battle.battle_id == Flagged.battle_id)
    await session.execute(delete(Flagged).where(gone))


async def list_flags(
    session: Session, *, status: FlagStatus | None, before: UUID | None, limit: int
) -> Sequence[tuple[Flagged, bool]]:
    """Return flags, newest first, each with whether its battle has a link."""
    shared = exists().where(Share.battle_id == Flagged.battle_id)
    query = select(Flagged, shared).order_by(Flagged.flag_id.desc()).limit(limit)
    if status is not None:
        query = query.where(Flagged.status == status)
    if before is not None:
        query = query.where(Flagged.flag_id < before)
    return [(row[0], row[1]) for row in (await session.execute(query)).all()]


async def count_flags(session: Session) -> dict[str, int]:
    query = select(Flagged.status, func.count()).group_by(Flagged.status)
    return {row[0]: row[1] for row in (await session.execute(query)).all()}


async def get_flag(session: Session, flag_id: UUID) -> Flagged | None:
    return await session.get(Flagged, flag_id)


async def lock_flags(session: Session, battle_id: UUID) -> Sequence[Flagged]:
    """Lock all flags of a battle: a decision is about the whole battle, and two decisions must not interleave."""
    query = select(Flagged).where(Flagged.battle_id == battle_id).order_by(Flagged.flag_id)
    return (await session.execute(query.with_for_update().execution_options(populate_existing=True))).scalars().all()


async def update_flags(
    session: Session, flag_ids: Sequence[UUID], *, status: FlagStatus, decided_by: str | None
) -> None:
    decided_at = None if decided_by is None else func.now()
    await session.execute(
        update(Flagged)
        .where(Flagged.flag_id.in_(flag_ids))
        .values(status=status, decided_by=decided_by, decided_at=decided_at)
        .execution_options(synchronize_session=False)
    )


async def find_shared(session: Session, token: str) -> UUID | None:
    """Return the battle of a link that works."""
    query = (
        select(Battle.battle_id)
        .join(Share, Share.battle_id == Battle.battle_id)
        .join(SessionRow, SessionRow.session_id == Battle.session_id)
        .where(Share.token == token, SessionRow.deleted_at.is_(None), ~Flagged.hides(Battle.battle_id))
    )
    return (await session.execute(query)).scalar_one_or_none()


async def get_battle(session: Session, battle_id: UUID) -> Battle | None:
    return await session.get(Battle, battle_id)


async def find_share(session: Session, battle_id: UUID) -> bool:
    """Return whether a battle has a link."""
    return (await session.execute(select(exists().where(Share.battle_id == battle_id)))).scalar_one()

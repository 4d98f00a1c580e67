"""Every query of moderation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, delete, exists, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import InstrumentedAttribute

from llmbattler.core.db import Session
from llmbattler.core.ids import uuid7

from ..models import Battle, Share
from ..models import Session as SessionRow
from .models import Flagged, FlagStatus, ListedWord, Unread

# Every battle runs these two.
_LIST_REFUSED = text("SELECT key, category FROM moderation_words WHERE action = 'refuse' ORDER BY key")
_ADD_UNREAD = text("INSERT INTO moderation_unread (unread_id, battle_id, turn) VALUES (:unread, :battle, :turn)")


def is_hidden(battle_id: InstrumentedAttribute[UUID] | UUID) -> ColumnElement[bool]:
    """The condition that a moderator has hidden this battle from the public."""
    return exists().where(Flagged.battle_id == battle_id, Flagged.status == FlagStatus.HIDDEN)


async def read_hidden(session: Session, battle_id: UUID) -> bool:
    return (await session.execute(select(is_hidden(battle_id)))).scalar_one()


# --- words


async def list_words(session: Session) -> Sequence[ListedWord]:
    return (await session.execute(select(ListedWord).order_by(ListedWord.category, ListedWord.key))).scalars().all()


async def list_refused(session: Session) -> list[tuple[str, str]]:
    """Key and category of the words with which no prompt is taken."""
    return [(key, category) for key, category in await session.execute(_LIST_REFUSED)]


async def count_words(session: Session) -> int:
    return (await session.execute(select(func.count()).select_from(ListedWord))).scalar_one()


async def add_word(session: Session, values: Mapping[str, Any]) -> ListedWord | None:
    """Add a word; nothing when it is there already."""
    statement = insert(ListedWord).values(**values).on_conflict_do_nothing(index_elements=[ListedWord.key])
    return (await session.execute(statement.returning(ListedWord))).scalar_one_or_none()


async def delete_word(session: Session, word_id: UUID) -> ListedWord | None:
    statement = delete(ListedWord).where(ListedWord.word_id == word_id).returning(ListedWord)
    return (await session.execute(statement)).scalar_one_or_none()


# --- what waits to be looked at


@dataclass(frozen=True, slots=True)
class UnreadTurn:
    battle_id: UUID
    turn: int


async def add_unread(session: Session, battle_id: UUID, turn: int) -> None:
    await session.execute(_ADD_UNREAD, {"unread": uuid7(), "battle": battle_id, "turn": turn})


async def take_unread(session: Session, limit: int) -> list[UnreadTurn]:
    """Take the oldest off the pile. Two workers never take the same."""
    oldest = select(Unread.unread_id).order_by(Unread.unread_id).limit(limit).with_for_update(skip_locked=True)
    taken = delete(Unread).where(Unread.unread_id.in_(oldest)).returning(Unread.battle_id, Unread.turn)
    return [UnreadTurn(*row) for row in (await session.execute(taken)).all()]


async def forget_unread(session: Session) -> None:
    await session.execute(delete(Unread))


async def list_conversations(session: Session, battle_ids: Sequence[UUID]) -> dict[UUID, list[Any]]:
    query = select(Battle.battle_id, Battle.conversation).where(Battle.battle_id.in_(battle_ids))
    return {row[0]: row[1] for row in (await session.execute(query)).all()}


# --- flags


async def add_flags(session: Session, rows: Sequence[Mapping[str, Any]]) -> int:
    """Add what was not flagged before, whatever became of it; say how many were new."""
    if not rows:
        return 0
    statement = insert(Flagged).values(rows).on_conflict_do_nothing().returning(Flagged.flag_id)
    return len((await session.execute(statement)).all())


async def add_report(session: Session, values: Mapping[str, Any]) -> None:
    """Add a report, or count it when the battle was reported before."""
    key = [Flagged.battle_id, Flagged.entry_id, Flagged.source, Flagged.category]
    again = {"times": Flagged.times + 1}
    await session.execute(insert(Flagged).values(**values).on_conflict_do_update(index_elements=key, set_=again))


async def forget_flags(session: Session) -> None:
    """Remove the flags of battles that are gone: the excerpts go with the conversation."""
    gone = ~exists().where(Battle.battle_id == Flagged.battle_id)
    await session.execute(delete(Flagged).where(gone))


async def list_flags(
    session: Session, *, status: FlagStatus | None, before: UUID | None, limit: int
) -> Sequence[tuple[Flagged, bool]]:
    """Flags, the newest first, and of each whether its battle has a link."""
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
    """All flags of a battle, as they are now: a decision is about the battle, and two never cross."""
    query = select(Flagged).where(Flagged.battle_id == battle_id).order_by(Flagged.flag_id)
    return (await session.execute(query.with_for_update().execution_options(populate_existing=True))).scalars().all()


async def set_flags(session: Session, flag_ids: Sequence[UUID], *, status: FlagStatus, decided_by: str | None) -> None:
    decided_at = None if decided_by is None else func.now()
    await session.execute(
        update(Flagged)
        .where(Flagged.flag_id.in_(flag_ids))
        .values(status=status, decided_by=decided_by, decided_at=decided_at)
        .execution_options(synchronize_session=False)
    )


async def find_shared(session: Session, token: str) -> UUID | None:
    """The battle behind a link that works."""
    query = (
        select(Battle.battle_id)
        .join(Share, Share.battle_id == Battle.battle_id)
        .join(SessionRow, SessionRow.session_id == Battle.session_id)
        .where(Share.token == token, SessionRow.deleted_at.is_(None), ~is_hidden(Battle.battle_id))
    )
    return (await session.execute(query)).scalar_one_or_none()


async def get_battle(session: Session, battle_id: UUID) -> Battle | None:
    return await session.get(Battle, battle_id)


async def has_share(session: Session, battle_id: UUID) -> bool:
    return (await session.execute(select(exists().where(Share.battle_id == battle_id)))).scalar_one()

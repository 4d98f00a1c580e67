"""Every query of judges."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Date, String, and_, cast, exists, func, null, select, type_coerce
from sqlalchemy.dialects.postgresql import JSONPATH, insert
from sqlalchemy.orm import aliased

from llmbattler.core.db import Session as DatabaseSession

from ..models import Battle, Flag, JudgeOrder, JudgeVote, Mode, Session, Status, Vote

_READABLE = (Status.VOTED, Status.EXPIRED)
"""Battles that no longer take votes. A verdict on an open battle would move a public board and reveal its models."""
_NOT_JUDGED = (Flag.IDENTITY_LEAK, Flag.IDENTITY_PROBE, Flag.SEEN_BEFORE)
"""Answers that name their maker, and copies of answers of another battle."""

_shown = aliased(JudgeVote)
_swapped = aliased(JudgeVote)


@dataclass(frozen=True, slots=True)
class StoredBattle:
    """A battle as a judge reads it."""

    battle_id: UUID
    left_model_id: str
    right_model_id: str
    categories: Sequence[str]
    language: str | None
    conversation: Sequence[Any]
    turns: int
    """Turns that existed when the person voted."""


@dataclass(frozen=True, slots=True)
class AgreedVerdict:
    """A verdict that a judge gave in both orders, of one battle or of several with equal facts."""

    verdict: str
    left_model_id: str
    right_model_id: str
    categories: Sequence[str]
    language: str | None
    day: date
    """In UTC."""
    battles: int = 1


@dataclass(frozen=True, slots=True)
class VerdictComparison:
    """How many battles got these two verdicts from people and from the judge."""

    category: str | None
    human: str
    judge: str
    battles: int


def _is_unjudged(judge: str, own_ids: Collection[str]) -> ColumnElement[bool]:
    """Match stored battles that this judge may read and has not read. A judge does not judge its own answers."""
    return and_(
        Battle.status.in_(_READABLE),
        Battle.mode != Mode.DIRECT,
        Battle.turns > 0,
        Battle.left_model_id.not_in(own_ids),
        Battle.right_model_id.not_in(own_ids),
        ~Battle.flags.overlap(_NOT_JUDGED),
        exists().where(Session.session_id == Battle.session_id, Session.deleted_at.is_(None)),
        ~func.jsonb_path_exists(Battle.conversation, cast("$[*].images[*]", JSONPATH)),
        ~exists().where(JudgeVote.battle_id == Battle.battle_id, JudgeVote.judge_model_id == judge),
    )


async def list_unjudged(
    session: DatabaseSession, *, judge: str, own_ids: Collection[str], limit: int
) -> Sequence[UUID]:
    """Return the newest first."""
    query = select(Battle.battle_id).where(_is_unjudged(judge, own_ids)).order_by(Battle.battle_id.desc()).limit(limit)
    return (await session.execute(query)).scalars().all()


async def get_unjudged(
    session: DatabaseSession, battle_id: UUID, *, judge: str, own_ids: Collection[str]
) -> StoredBattle | None:
    query = (
        select(
            Battle.battle_id,
            Battle.left_model_id,
            Battle.right_model_id,
            Battle.categories,
            Battle.language,
            Battle.conversation,
            func.coalesce(Vote.turns, Battle.turns),
        )
        .outerjoin(Vote, Vote.battle_id == Battle.battle_id)
        .where(Battle.battle_id == battle_id, _is_unjudged(judge, own_ids))
    )
    found = (await session.execute(query)).one_or_none()
    return None if found is None else StoredBattle(*found)


async def count_today(session: DatabaseSession, judge: str) -> int:
    """Count the battles that this judge has read since midnight UTC."""
    today = func.date_trunc("day", func.now(), "UTC")
    query = select(func.count()).where(
        JudgeVote.judge_model_id == judge, JudgeVote.order == JudgeOrder.AS_SHOWN, JudgeVote.created_at >= today
    )
    return (await session.execute(query)).scalar_one()


async def add_verdicts(session: DatabaseSession, rows: Sequence[dict[str, Any]]) -> Sequence[datetime]:
    """Add rows that do not exist yet, and return the time of each added row."""
    statement = (
        insert(JudgeVote)
        .values(rows)
        .on_conflict_do_nothing(index_elements=[JudgeVote.battle_id, JudgeVote.judge_model_id, JudgeVote.order])
    )
    return (await session.execute(statement.returning(JudgeVote.created_at))).scalars().all()


async def list_judges(session: DatabaseSession) -> Sequence[str]:
    query = select(JudgeVote.judge_model_id).distinct().order_by(JudgeVote.judge_model_id)
    return (await session.execute(query)).scalars().all()


def _agrees(judge: str) -> ColumnElement[bool]:
    return and_(
        _shown.judge_model_id == judge,
        _shown.order == JudgeOrder.AS_SHOWN,
        _swapped.battle_id == _shown.battle_id,
        _swapped.judge_model_id == judge,
        _swapped.order == JudgeOrder.SWAPPED,
        _swapped.verdict == _shown.verdict,
    )


async def list_agreed(session: DatabaseSession, judge: str) -> Sequence[AgreedVerdict]:
    facts = (
        type_coerce(_shown.verdict, String),
        _shown.left_model_id,
        _shown.right_model_id,
        _shown.categories,
        _shown.language,
        cast(func.timezone("UTC", _shown.created_at), Date),
    )
    query = select(*facts, func.count()).where(_agrees(judge)).group_by(*facts)
    return [AgreedVerdict(*row) for row in await session.execute(query)]


async def count_comparisons(session: DatabaseSession, judge: str) -> Sequence[VerdictComparison]:
    """Compare with counted blind votes of people, over all battles and by category."""
    conditions = (_agrees(judge), Vote.battle_id == _shown.battle_id, Vote.counted, Vote.mode == Mode.BATTLE)
    found: list[VerdictComparison] = []
    for category in (null(), func.unnest(_shown.categories)):
        words = (category.label("category"), Vote.vote.label("human"), _shown.verdict.label("judge"))
        each = select(*words).where(*conditions).subquery()
        query = select(*each.columns, func.count().label("battles")).group_by(*each.columns)
        found += [
            VerdictComparison(row.category, row.human, row.judge, row.battles) for row in await session.execute(query)
        ]
    return found

"""Every query of judging."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Date, String, and_, cast, exists, func, null, select, type_coerce
from sqlalchemy.dialects.postgresql import JSONPATH, insert
from sqlalchemy.orm import aliased

from llmbattler.core.db import Session as DatabaseSession

from ..models import Battle, JudgeOrder, JudgeVote, Mode, Session, Status, Vote
from ..vote_rules import Flag

_READABLE = (Status.VOTED, Status.EXPIRED)
"""Nobody votes on these any more. A verdict on an open battle would move a public board, and so name its models."""
_NAMES_MODELS = (Flag.IDENTITY_LEAK, Flag.IDENTITY_PROBE)

_shown = aliased(JudgeVote)
_swapped = aliased(JudgeVote)


@dataclass(frozen=True, slots=True)
class StoredBattle:
    """A battle as a judge gets to read it."""

    battle_id: UUID
    left_model_id: str
    right_model_id: str
    categories: Sequence[str]
    language: str | None
    conversation: Sequence[Any]
    turns: int
    """Those that were there when the person voted."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """What a judge said in both orders of a battle, or of several that are alike to the counts."""

    verdict: str
    left_model_id: str
    right_model_id: str
    categories: Sequence[str]
    language: str | None
    day: date
    """In UTC."""
    battles: int = 1


@dataclass(frozen=True, slots=True)
class Compared:
    """How many battles got this word from people and that word from the judge."""

    category: str | None
    human: str
    judge: str
    battles: int


def _is_waiting(judge: str, kin: Collection[str]) -> ColumnElement[bool]:
    """A stored battle that this judge may read and has not read; models of its own kin are none of its business."""
    return and_(
        Battle.status.in_(_READABLE),
        Battle.mode != Mode.DIRECT,
        Battle.turns > 0,
        Battle.left_model_id.not_in(kin),
        Battle.right_model_id.not_in(kin),
        ~Battle.flags.overlap(_NAMES_MODELS),
        exists().where(Session.session_id == Battle.session_id, Session.deleted_at.is_(None)),
        ~func.jsonb_path_exists(Battle.conversation, cast("$[*].images[*]", JSONPATH)),
        ~exists().where(JudgeVote.battle_id == Battle.battle_id, JudgeVote.judge_model_id == judge),
    )


async def list_waiting(session: DatabaseSession, *, judge: str, kin: Collection[str], limit: int) -> Sequence[UUID]:
    """The newest first."""
    query = select(Battle.battle_id).where(_is_waiting(judge, kin)).order_by(Battle.battle_id.desc()).limit(limit)
    return (await session.execute(query)).scalars().all()


async def get_waiting(
    session: DatabaseSession, battle_id: UUID, *, judge: str, kin: Collection[str]
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
        .where(Battle.battle_id == battle_id, _is_waiting(judge, kin))
    )
    found = (await session.execute(query)).one_or_none()
    return None if found is None else StoredBattle(*found)


async def count_today(session: DatabaseSession, judge: str) -> int:
    """Battles that this judge has read since midnight UTC."""
    today = func.date_trunc("day", func.now(), "UTC")
    query = select(func.count()).where(
        JudgeVote.judge_model_id == judge, JudgeVote.order == JudgeOrder.AS_SHOWN, JudgeVote.created_at >= today
    )
    return (await session.execute(query)).scalar_one()


async def add_verdicts(session: DatabaseSession, rows: Sequence[dict[str, Any]]) -> Sequence[datetime]:
    """Add what is not there yet; gives the time of each row added."""
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


async def list_agreed(session: DatabaseSession, judge: str) -> Sequence[Agreed]:
    alike = (
        type_coerce(_shown.verdict, String),
        _shown.left_model_id,
        _shown.right_model_id,
        _shown.categories,
        _shown.language,
        cast(func.timezone("UTC", _shown.created_at), Date),
    )
    query = select(*alike, func.count()).where(_agrees(judge)).group_by(*alike)
    return [Agreed(*row) for row in await session.execute(query)]


async def compare(session: DatabaseSession, judge: str) -> Sequence[Compared]:
    """Judge against people, on battles that a person judged blind and whose vote counted: all, and by category."""
    common = (_agrees(judge), Vote.battle_id == _shown.battle_id, Vote.counted, Vote.mode == Mode.BATTLE)
    found: list[Compared] = []
    for category in (null(), func.unnest(_shown.categories)):
        words = (category.label("category"), Vote.vote.label("human"), _shown.verdict.label("judge"))
        each = select(*words).where(*common).subquery()
        query = select(*each.columns, func.count().label("battles")).group_by(*each.columns)
        found += [Compared(row.category, row.human, row.judge, row.battles) for row in await session.execute(query)]
    return found

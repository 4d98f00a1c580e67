"""The queries that count votes."""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple, cast
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    CursorResult,
    DateTime,
    Row,
    String,
    case,
    delete,
    exists,
    func,
    literal,
    select,
    text,
    tuple_,
    update,
)
from sqlalchemy import cast as as_type
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.types import Date

from llmbattler.core.db import Session
from llmbattler.ratings.service.vote_counts import DayCount, FacetCount

from ..models import Battle, BoardReset, Vote, VoteMode, VoteWord

PENDING, PROCESSED, FAILED = "pending", "processed", "failed"
_AT_ONCE = 5000


class CastVote(NamedTuple):
    """The columns of a vote that the boards need."""

    vote_id: UUID
    battle_id: UUID
    vote: str
    left_model_id: str
    right_model_id: str
    mode: str
    categories: list[str]
    language: str | None
    turns: int
    counted: bool
    created_at: datetime
    style: list[int] | None


_COLUMNS = [getattr(Vote, name) for name in CastVote._fields]
_ORDER = (Vote.created_at, Vote.vote_id)
_BLIND = (Vote.counted, Vote.mode == VoteMode.BATTLE, Vote.processing_status == PROCESSED)


async def lock_snapshot(session: Session) -> None:
    """Use one snapshot of the database for this unit of work. Call it before any query."""
    await session.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))


async def list_pending(session: Session, limit: int) -> list[CastVote]:
    query = select(*_COLUMNS).where(Vote.processing_status == PENDING).order_by(*_ORDER).limit(limit)
    return [CastVote(*row) for row in (await session.execute(query)).all()]


async def list_conversations(session: Session, battle_ids: Sequence[UUID]) -> dict[UUID, list[Any]]:
    query = select(Battle.battle_id, Battle.conversation).where(Battle.battle_id.in_(battle_ids))
    return {row[0]: row[1] for row in (await session.execute(query)).all()}


async def update_styles(session: Session, styles: Mapping[UUID, list[int]]) -> None:
    if styles:
        await session.execute(update(Vote), [{"vote_id": vote, "style": style} for vote, style in styles.items()])


async def update_processed(session: Session, vote_ids: Sequence[UUID]) -> None:
    await session.execute(
        update(Vote)
        .where(Vote.vote_id.in_(vote_ids))
        .values(processing_status=PROCESSED, processed_at=func.now(), error_message=None)
    )


async def update_failed(session: Session, reasons: Mapping[UUID, str]) -> None:
    for vote_id, reason in reasons.items():
        await session.execute(
            update(Vote)
            .where(Vote.vote_id == vote_id)
            .values(processing_status=FAILED, processed_at=func.now(), error_message=reason)
        )


async def update_unprocessed(session: Session, *, reason: str) -> tuple[int, int]:
    """Update pending and failed votes. Return how many can be counted, and how many cannot be read."""
    waiting = Vote.processing_status != PROCESSED
    broken = Vote.vote.not_in(list(VoteWord)) | (Vote.left_model_id == Vote.right_model_id)
    bad = update(Vote).where(waiting, broken).values(processing_status=FAILED, error_message=reason)
    good = update(Vote).where(waiting, ~broken).values(processing_status=PROCESSED, error_message=None)
    settled = [await session.execute(each.values(processed_at=func.now())) for each in (good, bad)]
    processed, failed = (cast("CursorResult[Any]", each).rowcount for each in settled)
    return processed, failed


async def list_unmeasured(session: Session, limit: int) -> list[CastVote]:
    """Return blind votes without style measures whose battle still exists."""
    there = exists().where(Battle.battle_id == Vote.battle_id)
    query = select(*_COLUMNS).where(Vote.style.is_(None), Vote.mode == VoteMode.BATTLE, there).limit(limit)
    return [CastVote(*row) for row in (await session.execute(query)).all()]


async def count_by_facet(session: Session) -> list[FacetCount]:
    """Count all processed votes by facet and pair."""
    blind = Vote.mode == VoteMode.BATTLE
    found: list[FacetCount] = []
    for facet, which in (
        (literal("overall"), blind),
        (literal("side_by_side"), Vote.mode == VoteMode.SIDE_BY_SIDE),
        (literal("usage"), Vote.mode == VoteMode.USAGE),
        (literal("language:") + Vote.language, blind & Vote.language.is_not(None)),
        (literal("category:") + as_type(func.unnest(Vote.categories), String), blind),
    ):
        found += [FacetCount._make(row) for row in await _count(session, [facet], which)]
    return found


async def count_by_day(session: Session, since: date) -> list[DayCount]:
    """Count the blind votes since a day, by day and pair."""
    midnight = func.timezone("UTC", as_type(literal(since), DateTime))
    day = as_type(func.timezone("UTC", Vote.created_at), Date)
    rows = await _count(
        session, [literal("overall"), day], (Vote.mode == VoteMode.BATTLE) & (Vote.created_at >= midnight)
    )
    return [DayCount._make(row) for row in rows]


async def _count(
    session: Session, keys: Sequence[ColumnElement[Any]], which: ColumnElement[bool]
) -> Sequence[Row[Any]]:
    # Compare ids by code point, as Python does, and not by the collation of the database.
    left, right = Vote.left_model_id.collate("C"), Vote.right_model_id.collate("C")
    in_order = left < right
    first_won = case((in_order, VoteWord.LEFT_BETTER.value), else_=VoteWord.RIGHT_BETTER.value)
    second_won = case((in_order, VoteWord.RIGHT_BETTER.value), else_=VoteWord.LEFT_BETTER.value)
    inner = (
        select(
            *(key.label(f"key{number}") for number, key in enumerate(keys)),
            case((in_order, left), else_=right).label("a"),
            case((in_order, right), else_=left).label("b"),
            (Vote.vote == first_won).label("won"),
            (Vote.vote == second_won).label("lost"),
            (Vote.vote == VoteWord.TIE).label("tied"),
            (Vote.vote == VoteWord.BOTH_BAD).label("bad"),
        )
        .where(Vote.counted, Vote.processing_status == PROCESSED, which)
        .subquery()
    )
    columns = inner.c
    by = [*(columns[f"key{number}"] for number in range(len(keys))), columns.a, columns.b]
    numbers = [func.count().filter(column) for column in (columns.won, columns.lost, columns.tied, columns.bad)]
    return (await session.execute(select(*by, *numbers).group_by(*by).order_by(*by))).all()


class OrderedVote(NamedTuple):
    left_model_id: str
    right_model_id: str
    vote: str
    created_at: datetime
    vote_id: UUID


async def list_in_order(
    session: Session, after: tuple[datetime, UUID] | None = None
) -> AsyncIterator[list[OrderedVote]]:
    """Yield the blind votes that count in parts, oldest first."""
    query = select(*(getattr(Vote, name) for name in OrderedVote._fields)).where(*_BLIND).order_by(*_ORDER)
    if after is not None:
        query = query.where(tuple_(Vote.created_at, Vote.vote_id) > after)
    rows = await session.stream(query.execution_options(yield_per=_AT_ONCE))
    async for part in rows.partitions():
        yield [OrderedVote(*row) for row in part]


class StyledVote(NamedTuple):
    left_model_id: str
    right_model_id: str
    vote: str
    style: list[int]
    categories: list[str]


async def list_styled(session: Session) -> AsyncIterator[list[StyledVote]]:
    """Yield the blind votes that count and have style measures, in parts."""
    query = (
        select(*(getattr(Vote, name) for name in StyledVote._fields))
        .where(*_BLIND, Vote.style.is_not(None))
        .order_by(*_ORDER)
    )
    rows = await session.stream(query.execution_options(yield_per=_AT_ONCE))
    async for part in rows.partitions():
        yield [StyledVote(*row) for row in part]


async def count_excluded(session: Session) -> int:
    query = select(func.count()).select_from(Vote).where(Vote.would_count.is_not(None))
    return (await session.execute(query)).scalar_one()


async def count_by_voter(session: Session, voter: str, since: datetime | None) -> list[tuple[str, str, str, int]]:
    """Count the blind votes of one voter by pair and verdict, also those that the site does not count."""
    query = (
        select(Vote.left_model_id, Vote.right_model_id, Vote.vote, func.count())
        .where(Vote.voter == voter, Vote.mode == VoteMode.BATTLE)
        .group_by(Vote.left_model_id, Vote.right_model_id, Vote.vote)
    )
    if since is not None:
        query = query.where(Vote.created_at > since)
    return [(row[0], row[1], row[2], row[3]) for row in (await session.execute(query)).all()]


async def get_reset(session: Session, owner: str) -> BoardReset | None:
    return await session.get(BoardReset, owner)


async def add_reset(session: Session, owner: str) -> None:
    statement = insert(BoardReset).values(owner=owner)
    again = {"previous": BoardReset.reset_at, "reset_at": func.now()}
    await session.execute(statement.on_conflict_do_update(index_elements=["owner"], set_=again))


async def update_reset_to_previous(session: Session, owner: str) -> None:
    mine = BoardReset.owner == owner
    await session.execute(delete(BoardReset).where(mine, BoardReset.previous.is_(None)))
    await session.execute(update(BoardReset).where(mine).values(reset_at=BoardReset.previous, previous=None))

"""The queries that count votes."""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Any, LiteralString, NamedTuple, TypeAlias, cast
from uuid import UUID

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import (
    ColumnElement,
    CursorResult,
    DateTime,
    Select,
    String,
    case,
    column,
    delete,
    exists,
    func,
    literal,
    or_,
    select,
    table,
    text,
    update,
)
from sqlalchemy import cast as as_type
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.types import Date

from llmbattler.core.db import Session, raw_connection, run_statement
from llmbattler.ratings.differences.service import COUNTED
from llmbattler.ratings.service.vote_counts import DayCount, FacetCount

from ..models import Battle, BoardReset, Vote, VoteMode, VoteRecount, VoteWord

PENDING, PROCESSED, FAILED = "pending", "processed", "failed"
Window: TypeAlias = tuple[datetime, datetime]
"""A time, and the end before which it stops."""
_VOTES = 20_000
"""Votes read at a time, about. While they are decoded, the process does nothing else."""
_DAYS = 30
"""Days read at a time, at most."""


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


async def lock_snapshot(session: Session) -> None:
    """Use one snapshot of the database for this unit of work. Call it before any query."""
    await session.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))


# Votes that somebody else changes now, such as a recount, are counted the next time.
_LIST_PENDING = f"""
SELECT {", ".join(CastVote._fields)} FROM votes WHERE processing_status = '{PENDING}'
ORDER BY created_at, vote_id LIMIT %(limit)s FOR UPDATE SKIP LOCKED
"""  # noqa: S608 - constants only


async def list_pending(session: Session, limit: int) -> list[CastVote]:
    return [CastVote._make(row) for row in await run_statement(session, _LIST_PENDING, {"limit": limit})]


_LIST_CONVERSATIONS = "SELECT battle_id, conversation::text FROM battles WHERE battle_id = ANY (%(ids)s)"


async def list_conversations(session: Session, battle_ids: Sequence[UUID]) -> dict[UUID, str]:
    """Return conversations as JSON, for `conversation.decode_entries`."""
    return dict(await run_statement(session, _LIST_CONVERSATIONS, {"ids": list(battle_ids)}))


_UPDATE_STYLES = """
UPDATE votes SET style = given.style::int[]
FROM unnest(%(ids)s::uuid[], %(styles)s::text[]) AS given (vote_id, style) WHERE votes.vote_id = given.vote_id
"""


async def update_styles(session: Session, styles: Mapping[UUID, list[int]]) -> None:
    if styles:
        written = [f"{{{','.join(map(str, style))}}}" for style in styles.values()]
        await run_statement(session, _UPDATE_STYLES, {"ids": list(styles), "styles": written})


_UPDATE_PROCESSED = f"""
UPDATE votes SET processing_status = '{PROCESSED}', processed_at = now(), error_message = NULL
WHERE vote_id = ANY (%(ids)s)
"""  # noqa: S608 - constants only


async def update_processed(session: Session, vote_ids: Sequence[UUID]) -> None:
    await run_statement(session, _UPDATE_PROCESSED, {"ids": list(vote_ids)})


async def update_failed(session: Session, reasons: Mapping[UUID, str]) -> None:
    for vote_id, reason in reasons.items():
        await session.execute(
            update(Vote)
            .where(Vote.vote_id == vote_id)
            .values(processing_status=FAILED, processed_at=func.now(), error_message=reason)
        )


async def update_unprocessed(session: Session, *, reason: str, older_than: timedelta = timedelta(0)) -> tuple[int, int]:
    """Update failed votes, and pending ones of this age. Return how many can be counted, and how many cannot be read.

    Whoever counts new votes would wait for this unit of work if it changed them too.
    """
    late = Vote.created_at <= func.now() - older_than
    waiting = or_(Vote.processing_status == FAILED, (Vote.processing_status == PENDING) & late)
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


async def list_windows(session: Session, days: int) -> list[Window]:
    """Divide the time of all votes into windows of this many days, oldest first."""
    bounds = (await session.execute(select(func.min(Vote.created_at), func.max(Vote.created_at)))).one()
    start: datetime | None = bounds[0]
    windows: list[Window] = []
    while start is not None and start <= bounds[1]:
        windows.append((start, start + timedelta(days=days)))
        start += timedelta(days=days)
    return windows


async def count_by_facet(session: Session) -> list[FacetCount]:
    """Count all processed votes by facet and pair."""
    found: list[FacetCount] = []
    for facet, which in _facets():
        rows = (await session.execute(_count([facet], which))).all()
        found += [FacetCount._make(row) for row in rows]
    return found


async def add_counted(session: Session, window: Window) -> None:
    """Count the processed votes of a window by facet and pair, into the table that `ratings` compares."""
    for facet, which in _facets():
        within = (Vote.created_at >= window[0]) & (Vote.created_at < window[1])
        query = _count([facet, literal(None, Date)], which & within)
        await session.execute(_COUNTED.insert().from_select(_COUNTED_COLUMNS, query))


async def add_counted_days(session: Session, since: date) -> None:
    await session.execute(_COUNTED.insert().from_select(_COUNTED_COLUMNS, _count_days(since)))


_COUNTED_COLUMNS = ["facet", "day", "model_a", "model_b", "wins_a", "wins_b", "ties", "both_bad"]
_COUNTED = table(COUNTED, *map(column, _COUNTED_COLUMNS))


def _facets() -> list[tuple[ColumnElement[Any], ColumnElement[bool]]]:
    blind = Vote.mode == VoteMode.BATTLE
    return [
        (literal("overall"), blind),
        (literal("side_by_side"), Vote.mode == VoteMode.SIDE_BY_SIDE),
        (literal("usage"), Vote.mode == VoteMode.USAGE),
        (literal("language:") + Vote.language, blind & Vote.language.is_not(None)),
        (literal("category:") + as_type(func.unnest(Vote.categories), String), blind),
    ]


async def count_by_day(session: Session, since: date) -> list[DayCount]:
    """Count the blind votes since a day, by day and pair."""
    return [DayCount._make(row) for row in (await session.execute(_count_days(since))).all()]


def _count_days(since: date) -> Select[Any]:
    midnight = func.timezone("UTC", as_type(literal(since), DateTime))
    day = as_type(func.timezone("UTC", Vote.created_at), Date)
    return _count([literal("overall"), day], (Vote.mode == VoteMode.BATTLE) & (Vote.created_at >= midnight))


def _count(keys: Sequence[ColumnElement[Any]], which: ColumnElement[bool]) -> Select[Any]:
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
    return select(*by, *numbers).group_by(*by).order_by(*by)


class VotePart(NamedTuple):
    """Blind votes that count, as columns, oldest first."""

    left: Sequence[str]
    right: Sequence[str]
    words: Sequence[str]
    last: tuple[datetime, UUID]


class StyledPart(NamedTuple):
    """Blind votes that count and have style measures, as columns, oldest first."""

    left: Sequence[str]
    right: Sequence[str]
    words: Sequence[str]
    styles: NDArray[np.int32]
    """Eight measures of each vote."""
    categories: list[tuple[str, ...]]


_SEPARATOR = "\x1f"
_MEASURES = np.dtype([("header", ">i4", 5), ("measures", [("size", ">i4"), ("number", ">i4")], 8)])
"""An array of eight numbers as PostgreSQL sends it."""
_BEGINNING = (datetime.min.replace(tzinfo=UTC), UUID(int=0))
_END = datetime.max.replace(tzinfo=UTC)
_ORDERED = "ORDER BY created_at, vote_id"
_BLIND = f"""
SELECT array_agg(left_model_id {_ORDERED}), array_agg(right_model_id {_ORDERED}), array_agg(vote::text {_ORDERED}),
       {{more}}
FROM votes
WHERE counted AND mode = 'battle' AND processing_status = 'processed' AND {{only}}
GROUP BY date_trunc('day', created_at, 'UTC') ORDER BY date_trunc('day', created_at, 'UTC')
"""  # noqa: S608 - constants only
_IN_ORDER = _BLIND.format(
    more=f"(array_agg(created_at {_ORDERED}))[count(*)], (array_agg(vote_id {_ORDERED}))[count(*)]",
    only="(created_at, vote_id) > (%(at)s, %(id)s) AND created_at < %(before)s",
)
_STYLED = _BLIND.format(
    more=f"string_agg(array_send(style), '' {_ORDERED}), "
    f"array_agg(array_to_string(categories, '{_SEPARATOR}') {_ORDERED})",
    only="cardinality(style) = 8",
)


async def list_in_order(
    session: Session, after: tuple[datetime, UUID] | None = None, before: datetime | None = None
) -> AsyncIterator[VotePart]:
    """Yield the blind votes that count by day, oldest first."""
    at, vote_id = after or _BEGINNING
    given = {"at": at, "id": vote_id, "before": before or _END}
    async for left, right, words, *last in _list_days(session, _IN_ORDER, given):
        yield VotePart(left, right, words, (last[0], last[1]))


async def list_styled(session: Session) -> AsyncIterator[StyledPart]:
    """Yield the blind votes that count and have style measures, by day."""
    async for left, right, words, sent, categories in _list_days(session, _STYLED, {}):
        styles = np.frombuffer(sent, _MEASURES)["measures"]["number"].astype(np.int32)
        yield StyledPart(left, right, words, styles, [_split(one) for one in categories])


async def _list_days(
    session: Session, query: LiteralString, given: Mapping[str, Any]
) -> AsyncIterator[tuple[Any, ...]]:
    """Yield one row of columns for each day, which is much less work to read than a row for each vote."""
    async with raw_connection(session) as raw, raw.cursor("votes_by_day") as cursor:
        await cursor.execute(query, given, binary=True)
        days = 1
        while rows := await cursor.fetchmany(days):
            for row in rows:
                yield row
            votes = max(1, sum(len(row[0]) for row in rows))
            days = max(1, min(_DAYS, 2 * days, _VOTES * len(rows) // votes))


@lru_cache(maxsize=1024)
def _split(categories: str) -> tuple[str, ...]:
    """Return one object for equal texts, so that whoever groups by it is quick."""
    return tuple(categories.split(_SEPARATOR)) if categories else ()


class Exclusions(NamedTuple):
    """Whether votes were excluded or restored meanwhile: then at least one of the numbers differs."""

    votes: int
    """Excluded now. Processes of version 0.2.0 exclude votes without a recount."""
    changed: int
    """Excluded or restored by recounts, ever."""


async def get_exclusions(session: Session) -> Exclusions:
    votes = select(func.count()).select_from(Vote).where(Vote.would_count.is_not(None)).scalar_subquery()
    changed = select(func.coalesce(func.sum(VoteRecount.done), 0)).scalar_subquery()
    return Exclusions(*(await session.execute(select(votes, changed))).one())


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

"""Queries about counts, boards and their history."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from sqlalchemy import Integer, Row, Select, and_, cast, delete, func, or_, select, text, tuple_, update
from sqlalchemy.dialects.postgresql import JSONB, distinct_on, insert

from llmbattler.core.db import Session, copy_rows, run_statement

from .boards import HUMAN, OVERALL, BoardKind
from .estimation.counts import CountColumns, CountRow, FacetRow
from .models import Board, ModelStats, ModelStatsHistory, OnlineElo, PairCount, PairTotal, WorkerStatus

IMPORTED = f"{BoardKind.IMPORTED}:"
RATINGS_LOCK = 7_265_104
_KEYS = ("source", "facet", "model_a", "model_b")
_COUNTS = ("wins_a", "wins_b", "ties", "both_bad")


async def lock_ratings(session: Session) -> None:
    """Serialize changes of counts and boards; released with the transaction."""
    await session.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": RATINGS_LOCK})


_ADD_COUNTS = """
INSERT INTO {table} (source, {keys}, wins_a, wins_b, ties, both_bad)
SELECT %(source)s, * FROM unnest({types}, %(wins_a)s::int[], %(wins_b)s::int[], %(ties)s::int[], %(both_bad)s::int[])
ON CONFLICT (source, {keys}) DO UPDATE
SET wins_a = {table}.wins_a + excluded.wins_a, wins_b = {table}.wins_b + excluded.wins_b,
    ties = {table}.ties + excluded.ties, both_bad = {table}.both_bad + excluded.both_bad
"""
_DAY_COLUMNS = ("facet", "day", "model_a", "model_b", *_COUNTS)
_ADD_DAY_COUNTS = _ADD_COUNTS.format(
    table="pair_counts",
    keys="facet, day, model_a, model_b",
    types="%(facet)s::text[], %(day)s::date[], %(model_a)s::text[], %(model_b)s::text[]",
)
_TOTAL_COLUMNS = ("facet", "model_a", "model_b", *_COUNTS)
_ADD_TOTALS = _ADD_COUNTS.format(
    table="pair_totals",
    keys="facet, model_a, model_b",
    types="%(facet)s::text[], %(model_a)s::text[], %(model_b)s::text[]",
)


async def add_day_counts(session: Session, source: str, rows: Iterable[Sequence[str | int | date]]) -> None:
    """Rows of facet, day, both models and four numbers, which are added; they may be negative."""
    if columns := list(zip(*rows, strict=True)):
        given = dict(zip(_DAY_COLUMNS, map(list, columns), strict=True))
        await run_statement(session, _ADD_DAY_COUNTS, {"source": source, **given})


async def add_totals(session: Session, source: str, rows: Iterable[Sequence[str | int]]) -> None:
    """Rows of facet, both models and four numbers, which are added; they may be negative."""
    if columns := list(zip(*rows, strict=True)):
        given = dict(zip(_TOTAL_COLUMNS, map(list, columns), strict=True))
        await run_statement(session, _ADD_TOTALS, {"source": source, **given})


async def update_totals(session: Session, source: str, rows: Iterable[Sequence[str | int]]) -> None:
    """Rows of facet, both models and four numbers."""
    await session.execute(delete(PairTotal).where(PairTotal.source == source))
    await copy_rows(session, PairTotal, ["source", *_TOTAL_COLUMNS], ((source, *row) for row in rows))


async def update_days(session: Session, source: str, rows: Iterable[Sequence[str | int | date]]) -> None:
    """Rows of facet, day, both models and four numbers."""
    await session.execute(delete(PairCount).where(PairCount.source == source))
    await copy_rows(session, PairCount, ["source", *_DAY_COLUMNS], ((source, *row) for row in rows))


async def list_days(session: Session, source: str, since: date) -> Sequence[Row[Any]]:
    columns = [getattr(PairCount, name) for name in _DAY_COLUMNS]
    query = select(*columns).where(PairCount.source == source, PairCount.day >= since)
    return (await session.execute(query)).all()


async def delete_empty_counts(session: Session, source: str) -> None:
    """Delete rows without votes, which a recount would not have."""
    for table in (PairTotal, PairCount):
        none = and_(*(getattr(table, name) == 0 for name in _COUNTS))
        await session.execute(delete(table).where(table.source == source, none))


async def delete_days(session: Session, before: date) -> None:
    await session.execute(delete(PairCount).where(PairCount.day < before))


def _totals(before: date | None) -> Select[Any]:
    """All votes by source, facet and pair; those of a day and later ones can be left out.

    Days are kept apart only for the overall facet, so what else people and judges said is left out as a whole then.
    """
    keys = [getattr(PairTotal, name) for name in _KEYS]
    if before is None:
        return select(*keys, *(getattr(PairTotal, name) for name in _COUNTS))
    days = [getattr(PairCount, name) for name in _KEYS]
    sums = [func.sum(getattr(PairCount, name)).label(name) for name in _COUNTS]
    late = select(*days, *sums).where(PairCount.day >= before).group_by(*days).subquery()
    left = [(getattr(PairTotal, name) - func.coalesce(late.c[name], 0)).cast(Integer).label(name) for name in _COUNTS]
    same = [getattr(PairTotal, name) == late.c[name] for name in _KEYS]
    dated = and_(PairTotal.source == HUMAN, PairTotal.facet == OVERALL)
    return select(*keys, *left).outerjoin(late, and_(*same)).where(or_(dated, PairTotal.source.startswith(IMPORTED)))


async def list_counts(session: Session, source: str, facet: str, before: date | None = None) -> list[CountRow]:
    """All votes of a facet, by pair."""
    query = _totals(before).where(PairTotal.source == source, PairTotal.facet == facet)
    return [CountRow(*row[2:]) for row in (await session.execute(query)).all()]


_ARRAYS = ", ".join(f"array_agg({name})" for name in ("model_a", "model_b", *_COUNTS))
_COUNT_COLUMNS = f"SELECT {_ARRAYS} FROM pair_totals WHERE source = %(source)s AND facet = %(facet)s"  # noqa: S608
_COUNT_COLUMNS_SINCE = f"""
SELECT {_ARRAYS} FROM (
    SELECT model_a, model_b, sum(wins_a)::int AS wins_a, sum(wins_b)::int AS wins_b, sum(ties)::int AS ties,
           sum(both_bad)::int AS both_bad
    FROM pair_counts
    WHERE source = %(source)s AND facet = %(facet)s AND day >= %(since)s
      AND (%(before)s::date IS NULL OR day < %(before)s::date)
    GROUP BY model_a, model_b) AS summed
"""  # noqa: S608 - constants only


async def list_count_columns(session: Session, source: str, facet: str) -> CountColumns:
    """All votes of a facet, by pair, as columns: every count of votes reads thousands of them."""
    rows = await run_statement(session, _COUNT_COLUMNS, {"source": source, "facet": facet})
    return CountColumns(*(column or [] for column in rows[0]))


async def list_counts_since(
    session: Session, source: str, facet: str, day: date, before: date | None = None
) -> CountColumns:
    given = {"source": source, "facet": facet, "since": day, "before": before}
    rows = await run_statement(session, _COUNT_COLUMNS_SINCE, given)
    return CountColumns(*(column or [] for column in rows[0]))


async def list_facets(session: Session, source: str) -> Sequence[str]:
    query = select(PairTotal.facet).where(PairTotal.source == source).distinct().order_by(PairTotal.facet)
    return (await session.execute(query)).scalars().all()


async def list_pair(session: Session, a: str, b: str, before: date | None = None) -> list[FacetRow]:
    """The votes between two models, of all sources and facets."""
    first, second = sorted((a, b))
    query = _totals(before).where(PairTotal.model_a == first, PairTotal.model_b == second)
    return _met(await session.execute(query))


async def list_opponents(
    session: Session, source: str, facet: str, model_id: str, before: date | None = None
) -> list[FacetRow]:
    here = (PairTotal.source == source, PairTotal.facet == facet)
    query = _totals(before).where(*here, (PairTotal.model_a == model_id) | (PairTotal.model_b == model_id))
    return _met(await session.execute(query))


def _met(rows: Iterable[Sequence[Any]]) -> list[FacetRow]:
    found = [FacetRow(row[0], row[1], CountRow(*row[2:])) for row in rows]
    return [row for row in found if any(row.counts[2:])]


# Facts that are computed less often than the board stay until they are computed again.
_UPDATE_BOARD = """
WITH given AS (
    SELECT model_id, given.*
    FROM jsonb_each(%(rows)s::jsonb) AS every (model_id, stats), jsonb_to_record(stats) AS given (
        rating float8, ci_low float8, ci_high float8, rank int, rank_low int, rank_high int,
        wins int, losses int, ties int, both_bad int)
), written AS (
    INSERT INTO boards (board, total_votes, facts, updated_at)
    VALUES (%(board)s, %(total_votes)s, %(facts)s::jsonb, now())
    ON CONFLICT (board) DO UPDATE
    SET total_votes = excluded.total_votes, facts = boards.facts || excluded.facts, updated_at = now()
    RETURNING facts
), remembered AS (
    INSERT INTO model_stats_history (board, at, total_votes, rows, facts)
    SELECT %(board)s, %(at)s, %(total_votes)s, %(rows)s::jsonb, facts FROM written
    ON CONFLICT (board, at) DO UPDATE
    SET total_votes = excluded.total_votes, rows = excluded.rows, facts = excluded.facts
), gone AS (
    DELETE FROM model_stats WHERE board = %(board)s AND model_id NOT IN (SELECT model_id FROM given)
)
INSERT INTO model_stats
    (board, model_id, rating, ci_low, ci_high, rank, rank_low, rank_high, wins, losses, ties, both_bad)
SELECT %(board)s, given.* FROM given
ON CONFLICT (board, model_id) DO UPDATE
SET rating = excluded.rating, ci_low = excluded.ci_low, ci_high = excluded.ci_high, rank = excluded.rank,
    rank_low = excluded.rank_low, rank_high = excluded.rank_high, wins = excluded.wins, losses = excluded.losses,
    ties = excluded.ties, both_bad = excluded.both_bad
"""


async def update_board(
    session: Session,
    *,
    board: str,
    total_votes: int,
    facts: Mapping[str, Any],
    rows: Mapping[str, Mapping[str, Any]],
    at: datetime,
) -> None:
    """Replace a board and its snapshot of this minute, in one statement. Rows are the values by model."""
    given = {"board": board, "total_votes": total_votes, "at": at}
    texts = {"facts": msgspec.json.encode(facts).decode(), "rows": msgspec.json.encode(rows).decode()}
    await run_statement(session, _UPDATE_BOARD, {**given, **texts})


async def delete_board(session: Session, board: str) -> None:
    await session.execute(delete(ModelStats).where(ModelStats.board == board))
    await session.execute(delete(Board).where(Board.board == board))


async def update_facts(session: Session, board: str, facts: Mapping[str, Any]) -> None:
    merged = Board.facts.op("||")(cast(dict(facts), JSONB))
    await session.execute(update(Board).where(Board.board == board).values(facts=merged))


async def get_board(session: Session, board: str) -> Board | None:
    return (await session.execute(select(Board).where(Board.board == board))).scalar_one_or_none()


async def list_board_totals(session: Session, at: datetime | None = None) -> list[tuple[str, int]]:
    """Return the number of votes of each board, now or at a past time."""
    query = select(Board.board, Board.total_votes).order_by(Board.board)
    if at is not None:
        query = (
            select(ModelStatsHistory.board, ModelStatsHistory.total_votes)
            .where(ModelStatsHistory.at <= at)
            .ext(distinct_on(ModelStatsHistory.board))
            .order_by(ModelStatsHistory.board, ModelStatsHistory.at.desc())
        )
    return [(row[0], row[1]) for row in await session.execute(query) if row[1]]


async def list_stats(session: Session, board: str) -> Sequence[ModelStats]:
    query = select(ModelStats).where(ModelStats.board == board).order_by(ModelStats.model_id)
    return (await session.execute(query)).scalars().all()


@dataclass(frozen=True, slots=True)
class RevealedRow:
    """The values of a model that are shown with the reveal. A model without votes has none."""

    rating: float | None
    ci_low: float | None
    ci_high: float | None
    rank: int | None
    votes: int | None
    elo: float | None


REVEALED = f"""
SELECT wanted.model_id, rating, ci_low, ci_high, rank, wins + losses + ties + both_bad AS votes,
       (ratings ->> wanted.model_id)::float8 AS elo
FROM unnest(%(models)s::text[]) AS wanted (model_id)
LEFT JOIN model_stats ON board = '{OVERALL}' AND model_stats.model_id = wanted.model_id
LEFT JOIN (SELECT ratings FROM online_elo ORDER BY voted_at DESC, vote_id DESC LIMIT 1) AS newest ON true
"""  # noqa: S608 - constants only
"""Models of the overall board with their current online Elo: an id and a `RevealedRow`. Part of each vote."""


async def list_stats_of_models(session: Session, model_ids: Sequence[str]) -> Sequence[ModelStats]:
    query = select(ModelStats).where(ModelStats.model_id.in_(model_ids)).order_by(ModelStats.board)
    return (await session.execute(query)).scalars().all()


async def add_snapshot(
    session: Session, *, board: str, total_votes: int, rows: Mapping[str, Any], facts: Mapping[str, Any], at: datetime
) -> None:
    """Add or replace the snapshot of this minute."""
    values = {"total_votes": total_votes, "rows": dict(rows), "facts": dict(facts)}
    statement = insert(ModelStatsHistory).values(board=board, at=at, **values)
    await session.execute(statement.on_conflict_do_update(index_elements=["board", "at"], set_=values))


async def list_snapshot_times(
    session: Session, board: str, since: datetime | None, until: datetime
) -> Sequence[datetime]:
    """List the times of the snapshots that have votes, oldest first."""
    table = ModelStatsHistory
    query = select(table.at).where(table.board == board, table.at <= until, table.total_votes > 0).order_by(table.at)
    if since is not None:
        query = query.where(table.at >= since)
    return (await session.execute(query)).scalars().all()


async def list_values(
    session: Session, board: str, times: Sequence[datetime], models: Sequence[str]
) -> list[tuple[datetime, Sequence[dict[str, Any] | None]]]:
    """List the values of these models in the snapshots of these times, oldest first.

    A board has thousands of snapshots of all its models; no more of them is read than is wanted.
    """
    table = ModelStatsHistory
    wanted = [table.rows[model] for model in models]
    query = select(table.at, *wanted).where(table.board == board, table.at.in_(times)).order_by(table.at)
    return [(row[0], row[1:]) for row in await session.execute(query)]


async def get_snapshot(session: Session, board: str, at: datetime) -> ModelStatsHistory | None:
    """Return the newest snapshot at or before this time."""
    query = (
        select(ModelStatsHistory)
        .where(ModelStatsHistory.board == board, ModelStatsHistory.at <= at)
        .order_by(ModelStatsHistory.at.desc())
        .limit(1)
    )
    return (await session.execute(query)).scalar_one_or_none()


async def delete_snapshots(session: Session, *, older_than: timedelta, unit: str) -> None:
    """Keep the last snapshot of each hour or day among those of this age."""
    table = ModelStatsHistory
    ranked = (
        select(
            table.board,
            table.at,
            func.row_number()
            .over(partition_by=(table.board, func.date_trunc(unit, table.at)), order_by=table.at.desc())
            .label("place"),
        )
        .where(table.at < func.now() - older_than)
        .subquery()
    )
    gone = select(ranked.c.board, ranked.c.at).where(ranked.c.place > 1)
    await session.execute(delete(table).where(tuple_(table.board, table.at).in_(gone)))


class EloMark(NamedTuple):
    """The ratings after a vote."""

    voted_at: datetime
    vote_id: UUID
    ratings: dict[str, float]


_NEWEST_ELO = """
SELECT voted_at, vote_id, ratings::text FROM online_elo
WHERE %(voted_at)s::timestamptz IS NULL OR (voted_at, vote_id) < (%(voted_at)s, %(vote_id)s)
ORDER BY voted_at DESC, vote_id DESC LIMIT 1
"""
_DELETE_ELO_AFTER = """
DELETE FROM online_elo WHERE %(voted_at)s::timestamptz IS NULL OR (voted_at, vote_id) > (%(voted_at)s, %(vote_id)s)
"""
# Old marks except this one are deleted: votes are late by seconds only.
_ADD_ELO = """
WITH old AS (DELETE FROM online_elo WHERE voted_at < now() - %(older_than)s AND voted_at < %(voted_at)s)
INSERT INTO online_elo (voted_at, vote_id, ratings) VALUES (%(voted_at)s, %(vote_id)s, %(ratings)s::jsonb)
"""


async def get_newest_elo(
    session: Session, voted_at: datetime | None = None, vote_id: UUID | None = None
) -> EloMark | None:
    """The newest mark before this vote, or of all."""
    rows = await run_statement(session, _NEWEST_ELO, {"voted_at": voted_at, "vote_id": vote_id})
    return EloMark(rows[0][0], rows[0][1], msgspec.json.decode(rows[0][2])) if rows else None


async def update_elo_after(
    session: Session, *, after: tuple[datetime, UUID] | None, mark: EloMark, older_than: timedelta
) -> None:
    """Replace the marks after a replayed vote, and delete old ones."""
    last, last_id = after or (None, None)
    await run_statement(session, _DELETE_ELO_AFTER, {"voted_at": last, "vote_id": last_id})
    values = {**mark._asdict(), "ratings": msgspec.json.encode(mark.ratings).decode(), "older_than": older_than}
    await run_statement(session, _ADD_ELO, values)


async def delete_elo(session: Session) -> None:
    await session.execute(delete(OnlineElo))


async def update_status(session: Session, values: Mapping[str, Any]) -> None:
    statement = insert(WorkerStatus).values(last_run_at=func.now(), **values)
    changed = {**values, "last_run_at": func.now()}
    await session.execute(statement.on_conflict_do_update(index_elements=["worker_name"], set_=changed))


async def update_recovered(session: Session, worker: str, *, failed: str, ok: str) -> None:
    broken = (WorkerStatus.worker_name == worker, WorkerStatus.status == failed)
    await session.execute(
        update(WorkerStatus).where(*broken).values(status=ok, error_message=None, last_run_at=func.now())
    )


async def list_status(session: Session) -> Sequence[WorkerStatus]:
    return (await session.execute(select(WorkerStatus).order_by(WorkerStatus.worker_name))).scalars().all()

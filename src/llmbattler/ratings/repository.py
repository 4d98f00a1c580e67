"""Queries about counts, boards and their history."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Integer, Row, Select, and_, cast, delete, func, or_, select, text, tuple_, update
from sqlalchemy.dialects.postgresql import JSONB, distinct_on, insert

from llmbattler.core.db import Session, copy_rows

from .boards import HUMAN, OVERALL, BoardKind
from .estimation.counts import CountRow, FacetRow
from .models import Board, ModelStats, ModelStatsHistory, OnlineElo, PairCount, PairTotal, WorkerStatus

IMPORTED = f"{BoardKind.IMPORTED}:"
RATINGS_LOCK = 7_265_104
_KEYS = ("source", "facet", "model_a", "model_b")
_COUNTS = ("wins_a", "wins_b", "ties", "both_bad")


async def lock_ratings(session: Session) -> None:
    """Serialize changes of counts and boards; released with the transaction."""
    await session.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": RATINGS_LOCK})


async def add_day_counts(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    await _add_counts(session, PairCount, rows, ["source", "facet", "day", "model_a", "model_b"])


async def add_totals(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    await _add_counts(session, PairTotal, rows, ["source", "facet", "model_a", "model_b"])


async def _add_counts(
    session: Session, table: type[PairCount | PairTotal], rows: Sequence[Mapping[str, Any]], keys: list[str]
) -> None:
    if not rows:
        return
    statement = insert(table)
    added = {name: getattr(table, name) + getattr(statement.excluded, name) for name in _COUNTS}
    await session.execute(statement.on_conflict_do_update(index_elements=keys, set_=added), rows)


async def update_totals(session: Session, source: str, rows: Iterable[Sequence[str | int]]) -> None:
    """Rows of facet, both models and four numbers."""
    await session.execute(delete(PairTotal).where(PairTotal.source == source))
    columns = ["source", "facet", "model_a", "model_b", *_COUNTS]
    await copy_rows(session, PairTotal, columns, ((source, *row) for row in rows))


async def update_days(session: Session, source: str, rows: Iterable[Sequence[str | int | date]]) -> None:
    """Rows of facet, day, both models and four numbers."""
    await session.execute(delete(PairCount).where(PairCount.source == source))
    columns = ["source", "facet", "day", "model_a", "model_b", *_COUNTS]
    await copy_rows(session, PairCount, columns, ((source, *row) for row in rows))


async def list_totals(session: Session, source: str) -> Sequence[Row[Any]]:
    columns = [getattr(PairTotal, name) for name in ("facet", "model_a", "model_b", *_COUNTS)]
    return (await session.execute(select(*columns).where(PairTotal.source == source))).all()


async def list_days(session: Session, source: str, since: date) -> Sequence[Row[Any]]:
    columns = [getattr(PairCount, name) for name in ("facet", "day", "model_a", "model_b", *_COUNTS)]
    query = select(*columns).where(PairCount.source == source, PairCount.day >= since)
    return (await session.execute(query)).all()


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


async def list_counts_since(
    session: Session, source: str, facet: str, day: date, before: date | None = None
) -> list[CountRow]:
    table = PairCount
    sums = [func.sum(getattr(table, name)) for name in _COUNTS]
    query = (
        select(table.model_a, table.model_b, *sums)
        .where(table.source == source, table.facet == facet, table.day >= day)
        .group_by(table.model_a, table.model_b)
    )
    if before is not None:
        query = query.where(table.day < before)
    return [CountRow(row[0], row[1], *(int(number) for number in row[2:])) for row in await session.execute(query)]


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


async def update_board(
    session: Session, *, board: str, total_votes: int, facts: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]
) -> Mapping[str, Any]:
    """Replace a board, or delete it when it has no rows. Returns all its facts."""
    await session.execute(delete(ModelStats).where(ModelStats.board == board))
    if not rows:
        await session.execute(delete(Board).where(Board.board == board))
        return facts
    values = {"total_votes": total_votes, "facts": dict(facts), "updated_at": func.now()}
    statement = insert(Board).values(board=board, **values)
    # Facts that are computed less often than the board stay until they are computed again.
    changed = {**values, "facts": Board.facts.op("||")(statement.excluded.facts)}
    written = statement.on_conflict_do_update(index_elements=["board"], set_=changed).returning(Board.facts)
    known: Mapping[str, Any] = (await session.execute(written)).scalar_one()
    await copy_rows(session, ModelStats, ["board", *rows[0]], ([board, *row.values()] for row in rows))
    return known


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


async def list_stats_on(session: Session, board: str, model_ids: Sequence[str]) -> Sequence[ModelStats]:
    query = select(ModelStats).where(ModelStats.board == board, ModelStats.model_id.in_(model_ids))
    return (await session.execute(query)).scalars().all()


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


async def get_elo_before(session: Session, voted_at: datetime, vote_id: UUID) -> OnlineElo | None:
    """The newest mark before this vote."""
    query = (
        select(OnlineElo)
        .where(tuple_(OnlineElo.voted_at, OnlineElo.vote_id) < (voted_at, vote_id))
        .order_by(OnlineElo.voted_at.desc(), OnlineElo.vote_id.desc())
        .limit(1)
    )
    return (await session.execute(query)).scalar_one_or_none()


async def get_latest_elo(session: Session) -> OnlineElo | None:
    query = select(OnlineElo).order_by(OnlineElo.voted_at.desc(), OnlineElo.vote_id.desc()).limit(1)
    return (await session.execute(query)).scalar_one_or_none()


async def get_latest_elo_of(session: Session, models: Sequence[str]) -> list[float | None]:
    wanted = [OnlineElo.ratings[model].as_float() for model in models]
    query = select(*wanted).order_by(OnlineElo.voted_at.desc(), OnlineElo.vote_id.desc()).limit(1)
    row = (await session.execute(query)).one_or_none()
    return [None] * len(models) if row is None else list(row)


async def update_elo_after(
    session: Session,
    *,
    after: tuple[datetime, UUID] | None,
    voted_at: datetime,
    vote_id: UUID,
    ratings: dict[str, float],
) -> None:
    """Replace the marks after a replayed vote."""
    gone = delete(OnlineElo)
    if after is not None:
        gone = gone.where(tuple_(OnlineElo.voted_at, OnlineElo.vote_id) > after)
    await session.execute(gone)
    session.add(OnlineElo(voted_at=voted_at, vote_id=vote_id, ratings=ratings))
    await session.flush()


async def delete_old_elo(session: Session, older_than: timedelta) -> None:
    """Delete old marks except the newest: votes are late by seconds only."""
    newest = select(func.max(OnlineElo.voted_at)).scalar_subquery()
    await session.execute(
        delete(OnlineElo).where(OnlineElo.voted_at < func.now() - older_than, OnlineElo.voted_at < newest)
    )


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

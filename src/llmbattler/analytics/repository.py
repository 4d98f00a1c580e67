"""Queries over the tables of all slices."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Literal

from sqlalchemy import (
    ColumnElement,
    FromClause,
    RowMapping,
    Subquery,
    column,
    func,
    literal_column,
    null,
    select,
    table,
    text,
    union_all,
)
from sqlalchemy.orm import DeclarativeBase

from llmbattler.accounts.models import Account, AccountKind
from llmbattler.arena.models import Battle, Status, Suspect
from llmbattler.arena.moderation.models import Flagged
from llmbattler.catalog.alerts.models import Alert
from llmbattler.catalog.budgets.models import Budget, BudgetScope
from llmbattler.core.db import Session
from llmbattler.core.manifests import RowSource
from llmbattler.ratings.models import WorkerStatus

Span = Literal["hour", "day"]

# Calls with members' own keys are left out: their money and their failures.
_MODEL_ACTIVITY = """
SELECT models.model_id, models.name, models.status,
    count(calls.call_id) AS calls,
    count(calls.call_id) FILTER (WHERE calls.outcome NOT IN ('ok', 'cancelled')) AS failures,
    percentile_cont(0.5) WITHIN GROUP (ORDER BY calls.first_token_ms) AS first_token_ms,
    coalesce(sum(calls.cost_micro_usd), 0)::bigint AS spent_micro_usd,
    coalesce((
        SELECT state FROM model_health WHERE model_health.model_id = models.model_id
        ORDER BY changed_at DESC LIMIT 1
    ), 'unknown') AS health
FROM models LEFT JOIN model_calls AS calls
    ON calls.model_id = models.model_id AND calls.created_at > now() - interval '24 hours' AND NOT calls.own_key
WHERE models.status <> 'retired'
GROUP BY models.model_id ORDER BY count(calls.call_id) DESC, models.name
"""
_SPEND = """
SELECT days.day::date AS day, coalesce(sum(calls.cost_micro_usd), 0)::bigint AS spent_micro_usd
FROM generate_series(
    date_trunc('day', now() AT TIME ZONE 'UTC') - interval '29 days', now() AT TIME ZONE 'UTC', interval '1 day'
) AS days(day)
LEFT JOIN model_calls AS calls ON calls.created_at >= days.day AT TIME ZONE 'UTC'
    AND calls.created_at < (days.day + interval '1 day') AT TIME ZONE 'UTC' AND NOT calls.own_key
GROUP BY 1 ORDER BY 1
"""
_QUEUE = """
SELECT count(*) FILTER (WHERE status = 'todo') AS waiting, count(*) FILTER (WHERE status = 'doing') AS running,
    count(*) FILTER (WHERE status = 'failed') AS failed, (
        SELECT min(events.at) FROM procrastinate_events AS events
        JOIN procrastinate_jobs AS jobs ON jobs.id = events.job_id
        WHERE jobs.status = 'todo' AND events.type = 'deferred'
    ) AS oldest_waiting_at
FROM procrastinate_jobs
"""
RECENT_MINUTES = 5
_MEASUREMENTS = f"""
SELECT 'jobs' AS name, ARRAY[queue_name, status::text] AS labels, count(*) AS value
FROM procrastinate_jobs GROUP BY queue_name, status
UNION ALL SELECT 'runs', ARRAY[status], count(*) FROM bench_runs GROUP BY status
UNION ALL SELECT 'recent_votes', '{{}}', count(*) FROM votes
    WHERE created_at > now() - interval '{RECENT_MINUTES} minutes'
UNION ALL SELECT 'pending_votes', '{{}}', count(*) FROM votes WHERE processing_status = 'pending'
UNION ALL SELECT 'recent_calls', ARRAY[purpose, outcome], count(*) FROM model_calls
    WHERE created_at > now() - interval '{RECENT_MINUTES} minutes' GROUP BY purpose, outcome
"""  # noqa: S608 - a constant
_TOTALS = """
SELECT
    (SELECT count(*) FROM battles) AS battles_total,
    (SELECT count(*) FROM votes) AS votes_total,
    (SELECT count(*) FROM votes WHERE processing_status = 'pending') AS votes_pending,
    (SELECT count(*) FROM votes WHERE NOT counted) AS votes_not_counted
"""


async def list_activity(
    session: Session, span: Span, *, hours: int, sources: Collection[RowSource]
) -> Sequence[RowMapping]:
    """Count the rows of each source in each span of time (one column per kind), and the distinct `people` in them."""
    unit: ColumnElement[str] = literal_column(
        f"'{span}'"
    )  # a bound value would make the expressions in SELECT and GROUP BY differ
    now = func.date_trunc(unit, func.now())
    begin = now - func.make_interval(0, 0, 0, 0, hours)
    spans = select(func.generate_series(begin, now, literal_column(f"interval '1 {span}'")).label("at")).cte("spans")
    counts = [_count_by_span(source, unit, begin) for source in sources]
    people = _count_people(sources, unit, begin)
    joined: FromClause = spans
    for part in (*counts, people):
        joined = joined.outerjoin(part, part.c.at == spans.c.at)
    columns = [func.coalesce(part.c.rows, 0).label(source.kind) for source, part in zip(sources, counts, strict=True)]
    query = select(spans.c.at, func.coalesce(people.c.people, 0).label("people"), *columns).select_from(joined)
    return (await session.execute(query.order_by(spans.c.at))).mappings().all()


def _count_by_span(source: RowSource, unit: ColumnElement[str], begin: ColumnElement[datetime]) -> Subquery:
    at: ColumnElement[datetime] = column(source.at)
    query = select(func.date_trunc(unit, at).label("at"), func.count().label("rows")).select_from(table(source.table))
    return query.where(at >= begin).group_by(func.date_trunc(unit, at)).subquery()


def _count_people(sources: Collection[RowSource], unit: ColumnElement[str], begin: ColumnElement[datetime]) -> Subquery:
    nobody = select(begin.label("at"), null().label("who"))
    rows = [
        select(func.date_trunc(unit, column(source.at)), column(source.who))
        .select_from(table(source.table))
        .where(column(source.at) >= begin)
        for source in sources
        if source.who is not None
    ]
    active = union_all(nobody, *rows).subquery()
    return select(active.c.at, func.count(active.c.who.distinct()).label("people")).group_by(active.c.at).subquery()


async def list_measurements(session: Session) -> Sequence[RowMapping]:
    """Return `name`, `labels` and `value` of each figure."""
    return (await session.execute(text(_MEASUREMENTS))).mappings().all()


async def list_model_activity(session: Session) -> Sequence[RowMapping]:
    return (await session.execute(text(_MODEL_ACTIVITY))).mappings().all()


async def list_spend(session: Session) -> Sequence[RowMapping]:
    return (await session.execute(text(_SPEND))).mappings().all()


async def get_queue(session: Session) -> RowMapping:
    return (await session.execute(text(_QUEUE))).mappings().one()


async def get_totals(session: Session) -> RowMapping:
    return (await session.execute(text(_TOTALS))).mappings().one()


async def list_workers(session: Session) -> Sequence[WorkerStatus]:
    return (await session.execute(select(WorkerStatus).order_by(WorkerStatus.worker_name))).scalars().all()


async def count_running(session: Session) -> int:
    return await _count(session, Battle, Battle.status == Status.GENERATING)


async def count_accounts(session: Session) -> tuple[int, int]:
    """Count people with an account, and visitors."""
    people = await _count(session, Account, Account.kind != AccountKind.VISITOR)
    return people, await _count(session, Account, Account.kind == AccountKind.VISITOR)


async def count_open_alerts(session: Session) -> int:
    return await _count(session, Alert, Alert.resolved_at.is_(None), Alert.acknowledged_at.is_(None))


async def find_site_limit(session: Session) -> int | None:
    query = select(Budget.limit_micro_usd).where(Budget.scope == BudgetScope.SITE, Budget.enabled)
    return (await session.execute(query)).scalar_one_or_none()


async def count_open_suspects(session: Session) -> int:
    return await _count(session, Suspect, Suspect.status == "open")


async def count_open_flags(session: Session) -> int:
    return await _count(session, Flagged, Flagged.status == "open")


async def _count(session: Session, table: type[DeclarativeBase], *conditions: ColumnElement[bool]) -> int:
    return (await session.execute(select(func.count()).select_from(table).where(*conditions))).scalar_one()

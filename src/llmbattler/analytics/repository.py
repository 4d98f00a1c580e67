"""Queries over everybody's tables."""

from collections.abc import Sequence
from typing import Literal

from sqlalchemy import ColumnElement, RowMapping, func, select, text
from sqlalchemy.orm import DeclarativeBase

from llmbattler.accounts.models import Account, AccountKind
from llmbattler.arena.models import Battle, Status, Suspect
from llmbattler.arena.moderation.models import Flagged
from llmbattler.catalog.alerts.models import Alert
from llmbattler.catalog.budgets.models import Budget, BudgetScope
from llmbattler.core.db import Session
from llmbattler.ratings.models import WorkerStatus

Span = Literal["hour", "day"]

_ACTIVITY = """
WITH spans AS (
    SELECT generate_series(
        date_trunc(:unit, now()) - make_interval(hours => :hours), date_trunc(:unit, now()), CAST(:step AS interval)
    ) AS at
), started AS (
    SELECT date_trunc(:unit, created_at) AS at, count(*) AS battles FROM battles
    WHERE created_at >= date_trunc(:unit, now()) - make_interval(hours => :hours) GROUP BY 1
), voted AS (
    SELECT date_trunc(:unit, created_at) AS at, count(*) AS votes FROM votes
    WHERE created_at >= date_trunc(:unit, now()) - make_interval(hours => :hours) GROUP BY 1
), active AS (
    SELECT at, count(DISTINCT who) AS people FROM (
        SELECT date_trunc(:unit, created_at) AS at, owner AS who FROM battles
        WHERE created_at >= date_trunc(:unit, now()) - make_interval(hours => :hours)
        UNION ALL
        SELECT date_trunc(:unit, created_at), voter FROM votes
        WHERE created_at >= date_trunc(:unit, now()) - make_interval(hours => :hours)
    ) AS both_kinds GROUP BY 1
)
SELECT spans.at, coalesce(battles, 0) AS battles, coalesce(votes, 0) AS votes, coalesce(people, 0) AS people
FROM spans LEFT JOIN started USING (at) LEFT JOIN voted USING (at) LEFT JOIN active USING (at) ORDER BY spans.at
"""
# Calls with members' own keys are left out: their money and their failures.
_PULSE = """
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
_TOTALS = """
SELECT
    (SELECT count(*) FROM battles) AS battles_total,
    (SELECT count(*) FROM votes) AS votes_total,
    (SELECT count(*) FROM votes WHERE processing_status = 'pending') AS votes_pending,
    (SELECT count(*) FROM votes WHERE NOT counted) AS votes_not_counted
"""


async def list_activity(session: Session, span: Span, *, hours: int) -> Sequence[RowMapping]:
    values = {"unit": span, "step": f"1 {span}", "hours": hours}
    return (await session.execute(text(_ACTIVITY), values)).mappings().all()


async def list_pulses(session: Session) -> Sequence[RowMapping]:
    return (await session.execute(text(_PULSE))).mappings().all()


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
    """People with an account, and visitors."""
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

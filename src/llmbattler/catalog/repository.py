"""Every query of the catalog."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import ColumnElement, Row, Select, and_, func, or_, select, text
from sqlalchemy.dialects.postgresql import distinct_on

from llmbattler.core.db import Session

from .health import Health, HealthEvent
from .models import HealthState, Model, ModelCall, ModelHealth, ModelStatus, Purpose

CATALOG_LOCK = 7_265_101
CALL_COLUMNS = {
    "call_id": "uuid",
    "caller": "text",
    "purpose": "text",
    "purpose_id": "text",
    "model_id": "text",
    "input_tokens": "int8",
    "output_tokens": "int8",
    "cached_tokens": "int8",
    "estimated": "bool",
    "cost_micro_usd": "int8",
    "first_token_ms": "int",
    "total_ms": "int",
    "attempts": "int",
    "outcome": "text",
    "own_key": "bool",
    "parent_id": "uuid",
    "contestant_id": "text",
}
ADD_CALLS = text(f"""
INSERT INTO model_calls ({", ".join(CALL_COLUMNS)})
SELECT * FROM json_to_recordset(cast(:rows AS json)) AS r({", ".join(map(" ".join, CALL_COLUMNS.items()))})
ON CONFLICT DO NOTHING RETURNING call_id
""")  # noqa: S608 - made of the names above

RECENT_PAST = text("""
SELECT wanted.model_id, now() AS now, health.state, health.reason, calls.*
FROM unnest(cast(:models AS text[])) AS wanted (model_id)
LEFT JOIN LATERAL (
    SELECT state, reason FROM model_health WHERE model_id = wanted.model_id
    ORDER BY changed_at DESC, change_id DESC LIMIT 1
) AS health ON true
CROSS JOIN LATERAL (
    SELECT array_agg(created_at ORDER BY created_at, call_id) AS moments,
        array_agg(outcome ORDER BY created_at, call_id) AS outcomes,
        array_agg(purpose ORDER BY created_at, call_id) AS purposes
    FROM (
        SELECT created_at, call_id, outcome, purpose FROM model_calls
        WHERE model_id = wanted.model_id AND created_at >= now() - cast(:window AS interval) AND NOT own_key
        ORDER BY created_at DESC, call_id DESC LIMIT :calls
    ) AS newest
) AS calls
""")


@dataclass(frozen=True, slots=True)
class RecentPast:
    """What the health of a model is worked out from."""

    now: datetime
    health: Health | None
    """The newest; none when it has none yet."""
    calls: list[HealthEvent]
    """Oldest first; without those made with a member's key, whose faults are theirs."""


def _newest() -> Select[ModelHealth]:
    return (
        select(ModelHealth)
        .ext(distinct_on(ModelHealth.model_id))
        .order_by(ModelHealth.model_id, ModelHealth.changed_at.desc(), ModelHealth.change_id.desc())
    )


def _drawable() -> Select[Model]:
    health = _newest().subquery()
    return (
        select(Model)
        .outerjoin(health, health.c.model_id == Model.model_id)
        .where(Model.status == ModelStatus.ACTIVE, func.coalesce(health.c.state, "") != HealthState.DOWN.value)
        .order_by(Model.model_id)
    )


_DRAWABLE = _drawable()
"""Made once: every battle asks for it."""


async def lock_catalog(session: Session) -> None:
    """Let one process at a time change the list of models; released with the transaction."""
    await session.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": CATALOG_LOCK})


async def get_now(session: Session) -> datetime:
    return (await session.execute(select(func.now()))).scalar_one()


async def list_models(session: Session) -> Sequence[Model]:
    return (await session.execute(select(Model).order_by(func.lower(Model.name), Model.model_id))).scalars().all()


async def list_models_by_id(session: Session, model_ids: Sequence[str]) -> Sequence[Model]:
    return (await session.execute(select(Model).where(Model.model_id.in_(model_ids)))).scalars().all()


async def get_model(session: Session, model_id: str) -> Model | None:
    return await session.get(Model, model_id)


async def list_drawable(session: Session) -> Sequence[Model]:
    return (await session.execute(_DRAWABLE)).scalars().all()


def add_model(session: Session, values: Mapping[str, Any]) -> None:
    session.add(Model(**values))


async def lock_model(session: Session, model_id: str) -> None:
    """Let one process at a time change the health of this model."""
    await session.execute(select(Model.model_id).where(Model.model_id == model_id).with_for_update())


async def list_latest_health(session: Session) -> Sequence[ModelHealth]:
    """The present state of every model."""
    return (await session.execute(_newest())).scalars().all()


async def list_visible_health(session: Session, delay: timedelta) -> Sequence[ModelHealth]:
    """The newest state of every model that is old enough to be shown, or the first one it ever had."""
    return (await session.execute(_newest().where(_is_shown(delay)))).scalars().all()


async def get_visible_health(session: Session, model_id: str, delay: timedelta) -> ModelHealth | None:
    query = _newest().where(_is_shown(delay), ModelHealth.model_id == model_id)
    return (await session.execute(query)).scalar_one_or_none()


def _is_shown(delay: timedelta) -> ColumnElement[bool]:
    return or_(ModelHealth.changed_at <= func.now() - delay, ModelHealth.first)


def add_health(session: Session, *, model_id: str, state: HealthState, reason: str | None, first: bool) -> None:
    session.add(ModelHealth(model_id=model_id, state=state, reason=reason, first=first))


async def has_health_between(session: Session, after: datetime, until: datetime) -> bool:
    query = (
        select(ModelHealth.change_id).where(ModelHealth.changed_at > after, ModelHealth.changed_at <= until).limit(1)
    )
    return (await session.execute(query)).first() is not None


async def add_calls(session: Session, rows: Sequence[Mapping[str, Any]]) -> set[UUID]:
    """Add calls to the ledger and give the ids of those that were not in it yet."""
    # One parameter for all of them: a statement for each number of rows takes longer to make than to run.
    return set((await session.execute(ADD_CALLS, {"rows": msgspec.json.encode(rows).decode()})).scalars())


async def list_recent(
    session: Session, model_ids: Sequence[str], *, window: timedelta, calls: int
) -> dict[str, RecentPast]:
    """What happened lately to each of these: one question, since it is asked after every call."""
    rows = await session.execute(RECENT_PAST, {"models": model_ids, "window": window, "calls": calls})
    return {row.model_id: _read_past(row) for row in rows}


def _read_past(row: Row[Any]) -> RecentPast:
    calls = zip(row.moments or (), row.outcomes or (), row.purposes or (), strict=True)
    health = None if row.state is None else Health(HealthState(row.state), row.reason)
    events = [HealthEvent(moment, outcome, purpose == Purpose.PROBE) for moment, outcome, purpose in calls]
    return RecentPast(row.now, health, events)


async def measure_calls(
    session: Session, model_id: str, *, since: timedelta, delay: timedelta, outcome: str, lot: int
) -> tuple[int, float | None, float | None, float | None, float | None]:
    """Number of answers, median time to the first word, median speed, mean cost, mean length.

    Calls of blind battles are left out until the day is over, and then come in whole lots.
    """
    wanted = (
        ModelCall.model_id == model_id,
        ModelCall.outcome == outcome,
        ModelCall.created_at > func.now() - since,
    )
    order = func.row_number().over(order_by=(ModelCall.created_at, ModelCall.call_id))
    number = func.count().over()
    today = func.date_trunc("day", func.now(), "UTC")
    blind = (
        select(ModelCall.call_id, order.label("place"), number.label("number"))
        .where(*wanted, ModelCall.purpose == Purpose.BATTLE, ModelCall.created_at < today)
        .subquery()
    )
    told = select(blind.c.call_id).where(blind.c.place <= blind.c.number - blind.c.number % lot)
    open_ = and_(
        ModelCall.purpose.not_in([Purpose.BATTLE, Purpose.PROBE, Purpose.TEST]),
        ModelCall.created_at < func.now() - delay,
    )
    writing = func.nullif(ModelCall.total_ms - ModelCall.first_token_ms, 0)
    middle = 0.5
    query = select(
        func.count(),
        func.percentile_cont(middle).within_group(ModelCall.first_token_ms),
        func.percentile_cont(middle).within_group(1000.0 * ModelCall.output_tokens / writing),
        func.avg(ModelCall.cost_micro_usd),
        func.avg(ModelCall.output_tokens),
    ).where(*wanted, or_(open_, ModelCall.call_id.in_(told)))
    row: Sequence[Any] = (await session.execute(query)).one()
    return row[0], row[1], row[2], row[3], row[4]

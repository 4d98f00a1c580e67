"""Queries of models, their health and their usage."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, func, or_, select, text
from sqlalchemy.dialects.postgresql import distinct_on

from llmbattler.core.db import Session, run_statement

from .models import HealthState, Model, ModelCall, ModelHealth, ModelStatus
from .purposes import list_maintenance, list_open_answers

CATALOG_LOCK = 7_265_101


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
"""Built once, because every battle runs it."""


async def lock_catalog(session: Session) -> None:
    """Let one transaction at a time change the list of models."""
    await session.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": CATALOG_LOCK})


async def list_models(session: Session) -> Sequence[Model]:
    return (await session.execute(select(Model).order_by(func.lower(Model.name), Model.model_id))).scalars().all()


async def list_models_by_id(session: Session, model_ids: Sequence[str]) -> Sequence[Model]:
    return (await session.execute(select(Model).where(Model.model_id.in_(model_ids)))).scalars().all()


class ModelName(NamedTuple):
    """The columns by which pages and boards describe a model."""

    model_id: str
    name: str
    model: str
    organization: str | None
    license: str | None
    status: str
    input_price: Decimal | None
    output_price: Decimal | None
    price_source: str | None


MODEL_NAMES = f"SELECT {', '.join(ModelName._fields)} FROM models WHERE model_id = ANY (%(models)s)"  # noqa: S608 - constants
"""The names of models, each a `ModelName`. Part of each vote."""


async def list_names(session: Session, model_ids: Sequence[str]) -> list[ModelName]:
    if session.new or session.dirty:  # perhaps models that this unit of work has changed
        await session.flush()
    return [ModelName._make(row) for row in await run_statement(session, MODEL_NAMES, {"models": list(model_ids)})]


async def get_model(session: Session, model_id: str) -> Model | None:
    return await session.get(Model, model_id)


async def list_drawable(session: Session) -> Sequence[Model]:
    return (await session.execute(_DRAWABLE)).scalars().all()


def add_model(session: Session, values: Mapping[str, Any]) -> None:
    session.add(Model(**values))


async def lock_model(session: Session, model_id: str) -> bool:
    """Let one transaction at a time change the health of this model. Return whether the site has it."""
    query = select(Model.model_id).where(Model.model_id == model_id).with_for_update()
    return (await session.execute(query)).scalar_one_or_none() is not None


async def list_latest_health(session: Session) -> Sequence[ModelHealth]:
    """List the current health of every model."""
    return (await session.execute(_newest())).scalars().all()


async def list_visible_health(session: Session, delay: timedelta) -> Sequence[ModelHealth]:
    """List the newest health of every model that is old enough to be shown, or its first one."""
    return (await session.execute(_newest().where(_is_shown(delay)))).scalars().all()


async def get_visible_health(session: Session, model_id: str, delay: timedelta) -> ModelHealth | None:
    query = _newest().where(_is_shown(delay), ModelHealth.model_id == model_id)
    return (await session.execute(query)).scalar_one_or_none()


def _is_shown(delay: timedelta) -> ColumnElement[bool]:
    return or_(ModelHealth.changed_at <= func.now() - delay, ModelHealth.first)


def add_health(session: Session, change: ModelHealth) -> None:
    session.add(change)


async def count_health_changes(session: Session, after: datetime, until: datetime) -> int:
    query = select(func.count()).where(ModelHealth.changed_at > after, ModelHealth.changed_at <= until)
    return (await session.execute(query)).scalar_one()


async def get_usage(
    session: Session, model_id: str, *, since: timedelta, delay: timedelta, outcome: str, lot: int
) -> tuple[int, float | None, float | None, float | None, float | None]:
    """Return the number of answers, median time to the first token, median speed, mean cost and mean length.

    Calls of blind battles are left out until the day is over, and then join in whole lots.
    """
    wanted = (
        ModelCall.model_id == model_id,
        ModelCall.outcome == outcome,
        ModelCall.created_at > func.now() - since,
    )
    open_purposes = list_open_answers()
    order = func.row_number().over(order_by=(ModelCall.created_at, ModelCall.call_id))
    number = func.count().over()
    today = func.date_trunc("day", func.now(), "UTC")
    blind = (
        select(ModelCall.call_id, order.label("place"), number.label("number"))
        .where(*wanted, ModelCall.purpose.not_in([*open_purposes, *list_maintenance()]), ModelCall.created_at < today)
        .subquery()
    )
    joined = select(blind.c.call_id).where(blind.c.place <= blind.c.number - blind.c.number % lot)
    open_ = and_(
        ModelCall.purpose.in_(open_purposes),
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
    ).where(*wanted, or_(open_, ModelCall.call_id.in_(joined)))
    row: Sequence[Any] = (await session.execute(query)).one()
    return row[0], row[1], row[2], row[3], row[4]

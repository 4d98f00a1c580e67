"""Queries of models that only the admin area makes."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import func, select, text

from llmbattler.core.db import Session

from ..models import Model, ModelCall
from ..purposes import list_maintenance


async def lock_model(session: Session, model_id: str) -> Model | None:
    query = select(Model).where(Model.model_id == model_id).with_for_update().execution_options(populate_existing=True)
    return (await session.execute(query)).scalar_one_or_none()


async def list_ids(session: Session, model_ids: Sequence[str]) -> Sequence[str]:
    """List the ids that differ from these at most in case: two such ids would look the same to people."""
    wanted = [model_id.lower() for model_id in model_ids]
    query = select(Model.model_id).where(func.lower(Model.model_id).in_(wanted)).order_by(Model.model_id)
    return (await session.execute(query)).scalars().all()


async def add_model(session: Session, values: Mapping[str, Any]) -> Model:
    row = Model(**values)
    session.add(row)
    await session.flush()
    await session.refresh(row)
    return row


async def find_answer(session: Session, model_id: str) -> UUID | None:
    """Find a call of this model other than a probe or a test."""
    query = (
        select(ModelCall.call_id)
        .where(ModelCall.model_id == model_id, ModelCall.purpose.not_in(list_maintenance()))
        .limit(1)
    )
    return (await session.execute(query)).scalar_one_or_none()


class AnsweringModel(NamedTuple):
    """The last call of a model that another model answered."""

    model_id: str
    name: str
    answered_at: datetime


_ANSWERING = text("""
SELECT models.model_id, calls.answering_model, calls.created_at
FROM models CROSS JOIN LATERAL (
    SELECT answering_model, created_at FROM model_calls
    WHERE model_id = models.model_id AND answering_model IS NOT NULL AND NOT own_key
        AND created_at > now() - cast(:since AS interval)
    ORDER BY created_at DESC LIMIT 1
) AS calls
""")


async def list_answering_models(session: Session, *, since: timedelta) -> dict[str, AnsweringModel]:
    """For each model the last call in this time that another model answered, by the id of the model."""
    return {row.model_id: AnsweringModel(*row) for row in await session.execute(_ANSWERING, {"since": since})}


async def update_model(session: Session, row: Model) -> None:
    """Write a changed row and read the columns that the database sets."""
    await session.flush()
    await session.refresh(row)

"""Every query that only the admin area makes about models."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import func, select

from llmbattler.core.db import Session

from ..models import FoundModel, Model, ModelCall, ModelHealth, Purpose
from ..repository import list_latest_health


async def lock_model(session: Session, model_id: str) -> Model | None:
    query = select(Model).where(Model.model_id == model_id).with_for_update().execution_options(populate_existing=True)
    return (await session.execute(query)).scalar_one_or_none()


async def has_id(session: Session, model_id: str) -> bool:
    """Ids that differ only in case would look the same to people."""
    query = select(Model.model_id).where(func.lower(Model.model_id) == model_id.lower()).limit(1)
    return (await session.execute(query)).first() is not None


async def add_model(session: Session, values: Mapping[str, Any]) -> Model:
    row = Model(**values)
    session.add(row)
    await session.flush()
    await session.refresh(row)
    return row


async def has_answered(session: Session, model_id: str) -> bool:
    query = (
        select(ModelCall.call_id)
        .where(ModelCall.model_id == model_id, ModelCall.purpose.not_in([Purpose.PROBE, Purpose.TEST]))
        .limit(1)
    )
    return (await session.execute(query)).first() is not None


async def list_models(session: Session) -> Sequence[Model]:
    return (await session.execute(select(Model).order_by(func.lower(Model.name), Model.model_id))).scalars().all()


async def get_health(session: Session) -> Mapping[str, ModelHealth]:
    return {row.model_id: row for row in await list_latest_health(session)}


async def list_found(session: Session) -> Sequence[FoundModel]:
    query = select(FoundModel).order_by(FoundModel.found_at, FoundModel.model_id)
    return (await session.execute(query)).scalars().all()


async def lock_found(session: Session, model_id: str) -> FoundModel | None:
    query = select(FoundModel).where(FoundModel.model_id == model_id).with_for_update()
    return (await session.execute(query)).scalar_one_or_none()


def add_found(session: Session, *, model_id: str, provider_id: str | None, facts: dict[str, Any]) -> None:
    session.add(FoundModel(model_id=model_id, provider_id=provider_id, facts=facts))


async def remove_found(session: Session, row: FoundModel) -> None:
    await session.delete(row)


async def refresh(session: Session, row: Model) -> None:
    await session.flush()
    await session.refresh(row)

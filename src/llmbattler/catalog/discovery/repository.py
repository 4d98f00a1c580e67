"""Queries of the models that discovery found."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select

from llmbattler.core.db import Session

from ..models import FoundModel


async def list_found(session: Session) -> Sequence[FoundModel]:
    query = select(FoundModel).order_by(FoundModel.found_at, FoundModel.model_id)
    return (await session.execute(query)).scalars().all()


async def lock_all_found(session: Session, model_ids: Sequence[str]) -> Sequence[FoundModel]:
    query = select(FoundModel).where(FoundModel.model_id.in_(model_ids)).order_by(FoundModel.model_id)
    return (await session.execute(query.with_for_update())).scalars().all()


def add_found(session: Session, *, model_id: str, provider_id: str | None, facts: dict[str, Any]) -> None:
    session.add(FoundModel(model_id=model_id, provider_id=provider_id, facts=facts))


async def delete_found(session: Session, row: FoundModel) -> None:
    await session.delete(row)

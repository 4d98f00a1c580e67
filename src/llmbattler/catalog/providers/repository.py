"""Every query about providers and their keys."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import and_, delete, func, or_, select, text, update

from llmbattler.core.db import Session

from ..models import FoundModel, Model, ModelStatus, Provider, ProviderKey

KEYS_LOCK = 7_265_102


async def lock_keys(session: Session) -> None:
    """Let one process at a time seal keys, so that a rotation misses none; released with the transaction."""
    await session.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": KEYS_LOCK})


async def list_providers(session: Session) -> Sequence[Provider]:
    query = select(Provider).order_by(func.lower(Provider.name), Provider.provider_id)
    return (await session.execute(query)).scalars().all()


async def get_provider(session: Session, provider_id: str) -> Provider | None:
    return await session.get(Provider, provider_id)


async def lock_provider(session: Session, provider_id: str) -> Provider | None:
    query = select(Provider).where(Provider.provider_id == provider_id).with_for_update()
    return (await session.execute(query)).scalar_one_or_none()


async def add_provider(session: Session, provider: Provider) -> None:
    session.add(provider)
    await session.flush()


async def remove_provider(session: Session, provider: Provider) -> None:
    """Remove it with its keys and what was found there; its retired models lose sight of it."""
    provider_id = provider.provider_id
    await session.execute(delete(ProviderKey).where(ProviderKey.provider_id == provider_id))
    await session.execute(delete(FoundModel).where(FoundModel.provider_id == provider_id))
    await session.execute(update(Model).where(Model.provider_id == provider_id).values(provider_id=None))
    await session.delete(provider)


async def count_models(session: Session) -> Mapping[str, int]:
    """How many models that are not retired each provider has."""
    query = (
        select(Model.provider_id, func.count())
        .where(Model.provider_id.is_not(None), Model.status != ModelStatus.RETIRED)
        .group_by(Model.provider_id)
    )
    return {provider_id: count for provider_id, count in (await session.execute(query)).all() if provider_id}


async def list_models_of(session: Session, provider_id: str) -> Sequence[Model]:
    query = select(Model).where(Model.provider_id == provider_id).order_by(Model.model_id).with_for_update()
    return (await session.execute(query)).scalars().all()


async def list_keys(session: Session) -> Sequence[ProviderKey]:
    return (await session.execute(select(ProviderKey).order_by(ProviderKey.key_id))).scalars().all()


async def list_keys_of(session: Session, owner: str) -> Sequence[ProviderKey]:
    query = select(ProviderKey).where(ProviderKey.owner == owner).order_by(ProviderKey.provider_id)
    return (await session.execute(query)).scalars().all()


async def get_key(session: Session, provider_id: str, owner: str | None) -> ProviderKey | None:
    """The key of this owner; without one the site's."""
    query = select(ProviderKey).where(
        ProviderKey.provider_id == provider_id, ProviderKey.owner.is_not_distinct_from(owner)
    )
    return (await session.execute(query)).scalar_one_or_none()


async def find_key(session: Session, provider_id: str, owner: str | None) -> ProviderKey | None:
    """The key to call with: the owner's own if there is one and the provider takes such keys, else the site's."""
    own = and_(ProviderKey.owner == owner, Provider.own_keys)
    query = (
        select(ProviderKey)
        .join(Provider, Provider.provider_id == ProviderKey.provider_id)
        .where(
            ProviderKey.provider_id == provider_id,
            or_(ProviderKey.owner.is_(None), own) if owner else ProviderKey.owner.is_(None),
        )
        .order_by(ProviderKey.owner.is_(None))
        .limit(1)
    )
    return (await session.execute(query)).scalar_one_or_none()


async def add_key(session: Session, values: Mapping[str, Any]) -> None:
    session.add(ProviderKey(**values))
    await session.flush()


async def remove_key(session: Session, provider_id: str, owner: str | None) -> bool:
    query = (
        delete(ProviderKey)
        .where(ProviderKey.provider_id == provider_id, ProviderKey.owner.is_not_distinct_from(owner))
        .returning(ProviderKey.key_id)
    )
    return (await session.execute(query)).first() is not None


async def remove_keys_of(session: Session, owner: str) -> None:
    await session.execute(delete(ProviderKey).where(ProviderKey.owner == owner))


async def touch_key(session: Session, key_id: UUID, every: timedelta) -> None:
    """Write down that a key was used, but not at every call."""
    await session.execute(
        update(ProviderKey)
        .where(
            ProviderKey.key_id == key_id,
            or_(ProviderKey.last_used_at.is_(None), ProviderKey.last_used_at < func.now() - every),
        )
        .values(last_used_at=func.now())
    )

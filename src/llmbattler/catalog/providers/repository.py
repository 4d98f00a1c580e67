"""Queries of providers and their keys."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from uuid import UUID

from sqlalchemy import and_, delete, func, or_, select, text, update

from llmbattler.core.db import Session

from ..models import FoundModel, Model, ModelStatus, Provider, ProviderKey

KEYS_LOCK = 7_265_102


async def lock_keys(session: Session) -> None:
    """Let one transaction at a time write keys, so that a rotation misses none."""
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


async def delete_provider(session: Session, provider: Provider) -> None:
    """Delete a provider, its keys and its found models; its retired models keep no reference to it."""
    provider_id = provider.provider_id
    await session.execute(delete(ProviderKey).where(ProviderKey.provider_id == provider_id))
    await session.execute(delete(FoundModel).where(FoundModel.provider_id == provider_id))
    await session.execute(update(Model).where(Model.provider_id == provider_id).values(provider_id=None))
    await session.delete(provider)


async def count_models(session: Session) -> Mapping[str, int]:
    """Count the models of each provider that are not retired."""
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
    """Return the key of this owner; without an owner, the site's."""
    query = select(ProviderKey).where(
        ProviderKey.provider_id == provider_id, ProviderKey.owner.is_not_distinct_from(owner)
    )
    return (await session.execute(query)).scalar_one_or_none()


async def find_key(session: Session, provider_id: str, owner: str | None) -> ProviderKey | None:
    """Return the key to call with: the owner's own, if there is one and the provider allows it, else the site's."""
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


async def list_own_providers(session: Session, owner: str) -> set[str]:
    """List the providers that allow members' keys and for which this owner has one."""
    query = (
        select(ProviderKey.provider_id)
        .join(Provider, Provider.provider_id == ProviderKey.provider_id)
        .where(ProviderKey.owner == owner, Provider.own_keys)
    )
    return set((await session.execute(query)).scalars())


async def add_key(session: Session, row: ProviderKey) -> None:
    session.add(row)
    await session.flush()


async def delete_key(session: Session, provider_id: str, owner: str | None) -> bool:
    query = (
        delete(ProviderKey)
        .where(ProviderKey.provider_id == provider_id, ProviderKey.owner.is_not_distinct_from(owner))
        .returning(ProviderKey.key_id)
    )
    return (await session.execute(query)).first() is not None


async def delete_keys_of(session: Session, owner: str) -> None:
    await session.execute(delete(ProviderKey).where(ProviderKey.owner == owner))


async def update_last_used(session: Session, key_id: UUID, precision: timedelta) -> None:
    """Store that a key was used now, unless the stored time is recent enough."""
    await session.execute(
        update(ProviderKey)
        .where(
            ProviderKey.key_id == key_id,
            or_(ProviderKey.last_used_at.is_(None), ProviderKey.last_used_at < func.now() - precision),
        )
        .values(last_used_at=func.now())
    )

"""Every query on stored images."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from uuid import UUID

from sqlalchemy import delete, func, select, update

from llmbattler.core.db import Session

from .models import Image


def add_image(session: Session, image: Image) -> None:
    session.add(image)


async def list_images(session: Session, image_ids: Sequence[UUID], owner: str) -> Sequence[Image]:
    query = select(Image).where(Image.image_id.in_(image_ids), Image.owner == owner)
    return (await session.execute(query)).scalars().all()


async def list_images_of_owner(session: Session, owner: str) -> Sequence[Image]:
    query = select(Image).where(Image.owner == owner).order_by(Image.created_at, Image.image_id)
    return (await session.execute(query)).scalars().all()


async def lock_images(session: Session, image_ids: Sequence[UUID], owner: str) -> Mapping[UUID, Image]:
    """Lock the rows, so that nobody deletes them or their files before this unit ends."""
    query = select(Image).where(Image.image_id.in_(image_ids), Image.owner == owner).with_for_update()
    return {image.image_id: image for image in (await session.execute(query)).scalars()}


async def get_image_of_battle(session: Session, image_id: UUID, battle_id: UUID) -> Image | None:
    query = select(Image).where(Image.image_id == image_id, Image.battle_id == battle_id)
    return (await session.execute(query)).scalar_one_or_none()


async def count_images_today(session: Session, owner: str) -> int:
    query = select(func.count()).where(Image.owner == owner, Image.created_at > func.now() - timedelta(days=1))
    return (await session.execute(query)).scalar_one()


async def delete_images_of_battles(session: Session, battle_ids: Sequence[UUID]) -> Sequence[str]:
    """Delete the rows and return the keys of the files that no other row uses."""
    removed = delete(Image).where(Image.battle_id.in_(battle_ids)).returning(Image.storage_key)
    keys = (await session.execute(removed)).scalars().all()
    # An image that was sent twice has two rows and one file.
    used = (await session.execute(select(Image.storage_key).where(Image.storage_key.in_(keys)))).scalars()
    return sorted(set(keys) - set(used))


async def delete_images_of_owner(session: Session, owner: str) -> Sequence[str]:
    """Delete the rows and return the keys of their files."""
    removed = await session.execute(delete(Image).where(Image.owner == owner).returning(Image.storage_key))
    return removed.scalars().all()


async def delete_unsent_images(session: Session, *, after: timedelta) -> Sequence[str]:
    """Delete the rows and return the keys of their files."""
    old = delete(Image).where(Image.battle_id.is_(None), Image.created_at < func.now() - after)
    return (await session.execute(old.returning(Image.storage_key))).scalars().all()


async def update_owner(session: Session, source: str, target: str) -> None:
    await session.execute(update(Image).where(Image.owner == source).values(owner=target))

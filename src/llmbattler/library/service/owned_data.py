"""Exporting, erasing and moving a person's images."""

from collections.abc import AsyncIterator
from typing import Any

from llmbattler.core.db import Session
from llmbattler.core.ownership import OwnedData

from .. import repository
from .images import delete_files


async def export_images(session: Session, owner: str) -> AsyncIterator[dict[str, Any]]:
    for image in await repository.list_images_of_owner(session, owner):
        yield {
            "image_id": str(image.image_id),
            "battle_id": None if image.battle_id is None else str(image.battle_id),
            "url": f"/api/images/{image.image_id}",
            "media_type": image.media_type,
            "width": image.width,
            "height": image.height,
            "created_at": image.created_at.isoformat(),
        }


async def erase_images(session: Session, owner: str) -> None:
    await delete_files(session, await repository.delete_images_of_owner(session, owner))


IMAGES = OwnedData("images", export_images, erase_images, repository.update_owner)

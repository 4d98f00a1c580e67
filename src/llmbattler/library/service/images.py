"""Stored images. An image of another person does not exist for the asker."""

from collections.abc import Sequence
from uuid import UUID

from llmbattler.core.db import Session
from llmbattler.core.jobs import JobName, defer

from .. import limits, repository
from ..errors import ImageNotFound, TooManyImages
from ..image_formats import AcceptedImage
from ..models import Image
from ..schemas import ImageOut, StoredImage

DELETE_FILES = JobName("library.delete_files")
FILES_PER_JOB = 500
MAX_IMAGE_BYTES = limits.MAX_IMAGE_BYTES


async def check_quota(session: Session, *, owner: str) -> None:
    if await repository.count_images_today(session, owner) >= limits.IMAGES_PER_DAY:
        raise TooManyImages(retry_after=3600)


async def add_image(session: Session, *, owner: str, image: AcceptedImage, storage_key: str) -> ImageOut:
    row = Image(
        owner=owner,
        storage_key=storage_key,
        media_type=image.media_type,
        width=image.width,
        height=image.height,
    )
    repository.add_image(session, row)
    await session.flush()
    return ImageOut(image_id=row.image_id, url=f"/api/images/{row.image_id}", width=image.width, height=image.height)


async def get_image(session: Session, *, owner: str, image_id: UUID) -> StoredImage:
    found = await list_images(session, owner=owner, image_ids=[image_id])
    if not found:
        raise ImageNotFound
    return found[0]


async def get_image_of_battle(session: Session, *, battle_id: UUID, image_id: UUID) -> StoredImage:
    """Return an image of a battle, whoever owns it. The caller decides whether the asker may see the battle."""
    image = await repository.get_image_of_battle(session, image_id, battle_id)
    if image is None:
        raise ImageNotFound
    return _to_stored(image)


async def list_images(session: Session, *, owner: str, image_ids: Sequence[UUID]) -> list[StoredImage]:
    return [_to_stored(image) for image in await repository.list_images(session, image_ids, owner)]


async def attach_images(
    session: Session, *, owner: str, image_ids: Sequence[UUID], battle_id: UUID
) -> list[StoredImage]:
    """Attach the owner's images to a battle.

    An image that was sent before gets a second row with the same file: each battle keeps and deletes its own rows.
    """
    if not image_ids:
        return []
    found = await repository.lock_images(session, image_ids, owner)
    if len(found) != len(set(image_ids)):
        raise ImageNotFound("Upload the image again.")
    attached = [
        one if one.battle_id is None else _copy(one) for one in map(found.__getitem__, dict.fromkeys(image_ids))
    ]
    for image in attached:
        image.battle_id = battle_id
        repository.add_image(session, image)
    await session.flush()
    return [_to_stored(image) for image in attached]


def _copy(image: Image) -> Image:
    return Image(
        owner=image.owner,
        storage_key=image.storage_key,
        media_type=image.media_type,
        width=image.width,
        height=image.height,
    )


def _to_stored(image: Image) -> StoredImage:
    return StoredImage(image.image_id, image.storage_key, image.media_type)


async def delete_images_of_battles(session: Session, *, battle_ids: Sequence[UUID]) -> None:
    await delete_files(session, await repository.delete_images_of_battles(session, battle_ids))


async def delete_unsent_images(session: Session) -> None:
    """Delete images that were uploaded but never sent."""
    await delete_files(session, await repository.delete_unsent_images(session, after=limits.UNSENT_IMAGES_KEPT))


async def delete_files(session: Session, keys: Sequence[str]) -> None:
    """Queue a job that deletes the files after this unit is committed, with retries."""
    files = list(dict.fromkeys(keys))
    for start in range(0, len(files), FILES_PER_JOB):
        await defer(session, DELETE_FILES, keys=files[start : start + FILES_PER_JOB])

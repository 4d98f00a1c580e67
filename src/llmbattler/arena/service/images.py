"""Images that people send along. Others' images do not exist for them."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from llmbattler.core.db import Session
from llmbattler.core.errors import Limited
from llmbattler.core.jobs import defer

from .. import limits, repository
from ..errors import ImageNotFound
from ..images import AcceptedImage
from ..models import Image
from ..schemas import ImageOut

UNSENT_AFTER = timedelta(hours=24)
FORGET_FILES = "arena.forget_files"
FILES_AT_ONCE = 500


class TooManyImages(Limited):
    """You have sent very many images today; tomorrow you can send more."""


async def check_quota(session: Session, *, owner: str) -> None:
    if await repository.count_images_of(session, owner) >= limits.IMAGES_PER_DAY:
        raise TooManyImages(retry_after=3600)


async def add_image(session: Session, *, owner: str, image: AcceptedImage, storage_key: str) -> ImageOut:
    row = Image(
        owner=owner,
        storage_key=storage_key,
        media_type=image.media_type,
        width=image.width,
        height=image.height,
    )
    repository.add(session, row)
    await session.flush()
    return ImageOut(image_id=row.image_id, url=f"/api/images/{row.image_id}", width=image.width, height=image.height)


async def get_image(session: Session, *, owner: str, image_id: UUID) -> Image:
    found = await find_images(session, owner=owner, image_ids=[image_id])
    if not found:
        raise ImageNotFound
    return found[0]


async def find_images(session: Session, *, owner: str, image_ids: Sequence[UUID]) -> Sequence[Image]:
    return await repository.list_images(session, image_ids, owner)


async def take_images(session: Session, owner: str, wanted: Sequence[UUID]) -> list[Image]:
    """Own images for a message. One that was sent before gets another row: each battle keeps, and loses, its own."""
    if not wanted:
        return []
    found = await repository.hold_images(session, wanted, owner)
    if len(found) != len(set(wanted)):
        raise ImageNotFound("Upload the image again.")
    taken = [one if one.battle_id is None else _copy(one) for one in map(found.__getitem__, dict.fromkeys(wanted))]
    for image in taken:
        repository.add(session, image)
    await session.flush()
    return taken


def _copy(image: Image) -> Image:
    return Image(
        owner=image.owner,
        storage_key=image.storage_key,
        media_type=image.media_type,
        width=image.width,
        height=image.height,
    )


def attach(images: Sequence[Image], battle_id: UUID) -> None:
    for image in images:
        image.battle_id = battle_id


async def forget_unsent_images(session: Session) -> Sequence[str]:
    """Remove images that were uploaded but never sent, and give the keys of their files."""
    return await repository.delete_unsent_images(session, after=UNSENT_AFTER)


async def forget_files(session: Session, keys: Sequence[str]) -> None:
    """Have files deleted when this unit has ended, again and again until the storage does it."""
    files = list(dict.fromkeys(keys))
    for start in range(0, len(files), FILES_AT_ONCE):
        await defer(session, FORGET_FILES, keys=files[start : start + FILES_AT_ONCE])

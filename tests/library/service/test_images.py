import asyncio
from datetime import timedelta
from uuid import uuid4

import pytest
from sqlalchemy import update

from llmbattler.core.db import Database
from llmbattler.library import limits
from llmbattler.library.errors import ImageNotFound, TooManyImages
from llmbattler.library.image_formats import AcceptedImage
from llmbattler.library.models import Image
from llmbattler.library.service import images
from tests.arena.rows import OTHER, OWNER, all_rows
from tests.library.stored_files import list_files_to_delete

ACCEPTED = AcceptedImage(b"bytes", "image/png", 3, 2)


async def add(database: Database, key: str = "k", owner: str = OWNER) -> Image:
    row = Image(owner=owner, storage_key=key, media_type="image/png", width=1, height=1)
    async with database.unit() as session:
        session.add(row)
    return row


async def test_an_image_is_found_by_its_owner_only(database: Database) -> None:
    async with database.unit() as session:
        added = await images.add_image(session, owner=OWNER, image=ACCEPTED, storage_key="k")
    assert added.url == f"/api/images/{added.image_id}"
    async with database.unit() as session:
        found = await images.get_image(session, owner=OWNER, image_id=added.image_id)
        assert (found.storage_key, found.media_type) == ("k", "image/png")
        with pytest.raises(ImageNotFound):
            await images.get_image(session, owner=OTHER, image_id=added.image_id)


async def test_the_daily_quota_is_enforced(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "IMAGES_PER_DAY", 2)
    for _ in range(2):
        async with database.unit() as session:
            await images.check_quota(session, owner=OWNER)
        await add(database)
    async with database.unit() as session:
        await images.check_quota(session, owner=OTHER)
        with pytest.raises(TooManyImages):
            await images.check_quota(session, owner=OWNER)


async def test_an_image_sent_twice_has_two_rows_and_one_file(database: Database) -> None:
    image, first, second = await add(database), uuid4(), uuid4()
    for battle_id in (first, second):
        async with database.unit() as session:
            (one,) = await images.attach_images(
                session, owner=OWNER, image_ids=[image.image_id, image.image_id], battle_id=battle_id
            )
        async with database.unit() as session:
            found = await images.get_image_of_battle(session, battle_id=battle_id, image_id=one.image_id)
            assert found.storage_key == "k"
    assert len(await all_rows(database, Image)) == 2
    for battle_id, files in ((first, []), (second, ["k"])):
        async with database.unit() as session:
            await images.delete_images_of_battles(session, battle_ids=[battle_id])
        assert await list_files_to_delete(database) == files


async def test_images_of_others_cannot_be_attached(database: Database) -> None:
    image = await add(database, owner=OTHER)
    for image_id in (image.image_id, uuid4()):
        with pytest.raises(ImageNotFound):
            async with database.unit() as session:
                await images.attach_images(session, owner=OWNER, image_ids=[image_id], battle_id=uuid4())
    async with database.unit() as session:
        with pytest.raises(ImageNotFound):
            await images.get_image_of_battle(session, battle_id=uuid4(), image_id=image.image_id)


async def test_only_old_images_that_were_never_sent_are_deleted(database: Database) -> None:
    sent, old, _ = [await add(database, key) for key in ("sent", "old", "new")]
    age = limits.UNSENT_IMAGES_KEPT + timedelta(minutes=1)
    async with database.unit() as session:
        await images.attach_images(session, owner=OWNER, image_ids=[sent.image_id], battle_id=uuid4())
        aged = update(Image).where(Image.image_id.in_([sent.image_id, old.image_id]))
        await session.execute(aged.values(created_at=Image.created_at - age))
    async with database.unit() as session:
        await images.delete_unsent_images(session)
    assert {image.storage_key for image in await all_rows(database, Image)} == {"sent", "new"}
    assert await list_files_to_delete(database) == ["old"]


async def test_an_image_that_is_being_attached_is_not_purged(database: Database) -> None:
    image = await add(database)
    async with database.unit() as session:
        await session.execute(update(Image).values(created_at=Image.created_at - timedelta(days=2)))

    async def purge() -> None:
        async with database.unit() as session:
            await images.delete_unsent_images(session)

    async with database.unit() as session:
        await images.attach_images(session, owner=OWNER, image_ids=[image.image_id], battle_id=uuid4())
        purging = asyncio.create_task(purge())
        await asyncio.sleep(0.1)
    await purging
    assert len(await all_rows(database, Image)) == 1

from llmbattler.core.db import Database
from llmbattler.library import repository
from llmbattler.library.models import Image
from llmbattler.library.service.owned_data import IMAGES
from tests.arena.rows import OTHER, OWNER, all_rows
from tests.library.stored_files import list_files_to_delete


async def test_images_are_exported_moved_and_erased(database: Database) -> None:
    image = Image(owner=OWNER, storage_key="k", media_type="image/png", width=4, height=3)
    async with database.unit() as session:
        session.add(image)
    async with database.unit() as session:
        (record,) = [one async for one in IMAGES.export(session, OWNER)]
    assert record["url"] == f"/api/images/{image.image_id}"
    assert (record["width"], record["height"], record["battle_id"]) == (4, 3, None)
    assert "storage_key" not in record
    async with database.unit() as session:
        await repository.update_owner(session, OWNER, OTHER)
        assert [one async for one in IMAGES.export(session, OWNER)] == []
        await IMAGES.erase(session, OTHER)
    assert await all_rows(database, Image) == []
    assert await list_files_to_delete(database) == ["k"]

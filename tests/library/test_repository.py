from datetime import UTC, datetime, timedelta
from uuid import uuid4

from llmbattler.core.db import Database
from llmbattler.library import repository
from llmbattler.library.models import Image
from tests.arena.rows import OTHER, OWNER


def make_image(key: str, *, owner: str = OWNER, days: float = 0) -> Image:
    return Image(
        owner=owner,
        storage_key=key,
        media_type="image/png",
        width=1,
        height=1,
        created_at=datetime.now(UTC) - timedelta(days=days),
    )


async def test_images_are_listed_by_owner_in_the_order_of_upload(database: Database) -> None:
    rows = [make_image("new"), make_image("old", days=1.5), make_image("other", owner=OTHER)]
    async with database.unit() as session:
        for row in rows:
            repository.add_image(session, row)
    ids = [row.image_id for row in rows]
    async with database.unit() as session:
        assert [one.storage_key for one in await repository.list_images_of_owner(session, OWNER)] == ["old", "new"]
        assert {one.storage_key for one in await repository.list_images(session, ids, OWNER)} == {"old", "new"}
        assert set(await repository.lock_images(session, ids, OTHER)) == {ids[2]}
        assert await repository.count_images_today(session, OWNER) == 1


async def test_a_file_is_deleted_with_its_last_row(database: Database) -> None:
    first, second = make_image("shared"), make_image("shared")
    first.battle_id, second.battle_id = uuid4(), uuid4()
    async with database.unit() as session:
        session.add_all([first, second])
    async with database.unit() as session:
        assert await repository.get_image_of_battle(session, first.image_id, second.battle_id) is None
        assert await repository.delete_images_of_battles(session, [first.battle_id]) == []
        assert await repository.delete_images_of_battles(session, [second.battle_id]) == ["shared"]

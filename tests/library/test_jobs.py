import pytest

from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.storage import Storage, StoredFileMissing, make_key
from llmbattler.library.jobs import delete_files, purge
from llmbattler.library.models import Image
from tests.arena.rows import OWNER, all_rows


async def test_files_are_deleted_also_when_some_are_gone(resources: Resources) -> None:
    storage, key = resources.get(Storage), make_key("images")
    await storage.put(key, b"bytes", "image/png")
    await delete_files(resources, keys=[make_key("images"), key])
    with pytest.raises(StoredFileMissing):
        await storage.get(key)


async def test_new_uploads_survive_the_purge(database: Database, resources: Resources) -> None:
    async with database.unit() as session:
        session.add(Image(owner=OWNER, storage_key="k", media_type="image/png", width=1, height=1))
    await purge(resources)
    assert len(await all_rows(database, Image)) == 1

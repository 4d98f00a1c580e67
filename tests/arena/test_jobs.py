from datetime import timedelta

import pytest
from sqlalchemy import select, text, update

from llmbattler.arena.jobs import purge
from llmbattler.arena.models import Session as SessionRow
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.storage import Storage, StoredFileMissing, make_key
from llmbattler.library.jobs import delete_files
from llmbattler.library.models import Image
from tests.arena.rows import OWNER, add_battle, all_rows


async def test_files_of_a_deleted_session_are_deleted_by_a_job_that_tries_again(
    database: Database, resources: Resources
) -> None:
    storage, key = resources.get(Storage), make_key("images")
    await storage.put(key, b"bytes", "image/png")
    async with database.unit() as session:
        battle = await add_battle(session)
        session.add(
            Image(
                owner=OWNER,
                battle_id=battle.battle_id,
                storage_key=key,
                media_type="image/png",
                width=1,
                height=1,
            )
        )
        await session.execute(update(SessionRow).values(deleted_at=SessionRow.created_at - timedelta(days=1)))
    await purge(resources)
    assert await all_rows(database, Image) == []
    # The rows are deleted, and the deletion of the file is queued in the same transaction.
    assert await storage.get(key) == b"bytes"
    async with database.unit() as session:
        jobs = select(text("args")).select_from(text("procrastinate_jobs")).where(text("task_name LIKE '%files'"))
        (arguments,) = (await session.execute(jobs)).scalars()
    await delete_files(resources, **arguments)
    with pytest.raises(StoredFileMissing):
        await storage.get(key)

from sqlalchemy import text

from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.generation.named_questions import jobs

from .test_service import ask, asked


async def test_old_questions_are_deleted(database: Database, resources: Resources) -> None:
    await ask(database, "Old")
    async with database.unit() as session:
        await session.execute(text("UPDATE named_questions SET asked_at = now() - interval '32 days'"))
    await ask(database, "New")
    await jobs.delete_old(resources)
    async with database.unit() as session:
        assert (await session.execute(text("SELECT count(*) FROM named_questions"))).scalar_one() == 1
    assert await asked(database, "New")

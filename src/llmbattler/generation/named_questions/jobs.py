"""Deletes old named questions."""

from llmbattler.core.db import Database
from llmbattler.core.jobs import job
from llmbattler.core.resources import Resources

from .service import delete_old_questions


@job("generation.delete_old_questions", cron="37 4 * * *")
async def delete_old(resources: Resources) -> None:
    async with resources.get(Database).unit() as session:
        await delete_old_questions(session)

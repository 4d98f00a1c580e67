"""The files that a queued job will delete."""

from sqlalchemy import select, text

from llmbattler.core.db import Database


async def list_files_to_delete(database: Database) -> list[str]:
    jobs = select(text("args")).select_from(text("procrastinate_jobs"))
    async with database.unit() as session:
        queued = (await session.execute(jobs.where(text("task_name = 'library.delete_files'")))).scalars()
        return sorted(key for arguments in queued for key in arguments["keys"])

import asyncio

from sqlalchemy import select, text

from llmbattler.benchmarks.lifespan import add_included_suites, run_benchmarks
from llmbattler.benchmarks.suites.models import Origin, Suite
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources


async def count_workers(database: Database) -> int:
    async with database.unit() as session:
        return len((await session.execute(text("SELECT FROM procrastinate_workers"))).all())


async def test_a_worker_registers_itself_and_leaves_when_it_is_cancelled(resources: Resources) -> None:
    database = resources.get(Database)
    task = asyncio.create_task(run_benchmarks(resources))
    async with asyncio.timeout(20):
        while True:
            if await count_workers(database):
                break
            await asyncio.sleep(0.02)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert await count_workers(database) == 0


async def test_included_suites_are_added(resources: Resources) -> None:
    await add_included_suites(resources)
    async with resources.get(Database).unit() as session:
        found = (await session.execute(select(Suite.name).where(Suite.origin == Origin.INCLUDED))).scalars().all()
    assert found

from sqlalchemy import text

from llmbattler.benchmarks.runs.engine import repository
from llmbattler.benchmarks.runs.engine.flow.repair import release_orphans
from llmbattler.benchmarks.runs.engine.service import enqueue_idle_runs
from llmbattler.core.db import Database
from tests.benchmarks.bench_rows import build_run, build_suite


async def list_jobs(database: Database) -> set[int]:
    async with database.unit() as session:
        found = await session.execute(text("SELECT id FROM procrastinate_jobs WHERE queue_name = 'benchmarks'"))
        return set(found.scalars())


async def test_chunks_whose_job_is_gone_get_another(database: Database) -> None:
    async with database.unit() as session:
        await build_run(session, version=await build_suite(session, samples=2), size=1)
        await enqueue_idle_runs(session)
    before = await list_jobs(database)
    await release_orphans(database, lambda: list_jobs(database))
    assert await list_jobs(database) == before
    async with database.unit() as session:
        await session.execute(text("DELETE FROM procrastinate_jobs"))
    await release_orphans(database, lambda: list_jobs(database))
    after = await list_jobs(database)
    assert len(after) == 2
    assert not after & before
    async with database.unit() as session:
        assert {one.job_id for one in await repository.list_enqueued(session)} == after

from sqlalchemy import delete, select, text

from llmbattler.benchmarks.runs.engine.service import finish_runs, stop_run
from llmbattler.benchmarks.runs.models import Chunk, Outcome, RunStatus
from llmbattler.core.db import Database, Session
from tests.benchmarks.bench_rows import build_results, build_run, build_suite

JOBS = "SELECT count(*) FROM procrastinate_jobs WHERE task_name LIKE '%benchmarks.finished'"


async def count_jobs(session: Session) -> int:
    return int((await session.execute(text(JOBS))).scalar_one())


async def test_a_run_with_all_results_is_finished_once_and_its_webhook_job_is_queued(database: Database) -> None:
    async with database.unit() as session:
        run = await build_run(session, version=await build_suite(session, samples=3), chunks=False)
        await build_results(session, run=run, outcomes={"alpha": [Outcome.RIGHT, Outcome.FAILED, Outcome.QUARANTINED]})
        assert await finish_runs(session, runs=[run.run_id])
        assert (run.status, run.reason) == (RunStatus.FINISHED, None)
        assert run.finished_at is not None
        assert not await finish_runs(session, runs=[run.run_id])
        assert await count_jobs(session) == 1


async def test_missing_results_get_new_chunks_instead(database: Database) -> None:
    async with database.unit() as session:
        run = await build_run(session, version=await build_suite(session, samples=5), chunks=False)
        await build_results(session, run=run, outcomes={"alpha": [Outcome.RIGHT, Outcome.RETRYING]})
        await finish_runs(session, runs=[run.run_id])
        await session.flush()
        chunks = (await session.execute(select(Chunk))).scalars().all()
        assert run.status is RunStatus.RUNNING
        assert [(chunk.model_id, chunk.first, chunk.count) for chunk in chunks] == [("alpha", 1, 4)]
        assert await count_jobs(session) == 0


async def test_a_run_with_chunks_is_not_finished(database: Database) -> None:
    async with database.unit() as session:
        run = await build_run(session, version=await build_suite(session))
        assert not await finish_runs(session, runs=[run.run_id])
        assert run.status is RunStatus.RUNNING


async def test_a_stopped_run_keeps_its_chunks_and_its_reason(database: Database) -> None:
    async with database.unit() as session:
        run = await build_run(session, version=await build_suite(session))
        await stop_run(session, run_id=run.run_id, reason="The budget is used up.")
        assert (run.status, run.reason) == (RunStatus.STOPPED, "The budget is used up.")
        await stop_run(session, run_id=run.run_id, reason="Something else.")
        assert run.reason == "The budget is used up."
        assert (await session.execute(delete(Chunk).returning(Chunk.number))).first() is not None
        assert await count_jobs(session) == 1

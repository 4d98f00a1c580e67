from uuid import uuid4

from sqlalchemy import delete, update

from llmbattler.benchmarks.runs.engine import repository
from llmbattler.benchmarks.runs.models import Chunk, Outcome, Result, RunStatus
from llmbattler.core.db import Database
from tests.benchmarks.bench_rows import build_results, build_run, build_suite


async def test_running_runs_and_those_that_a_worker_holds_are_active(database: Database) -> None:
    async with database.unit() as session:
        version = await build_suite(session)
        running = await build_run(session, version=version)
        paused = await build_run(session, version=version, status=RunStatus.PAUSED)
        held = await build_run(session, version=version, status=RunStatus.CANCELLED, chunks=False)
        await session.execute(update(Chunk).where(Chunk.run_id == running.run_id).values(worker=uuid4()))
        found = await repository.list_active_runs(session, [held.run_id])
    assert {one.run.run_id: one.has_free for one in found} == {running.run_id: False, held.run_id: False}
    assert paused.run_id not in {one.run.run_id for one in found}


async def test_the_cost_of_runs_includes_judges(database: Database) -> None:
    async with database.unit() as session:
        version = await build_suite(session)
        run = await build_run(session, version=version)
        await build_results(session, run=run, outcomes={"alpha": [Outcome.RIGHT] * 2})
        await session.execute(update(Result).values(cost_micro_usd=5, judge_micro_usd=2))
        other = await build_run(session, version=version)
        assert await repository.list_spent(session, [run.run_id, other.run_id]) == {run.run_id: 14}


async def test_only_running_runs_without_chunks_are_locked_as_emptied(database: Database) -> None:
    async with database.unit() as session:
        version = await build_suite(session)
        busy, emptied, paused = [await build_run(session, version=version) for _ in range(3)]
        paused.status = RunStatus.PAUSED
        await session.execute(delete(Chunk).where(Chunk.run_id != busy.run_id))
        ids = [busy.run_id, emptied.run_id, paused.run_id]
        assert [run.run_id for run in await repository.lock_emptied_runs(session, ids)] == [emptied.run_id]
        assert await repository.lock_running_run(session, paused.run_id) is None
        assert await repository.lock_running_run(session, busy.run_id) is busy
        assert await repository.get_status(session, paused.run_id) is RunStatus.PAUSED
        assert await repository.get_status(session, uuid4()) is None

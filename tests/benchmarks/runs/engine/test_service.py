import asyncio
from uuid import UUID

from sqlalchemy import delete, select, text

from llmbattler.benchmarks.runs.engine import repository
from llmbattler.benchmarks.runs.engine.claims import EnqueuedChunk
from llmbattler.benchmarks.runs.engine.service import (
    MAX_SOLO_STARTS,
    SOLO_DEATHS,
    close_chunks,
    enqueue_idle_runs,
    fill_windows,
    finish_runs,
    reclaim_chunk,
    start_solo,
    stop_run,
)
from llmbattler.benchmarks.runs.models import Chunk, Outcome, Result, Run, RunStatus
from llmbattler.core.db import Database, Session
from tests.benchmarks.bench_rows import build_results, build_run, build_suite
from tests.polling import wait_for_lock_conflict

FINISHED_JOBS = "SELECT count(*) FROM procrastinate_jobs WHERE task_name LIKE '%benchmarks.finished'"
CHUNK_JOBS = "SELECT id, args FROM procrastinate_jobs WHERE queue_name = 'benchmarks' ORDER BY id"


async def list_jobs(session: Session) -> list[tuple[int, dict[str, object]]]:
    return [tuple(row) for row in (await session.execute(text(CHUNK_JOBS))).all()]


async def test_each_chunk_of_the_window_gets_one_job(database: Database) -> None:
    async with database.unit() as session:
        run = await build_run(session, version=await build_suite(session, samples=30), size=10, concurrency=2)
        assert await fill_windows(session, runs=[run.run_id]) == set()
        assert await fill_windows(session, runs=[run.run_id]) == {run.run_id}
        jobs = await list_jobs(session)
        assert [args for _, args in jobs] == [{"run_id": str(run.run_id), "number": number} for number in (0, 1)]
        assert [one.job_id for one in await repository.list_enqueued(session)] == [job_id for job_id, _ in jobs]


async def test_a_released_chunk_gets_a_new_job(database: Database) -> None:
    async with database.unit() as session:
        run = await build_run(session, version=await build_suite(session, samples=1))
        await fill_windows(session, runs=[run.run_id])
        before = await repository.list_enqueued(session)
        await close_chunks(session, done=[], released=before)
        (after,) = await repository.list_enqueued(session)
    assert [after.key] == [one.key for one in before]
    assert after.job_id > before[0].job_id


async def test_runs_that_do_not_run_get_no_jobs(database: Database) -> None:
    async with database.unit() as session:
        version = await build_suite(session, samples=1)
        paused = await build_run(session, version=version, status=RunStatus.PAUSED)
        assert await fill_windows(session, runs=[paused.run_id]) == {paused.run_id}
        assert await list_jobs(session) == []


async def test_a_running_run_without_chunks_is_told(database: Database) -> None:
    async with database.unit() as session:
        run = await build_run(session, version=await build_suite(session, samples=1), chunks=False)
        assert await fill_windows(session, runs=[run.run_id]) == {run.run_id}


async def test_runs_of_which_nothing_is_enqueued_are_enqueued(database: Database) -> None:
    async with database.unit() as session:
        version = await build_suite(session, samples=1)
        await build_run(session, version=version)
        await build_run(session, version=version, status=RunStatus.STOPPED)
        empty = await build_run(session, version=version, chunks=False)
        for _ in range(2):
            assert await enqueue_idle_runs(session) == {empty.run_id}
            assert len(await list_jobs(session)) == 1


async def start(session: Session, *, samples: int, size: int, deaths: int = 0) -> Run:
    """A run whose chunks are enqueued."""
    run = await build_run(session, version=await build_suite(session, samples=samples), size=size)
    await session.execute(text("UPDATE bench_chunks SET deaths = :deaths"), {"deaths": deaths})
    await fill_windows(session, runs=[run.run_id])
    return run


async def find_enqueued(session: Session) -> EnqueuedChunk:
    (found,) = await repository.list_enqueued(session)
    return found


async def list_chunks(session: Session) -> list[tuple[int, int, int]]:
    query = select(Chunk.first, Chunk.count, Chunk.deaths).order_by(Chunk.first)
    return [tuple(row) for row in (await session.execute(query)).all()]


async def test_a_chunk_is_split_into_the_samples_without_a_final_result(database: Database) -> None:
    async with database.unit() as session:
        run = await start(session, samples=4, size=4)
        await build_results(session, run=run, outcomes={"alpha": [Outcome.RIGHT, Outcome.RETRYING]})
        assert await reclaim_chunk(session, chunk=await find_enqueued(session)) == set()
        assert await list_chunks(session) == [(1, 1, 1), (2, 1, 1), (3, 1, 1)]
        assert len(await repository.list_enqueued(session)) == 3


async def test_a_finished_chunk_is_deleted(database: Database) -> None:
    async with database.unit() as session:
        run = await start(session, samples=2, size=2)
        await build_results(session, run=run, outcomes={"alpha": [Outcome.RIGHT, Outcome.FAILED]})
        assert await reclaim_chunk(session, chunk=await find_enqueued(session)) == {run.run_id}
        assert await list_chunks(session) == []


async def test_chunks_of_one_run_can_be_reclaimed_at_the_same_time(database: Database) -> None:
    async with database.unit() as session:
        await start(session, samples=4, size=2)
        first, second = await repository.list_enqueued(session)

    async def reclaim() -> None:
        async with database.unit() as session:
            await reclaim_chunk(session, chunk=second)

    async with database.unit() as session:
        await reclaim_chunk(session, chunk=first)
        reclaiming = asyncio.create_task(reclaim())
        await wait_for_lock_conflict(database)
    await reclaiming
    async with database.unit() as session:
        assert await list_chunks(session) == [(at, 1, 1) for at in range(4)]


async def test_an_old_job_has_nothing_to_reclaim(database: Database) -> None:
    async with database.unit() as session:
        run = await start(session, samples=1, size=1)
        chunk = await find_enqueued(session)
        assert await reclaim_chunk(session, chunk=EnqueuedChunk(run.run_id, 0, chunk.job_id + 1)) == set()
        assert await list_chunks(session) == [(0, 1, 0)]


async def test_no_number_of_deaths_in_company_quarantines_a_sample(database: Database) -> None:
    async with database.unit() as session:
        await start(session, samples=1, size=1)
        for _ in range(10):
            await reclaim_chunk(session, chunk=await find_enqueued(session))
        assert await list_chunks(session) == [(0, 1, SOLO_DEATHS)]
        assert list((await session.execute(select(Result))).scalars()) == []


async def test_a_sample_whose_solo_attempts_never_end_is_quarantined(database: Database) -> None:
    async with database.unit() as session:
        await start(session, samples=1, size=1, deaths=SOLO_DEATHS)
        for _ in range(MAX_SOLO_STARTS):
            assert await start_solo(session, chunk=await find_enqueued(session))
            await reclaim_chunk(session, chunk=await find_enqueued(session))
        assert not await start_solo(session, chunk=await find_enqueued(session))
        (row,) = (await session.execute(select(Result))).scalars()
    assert (row.outcome, row.tries, row.error_kind) == (Outcome.QUARANTINED, MAX_SOLO_STARTS, "poison")
    assert "3 workers died while they asked or scored this sample and nothing else" in (row.error or "")


async def count_finished_jobs(session: Session) -> int:
    return int((await session.execute(text(FINISHED_JOBS))).scalar_one())


async def test_a_run_with_all_results_is_finished_once_and_its_webhook_job_is_queued(database: Database) -> None:
    async with database.unit() as session:
        run = await build_run(session, version=await build_suite(session, samples=3), chunks=False)
        await build_results(session, run=run, outcomes={"alpha": [Outcome.RIGHT, Outcome.FAILED, Outcome.QUARANTINED]})
        assert await finish_runs(session, runs=[run.run_id])
        assert (run.status, run.reason) == (RunStatus.FINISHED, None)
        assert run.finished_at is not None
        assert not await finish_runs(session, runs=[run.run_id])
        assert await count_finished_jobs(session) == 1


async def test_missing_results_get_new_chunks_instead(database: Database) -> None:
    async with database.unit() as session:
        run = await build_run(session, version=await build_suite(session, samples=5), chunks=False)
        await build_results(session, run=run, outcomes={"alpha": [Outcome.RIGHT, Outcome.RETRYING]})
        await finish_runs(session, runs=[run.run_id])
        await session.flush()
        chunks = (await session.execute(select(Chunk))).scalars().all()
        assert run.status is RunStatus.RUNNING
        assert [(chunk.model_id, chunk.first, chunk.count) for chunk in chunks] == [("alpha", 1, 4)]
        assert await count_finished_jobs(session) == 0


async def test_a_run_with_chunks_is_not_finished(database: Database) -> None:
    async with database.unit() as session:
        run = await build_run(session, version=await build_suite(session))
        assert not await finish_runs(session, runs=[run.run_id])
        assert run.status is RunStatus.RUNNING


async def test_two_workers_that_close_the_last_chunks_at_once_end_the_run(database: Database) -> None:
    """Neither of them sees in its transaction that the other one has deleted the other chunk."""
    async with database.unit() as session:
        run = await build_run(session, version=await build_suite(session, samples=2), size=1)
        await build_results(session, run=run, outcomes={"alpha": [Outcome.RIGHT, Outcome.WRONG]})
        await fill_windows(session, runs=[run.run_id])
        chunks = await repository.list_enqueued(session)
    ended: set[UUID] = set()
    async with database.unit() as first, database.unit() as second:
        ended |= await close_chunks(first, done=chunks[:1], released=[])
        ended |= await close_chunks(second, done=chunks[1:], released=[])
    assert ended == {run.run_id}
    async with database.unit() as session:
        assert await finish_runs(session, runs=ended)


async def test_a_stopped_run_keeps_its_chunks_and_its_reason(database: Database) -> None:
    async with database.unit() as session:
        run = await build_run(session, version=await build_suite(session))
        await stop_run(session, run_id=run.run_id, reason="The budget is used up.")
        assert (run.status, run.reason) == (RunStatus.STOPPED, "The budget is used up.")
        await stop_run(session, run_id=run.run_id, reason="Something else.")
        assert run.reason == "The budget is used up."
        assert (await session.execute(delete(Chunk).returning(Chunk.number))).first() is not None
        assert await count_finished_jobs(session) == 1

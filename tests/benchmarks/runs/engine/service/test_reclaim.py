from datetime import timedelta
from uuid import UUID

from sqlalchemy import select, text

from llmbattler.benchmarks.runs.engine import repository
from llmbattler.benchmarks.runs.engine.service import reclaim_chunks
from llmbattler.benchmarks.runs.engine.service.reclaim import MAX_DEATHS
from llmbattler.benchmarks.runs.models import Chunk, Outcome, Result, Run
from llmbattler.core.db import Database, Session
from tests.benchmarks.bench_rows import build_results, build_run, build_suite

DEAD, LIVING = UUID(int=1), UUID(int=2)


async def start(session: Session, *, samples: int, size: int) -> Run:
    """A run whose chunks a dead worker holds."""
    run = await build_run(session, version=await build_suite(session, samples=samples), size=size)
    await expire(session, run)
    return run


async def expire(session: Session, run: Run) -> None:
    await repository.update_claimed_chunks(
        session, DEAD, wanted={run.run_id: 9}, lease=timedelta(seconds=-1), deaths=(0, 9)
    )


async def list_chunks(session: Session) -> list[tuple[int, int, int]]:
    query = select(Chunk.first, Chunk.count, Chunk.deaths).where(Chunk.worker.is_(None)).order_by(Chunk.first)
    return [tuple(row) for row in (await session.execute(query)).all()]


async def test_a_chunk_is_split_into_the_samples_without_a_final_result(database: Database) -> None:
    async with database.unit() as session:
        run = await start(session, samples=4, size=4)
        await build_results(session, run=run, outcomes={"alpha": [Outcome.RIGHT, Outcome.RETRYING]})
        assert await reclaim_chunks(session, runs=[run.run_id], worker=LIVING) == 1
        assert await list_chunks(session) == [(1, 1, 1), (2, 1, 1), (3, 1, 1)]


async def test_a_finished_chunk_is_deleted(database: Database) -> None:
    async with database.unit() as session:
        run = await start(session, samples=2, size=2)
        await build_results(session, run=run, outcomes={"alpha": [Outcome.RIGHT, Outcome.FAILED]})
        await reclaim_chunks(session, runs=[run.run_id], worker=LIVING)
        assert await repository.get_last_number(session, run.run_id) == -1


async def test_a_sample_that_kills_workers_again_and_again_is_quarantined(database: Database) -> None:
    async with database.unit() as session:
        run = await start(session, samples=1, size=1)
        for deaths in range(1, MAX_DEATHS):
            assert await reclaim_chunks(session, runs=[run.run_id], worker=LIVING) == 1
            assert await list_chunks(session) == [(0, 1, deaths)]
            await expire(session, run)
        await reclaim_chunks(session, runs=[run.run_id], worker=LIVING)
        assert await list_chunks(session) == []
        (row,) = (await session.execute(select(Result))).scalars()
    assert (row.outcome, row.tries, row.error_kind) == (Outcome.QUARANTINED, MAX_DEATHS, "poison")
    assert "3 workers died" in (row.error or "")


async def test_leases_that_are_valid_or_our_own_are_left_alone(database: Database) -> None:
    async with database.unit() as session:
        run = await start(session, samples=2, size=1)
        assert await reclaim_chunks(session, runs=[run.run_id], worker=DEAD) == 0
        await session.execute(text("UPDATE bench_chunks SET leased_until = now() + interval '5 s'"))
        assert await reclaim_chunks(session, runs=[run.run_id], worker=LIVING) == 0

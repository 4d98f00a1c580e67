from datetime import timedelta
from uuid import UUID

from sqlalchemy import select, text

from llmbattler.benchmarks.runs.engine import repository
from llmbattler.benchmarks.runs.models import BenchWorker, Chunk
from llmbattler.core.db import Database
from tests.benchmarks.bench_rows import build_run, build_suite

FIRST, SECOND = UUID(int=1), UUID(int=2)


async def test_a_heartbeat_returns_the_workers_that_are_alive(database: Database) -> None:
    async with database.unit() as session:
        assert await repository.update_heartbeat(session, SECOND, 3) == [SECOND]
        assert await repository.update_heartbeat(session, FIRST, 0) == [FIRST, SECOND]
        await session.execute(text("UPDATE bench_workers SET beat_at = now() - interval '1 minute'"))
        assert await repository.update_heartbeat(session, FIRST, 7) == [FIRST]
        calls = {row.worker: row.calls for row in (await session.execute(select(BenchWorker))).scalars()}
    assert calls == {FIRST: 7, SECOND: 3}


async def test_the_heartbeat_of_an_idle_worker_returns_whether_there_is_work(database: Database) -> None:
    connection = database.statement_connection
    assert not await repository.update_idle_heartbeat(connection, FIRST)
    async with database.unit() as session:
        run = await build_run(session, version=await build_suite(session))
    assert await repository.update_idle_heartbeat(connection, FIRST)
    async with database.unit() as session:
        await session.execute(text("UPDATE bench_runs SET status = 'paused'"))
        await repository.update_claimed_chunks(
            session, FIRST, wanted={run.run_id: 1}, lease=timedelta(seconds=9), deaths=(0, 0)
        )
    assert await repository.update_idle_heartbeat(connection, FIRST)
    assert not await repository.update_idle_heartbeat(connection, SECOND)


async def test_a_deleted_worker_holds_nothing(database: Database) -> None:
    async with database.unit() as session:
        run = await build_run(session, version=await build_suite(session))
        await repository.update_heartbeat(session, FIRST, 0)
        await repository.update_claimed_chunks(
            session, FIRST, wanted={run.run_id: 9}, lease=timedelta(seconds=9), deaths=(0, 0)
        )
        await repository.delete_worker(session, FIRST)
        assert (await session.execute(select(Chunk.number).where(Chunk.worker.is_not(None)))).first() is None
        assert (await session.execute(select(BenchWorker))).first() is None

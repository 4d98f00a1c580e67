from datetime import timedelta
from uuid import UUID

from sqlalchemy import select, text

from llmbattler.benchmarks.runs.chunks import ChunkPlan
from llmbattler.benchmarks.runs.engine import repository
from llmbattler.benchmarks.runs.models import Chunk, Run
from llmbattler.core.db import Database, Session
from tests.benchmarks.bench_rows import build_run, build_suite

LEASE = timedelta(seconds=15)
FIRST, SECOND = UUID(int=1), UUID(int=2)
NONE = (0, 0)


async def start(session: Session, samples: int = 4) -> Run:
    return await build_run(session, version=await build_suite(session, samples=samples), size=1)


async def list_holders(session: Session, run: Run) -> dict[int, UUID | None]:
    query = select(Chunk.number, Chunk.worker).where(Chunk.run_id == run.run_id).order_by(Chunk.number)
    return {row.number: row.worker for row in (await session.execute(query)).all()}


async def test_each_chunk_is_claimed_once_in_order(database: Database) -> None:
    async with database.unit() as session:
        run = await start(session)
        first = await repository.update_claimed_chunks(session, FIRST, wanted={run.run_id: 3}, lease=LEASE, deaths=NONE)
        second = await repository.update_claimed_chunks(
            session, SECOND, wanted={run.run_id: 3}, lease=LEASE, deaths=NONE
        )
    assert [one.plan.number for one in first] == [0, 1, 2]
    assert [(one.run_id, one.plan.number, one.plan.first, one.plan.count) for one in second] == [(run.run_id, 3, 3, 1)]


async def test_chunks_that_workers_died_of_are_claimed_only_when_asked_for(database: Database) -> None:
    async with database.unit() as session:
        run = await start(session)
        await session.execute(text("UPDATE bench_chunks SET deaths = 2 WHERE number > 1"))
        wanted = {run.run_id: 9}
        usual = await repository.update_claimed_chunks(session, FIRST, wanted=wanted, lease=LEASE, deaths=(0, 1))
        suspect = await repository.update_claimed_chunks(
            session, FIRST, wanted=wanted, lease=LEASE, deaths=(2, 100), limit=1
        )
    assert [one.plan.number for one in usual] == [0, 1]
    assert [(one.plan.number, one.plan.deaths) for one in suspect] == [(2, 2)]


async def test_a_worker_renews_and_releases_only_what_it_holds(database: Database) -> None:
    async with database.unit() as session:
        run = await start(session)
        await repository.update_claimed_chunks(session, FIRST, wanted={run.run_id: 2}, lease=LEASE, deaths=NONE)
        await repository.update_claimed_chunks(session, SECOND, wanted={run.run_id: 1}, lease=LEASE, deaths=NONE)
        assert await repository.update_leases(session, FIRST, LEASE) == {(run.run_id, 0), (run.run_id, 1)}
        await repository.update_released_chunks(session, FIRST, [(run.run_id, 0), (run.run_id, 2)])
        assert await list_holders(session, run) == {0: None, 1: FIRST, 2: SECOND, 3: None}
        await repository.delete_chunks(session, [(run.run_id, 1), (run.run_id, 2)], FIRST)
        assert await list_holders(session, run) == {0: None, 2: SECOND, 3: None}
        await repository.delete_chunks(session, [(run.run_id, 2)])
        assert await list_holders(session, run) == {0: None, 3: None}


async def test_only_expired_chunks_of_other_workers_are_reclaimed(database: Database) -> None:
    async with database.unit() as session:
        run = await start(session)
        await repository.update_claimed_chunks(session, FIRST, wanted={run.run_id: 2}, lease=LEASE, deaths=NONE)
        await repository.update_claimed_chunks(session, SECOND, wanted={run.run_id: 1}, lease=LEASE, deaths=NONE)
        assert await repository.lock_expired(session, [run.run_id], SECOND, 10) == []
        await session.execute(text("UPDATE bench_chunks SET leased_until = now() - interval '1 s' WHERE number <> 1"))
        expired = await repository.lock_expired(session, [run.run_id], SECOND, 10)
        assert [one.plan.number for one in expired] == [0]
        await repository.update_orphaned_chunks(session, [(run.run_id, 0)])
        again = await repository.update_claimed_chunks(
            session, SECOND, wanted={run.run_id: 1}, lease=LEASE, deaths=(1, 1)
        )
    assert [(one.plan.number, one.plan.deaths) for one in again] == [(0, 1)]


async def test_new_chunks_follow_the_last_number(database: Database) -> None:
    async with database.unit() as session:
        run = await start(session)
        number = await repository.get_last_number(session, run.run_id) + 1
        plan = ChunkPlan(number=number, model_id="alpha", prompt="main", epoch=1, first=2, count=1, deaths=1)
        repository.add_chunks(session, run.run_id, [plan])
        await session.flush()
        assert number == 4
        assert await repository.get_last_number(session, run.run_id) == 4
        assert await repository.get_last_number(session, UUID(int=9)) == -1

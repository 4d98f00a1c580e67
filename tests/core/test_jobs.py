import asyncio
from contextlib import suppress

import psycopg
import pytest
from sqlalchemy import text
from tests.polling import wait_for_lock_conflict

from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.db.failures import DatabaseBusy
from llmbattler.core.jobs import ClaimedJob, JobName, JobQueue, QueueTimings, QueueWorker, defer, defer_batch, job
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

_seen: asyncio.Queue[int] = asyncio.Queue()
_failures: list[int] = []


@job("test.count", attempts=2)
async def _count(_resources: Resources, *, number: int) -> None:
    if number < 0 and number not in _failures:
        _failures.append(number)
        raise ValueError("the first try fails")
    _seen.put_nowait(number)


async def _waiting(database: Database) -> int:
    async with database.unit() as session:
        found = await session.execute(text("SELECT count(*) FROM procrastinate_jobs WHERE status = 'todo'"))
        return int(found.scalar_one())


async def _work_until(resources: Resources, expected: set[int]) -> None:
    worker = asyncio.create_task(resources.get(JobQueue).run(resources, concurrency=4, grace=1))
    got: set[int] = set()
    async with asyncio.timeout(30):
        while got < expected:
            got.add(await _seen.get())
    worker.cancel()
    with suppress(asyncio.CancelledError):
        await worker
    assert got == expected


async def test_a_job_runs_with_its_arguments_and_is_tried_again(resources: Resources) -> None:
    queue = resources.get(JobQueue)
    await queue.defer("test.count", number=7)
    await queue.defer("test.count", number=-1)
    await _work_until(resources, {7, -1})


async def test_a_job_exists_if_and_only_if_its_transaction_does(resources: Resources) -> None:
    database = resources.get(Database)
    with pytest.raises(ZeroDivisionError):
        async with database.unit() as session:
            await defer(session, "test.count", number=1)
            raise ZeroDivisionError
    assert await _waiting(database) == 0
    async with database.unit() as session:
        await defer(session, "test.count", number=2)
    assert await _waiting(database) == 1


async def test_a_second_job_under_one_lock_is_enough_and_harms_no_transaction(resources: Resources) -> None:
    database = resources.get(Database)
    await resources.get(JobQueue).defer("test.count", lock="one", number=1)
    await resources.get(JobQueue).defer("test.count", lock="one", number=1)
    async with database.unit() as session:
        await session.execute(text("CREATE TABLE beside (x int)"))
        await defer(session, "test.count", lock="one", number=1)
    assert await _waiting(database) == 1
    async with database.unit() as session:
        await session.execute(text("SELECT * FROM beside"))


async def test_f04_the_job_of_a_dead_worker_runs_again(resources: Resources) -> None:
    database = resources.get(Database)
    await resources.get(JobQueue).defer("test.count", number=11)
    async with database.unit() as session:
        await session.execute(
            text(
                "WITH dead AS (INSERT INTO procrastinate_workers (last_heartbeat) "
                "VALUES (now() - interval '5 minutes') RETURNING id) "
                "UPDATE procrastinate_jobs SET status = 'doing', worker_id = dead.id FROM dead"
            )
        )
    await resources.get(JobQueue).defer("core.retry_stalled")
    await _work_until(resources, {11})


async def test_the_job_of_a_dead_worker_gives_way_to_one_that_waits_under_its_lock(resources: Resources) -> None:
    database, queue = resources.get(Database), resources.get(JobQueue)
    await queue.defer("test.count", lock="one", number=21)
    await queue.defer("test.count", number=23)
    async with database.unit() as session:
        await session.execute(
            text(
                "WITH dead AS (INSERT INTO procrastinate_workers (last_heartbeat) "
                "VALUES (now() - interval '5 minutes') RETURNING id) "
                "UPDATE procrastinate_jobs SET status = 'doing', worker_id = dead.id FROM dead"
            )
        )
    await queue.defer("test.count", lock="one", number=22)
    async with database.unit() as session:
        await session.execute(
            text("UPDATE procrastinate_jobs SET scheduled_at = now() + interval '1 hour' WHERE status = 'todo'")
        )
    await queue.defer("core.retry_stalled")
    await _work_until(resources, {23})
    async with database.unit() as session:
        found = await session.execute(text("SELECT args FROM procrastinate_jobs WHERE queueing_lock = 'one'"))
        assert found.scalars().all() == [{"number": 22}]


async def _defer(database: Database) -> None:
    async with database.unit() as session:
        await defer(session, "test.count", number=1)


async def test_whoever_is_cancelled_while_deferring_hears_only_of_that(
    database: Database, address: DatabaseAddress, caplog: pytest.LogCaptureFixture
) -> None:
    with psycopg.connect(address.url) as holder:
        holder.execute("LOCK TABLE procrastinate_jobs")
        deferring = asyncio.create_task(_defer(database))
        await wait_for_lock_conflict(database)
        for _ in range(2):  # the second time while the driver cleans up
            deferring.cancel()
            await asyncio.sleep(0)
        with pytest.raises(asyncio.CancelledError):
            await deferring
    assert [record.message for record in caplog.records] == []
    assert await _waiting(database) == 0


async def test_deferring_into_a_busy_database_is_refused_as_everything_else(
    settings: Settings, address: DatabaseAddress
) -> None:
    impatient = Database(address, settings.model_copy(update={"database_lock_timeout": 0.05}))
    with psycopg.connect(address.url) as holder:
        holder.execute("LOCK TABLE procrastinate_jobs")
        with pytest.raises(DatabaseBusy):
            await _defer(impatient)
    await _defer(impatient)
    assert await _waiting(impatient) == 1
    await impatient.close()


def test_two_jobs_cannot_share_a_name() -> None:
    with pytest.raises(ValueError, match=r"test\.count"):
        job("test.count")(_waiting)  # type: ignore[arg-type]


QUEUE = "test-queue"
NAME = JobName("test.handled")
TIMINGS = QueueTimings(beat=0.2, stalled=1.0, poll=0.2)


class Handler:
    """Takes jobs, and ends them when told to."""

    def __init__(self, resources: Resources) -> None:
        self.taken: asyncio.Queue[ClaimedJob] = asyncio.Queue()
        self.release = asyncio.Event()
        self.worker = QueueWorker(
            resources.get(JobQueue), queue=QUEUE, name=NAME, handle=self._handle, concurrency=4, timings=TIMINGS
        )

    async def _handle(self, job: ClaimedJob) -> None:
        self.taken.put_nowait(job)
        with suppress(asyncio.CancelledError):
            await self.release.wait()


async def _defer_three(database: Database) -> list[int]:
    async with database.unit() as session:
        return await defer_batch(session, NAME, queue=QUEUE, arguments=[{"number": number} for number in range(3)])


async def test_a_queue_worker_runs_the_jobs_of_its_queue_in_order(resources: Resources) -> None:
    database = resources.get(Database)
    ids = await _defer_three(database)
    handler = Handler(resources)
    running = asyncio.create_task(handler.worker.run())
    async with asyncio.timeout(20):
        taken = [await handler.taken.get() for _ in ids]
    assert [(job.id, job.stalled, job.arguments["number"]) for job in taken] == [
        (job_id, 0, number) for number, job_id in enumerate(ids)
    ]
    assert await handler.worker.list_claims() == [(handler.worker.worker_id, job.arguments) for job in taken]
    assert await handler.worker.list_ids() == set(ids)
    handler.worker.stop(grace=20)
    handler.release.set()
    async with asyncio.timeout(20):
        await running
    assert await handler.worker.list_ids() == set()
    async with database.unit() as session:
        assert (await session.execute(text("SELECT id FROM procrastinate_workers"))).all() == []


async def test_the_job_of_a_queue_worker_that_stopped_beating_says_so_to_the_next(resources: Resources) -> None:
    database = resources.get(Database)
    await _defer_three(database)
    async with database.unit() as session:
        await session.execute(
            text(
                "WITH dead AS (INSERT INTO procrastinate_workers (last_heartbeat) VALUES (now() - interval '5 s') "
                "RETURNING id) UPDATE procrastinate_jobs SET status = 'doing', worker_id = dead.id FROM dead"
            )
        )
    handler = Handler(resources)
    handler.release.set()
    running = asyncio.create_task(handler.worker.run())
    await handler.worker.retry_stalled()
    async with asyncio.timeout(20):
        assert {(await handler.taken.get()).stalled for _ in range(3)} == {1}
        handler.worker.stop(grace=20)
        await running


async def test_a_queue_worker_that_loses_its_connections_starts_again(resources: Resources) -> None:
    database = resources.get(Database)
    handler = Handler(resources)
    running = asyncio.create_task(handler.worker.run())
    await _defer_three(database)
    async with asyncio.timeout(30):
        first = [(await handler.taken.get()).id for _ in range(3)]
        async with await psycopg.AsyncConnection.connect(database.address.url, autocommit=True) as connection:
            await connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'llmbattler-jobs' "
                "AND datname = current_database()"
            )
        handler.release.set()
        second = await _defer_three(database)
        found: set[int] = set()
        while not found >= set(second):
            found.add((await handler.taken.get()).id)
        handler.worker.stop(grace=20)
        await running
    assert not set(first) & set(second)

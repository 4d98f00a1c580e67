import asyncio
import signal
from pathlib import Path

import psycopg
from tests.polling import pause
from tests.processes import running

from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.jobs import JobQueue

SECRET = "8f14e45fceea167a5a36dedd4bea2543c9f0f895fb98ab91"


async def test_a_worker_of_its_own_runs_jobs_and_stops(data_dir: Path, empty_address: DatabaseAddress) -> None:
    there = {"DATABASE_URL": empty_address.url, "SECRET_KEY": SECRET, "DATA_DIR": str(data_dir)}
    with running("worker", fresh=True, **there) as worker:
        await asyncio.to_thread(worker.wait_for, "worker ready")
        queue = JobQueue(empty_address)
        await queue.open()
        await queue.defer("core.retry_stalled")
        await _until_no_job_waits(empty_address)
        await queue.close()
        assert await asyncio.to_thread(worker.stop, signal.SIGTERM) == 0, worker.said


async def test_suites_that_cannot_be_brought_up_to_date_stop_no_job(data_dir: Path, address: DatabaseAddress) -> None:
    with psycopg.connect(address.url) as connection:
        connection.execute("ALTER TABLE bench_suites RENAME TO bench_suites_away")
    there = {"DATABASE_URL": address.url, "SECRET_KEY": SECRET, "DATA_DIR": str(data_dir)}
    with running("worker", **there) as worker:
        await asyncio.to_thread(worker.wait_for, "built-in suites could not be updated")
        queue = JobQueue(address)
        await queue.open()
        await queue.defer("core.retry_stalled")
        await _until_no_job_waits(address)
        await queue.close()
        assert await asyncio.to_thread(worker.stop, signal.SIGTERM) == 0, worker.said


async def _until_no_job_waits(address: DatabaseAddress) -> None:
    query = "SELECT count(*) FROM procrastinate_jobs WHERE status IN ('todo', 'doing')"
    async with asyncio.timeout(30), await psycopg.AsyncConnection.connect(address.url, autocommit=True) as connection:
        while await (await connection.execute(query)).fetchone() != (0,):
            await pause()

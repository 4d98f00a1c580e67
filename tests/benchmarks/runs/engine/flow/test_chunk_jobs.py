"""Jobs of chunks: loaded, ended, released, and what becomes of those of dead workers."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import text

from llmbattler.benchmarks.runs.models import Outcome, RunStatus
from tests.benchmarks.bench_rows import build_results
from tests.benchmarks.runs.engine.chunk_claims import Site
from tests.benchmarks.runs.engine.conftest import Bench
from tests.polling import wait_for_lock_conflict


@pytest.fixture
async def site(bench: Bench) -> AsyncIterator[Site]:
    site = Site(bench)
    yield site
    await site.close()


async def test_a_job_ends_when_its_chunk_is_written(bench: Bench, site: Site) -> None:
    run = await bench.get(await bench.start(samples=2, size=1))
    async with bench.database.unit() as session:
        await build_results(session, run=run, outcomes={"alpha": [Outcome.RIGHT]})
    await site.claim()
    assert site.list_held(run.run_id) == [1]  # the other one has all its results
    assert await site.count_ended() == 0
    await site.write()
    assert await site.count_ended() == 1
    assert await site.list_enqueued() == [1]
    assert site.opened == 1


async def test_the_job_of_a_chunk_that_has_another_job_or_is_gone_ends_at_once(bench: Bench, site: Site) -> None:
    run_id = await bench.start(samples=3, size=1)
    chunks = await site.enqueue()
    async with bench.database.unit() as session:
        await session.execute(text("UPDATE bench_chunks SET job_id = job_id + 1000 WHERE number = 0"))
        await session.execute(text("DELETE FROM bench_chunks WHERE number = 1"))
    await site.load(chunks)
    assert site.list_held(run_id) == [2]
    assert await site.count_ended() == 2


async def test_chunks_of_a_run_that_does_not_run_are_released(bench: Bench, site: Site) -> None:
    run_id = await bench.start(samples=2, size=1)
    chunks = await site.enqueue()
    await bench.change(run_id, status=RunStatus.PAUSED)
    await site.load(chunks)
    assert site.dispatcher.states == {}
    await site.write()
    assert await site.count_ended() == 2
    await bench.change(run_id, status=RunStatus.RUNNING)
    assert await site.list_enqueued() == []


async def test_chunks_of_a_run_that_ends_while_they_are_loaded_are_released(bench: Bench, site: Site) -> None:
    run_id = await bench.start(samples=3, size=1)
    chunks = await site.enqueue()
    await site.load(chunks[:1])
    state = site.dispatcher.states[run_id]
    async with bench.database.unit() as session:
        await session.execute(text("LOCK TABLE bench_results"))
        loading = asyncio.create_task(site.load(chunks[1:]))
        await wait_for_lock_conflict(bench.database)
        site.dispatcher.close_state(state, cancel=False)
        site.dispatcher.remove_state(state)
    await loading
    assert state.chunks == {}
    await site.write()
    assert await site.count_ended() == 3


async def test_the_chunk_of_a_job_that_is_cancelled_while_it_is_loaded_is_not_held(bench: Bench, site: Site) -> None:
    run_id = await bench.start(samples=2, size=1)
    chunks = await site.enqueue()
    await site.load(chunks[:1])
    async with bench.database.unit() as session:
        await session.execute(text("LOCK TABLE bench_results"))
        loading = asyncio.create_task(site.load(chunks[1:]))
        await wait_for_lock_conflict(bench.database)
        site.tasks[1].cancel()
        await site.tasks[1]
        released, site.dispatcher.writer._released = site.dispatcher.writer._released, []
        site.dispatcher._note_closed(released, set())  # the release is written before the chunk is loaded
    await loading
    assert released == chunks[1:]
    assert site.list_held(run_id) == [0]
    assert list(site.dispatcher._expected) == [chunks[0].job_id]


async def test_a_cancelled_job_gives_its_chunk_back(bench: Bench, site: Site) -> None:
    run_id = await bench.start(samples=1)
    await site.claim()
    await site.close()
    assert site.list_held(run_id) == []
    await site.write()
    async with bench.database.unit() as session:
        jobs = await session.execute(text("SELECT count(*) FROM procrastinate_jobs WHERE queue_name = 'benchmarks'"))
        assert jobs.scalar_one() == 2  # the old one, and a new one for the same chunk


async def test_the_chunk_of_a_dead_worker_is_taken_apart(bench: Bench, site: Site) -> None:
    run_id = await bench.start(samples=3, size=3)
    await site.claim(stalled=1)
    await site.tasks[0]
    assert site.list_held(run_id) == []
    assert await site.list_enqueued() == [1, 2, 3]


async def test_a_run_that_cannot_be_opened_is_stopped_with_the_reason(bench: Bench, site: Site) -> None:
    spec = {"scores": [{"name": "good", "scorer": "rubric", "options": {"criteria": "Is it good?"}}]}
    broken = await bench.start(samples=2, spec=spec)
    good = await bench.start(samples=2)
    await site.claim()
    run = await bench.get(broken)
    assert run.status is RunStatus.STOPPED
    assert "judge" in (run.reason or "")
    assert list(site.dispatcher.states) == [good]


async def test_a_run_that_is_resumed_before_its_last_calls_have_ended_goes_on(bench: Bench, site: Site) -> None:
    run_id = await bench.start(samples=1)
    await site.claim()
    state = site.dispatcher.states[run_id]
    site.dispatcher.close_state(state, cancel=False)
    await site.write()
    assert (state.closing, site.list_held(run_id)) == (True, [])
    await site.claim()
    assert (state.closing, site.list_held(run_id)) == (False, [0])

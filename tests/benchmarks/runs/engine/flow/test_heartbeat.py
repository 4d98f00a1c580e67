"""What a worker exchanges every second: shares, budgets, closed runs, parked and lost chunks."""

from collections.abc import AsyncIterator
from datetime import timedelta
from uuid import UUID

import pytest
from sqlalchemy import text

from llmbattler.benchmarks.runs.engine import repository
from llmbattler.benchmarks.runs.engine.gates import GateUpdate
from llmbattler.benchmarks.runs.engine.shares import Holders
from llmbattler.benchmarks.runs.models import RunStatus
from llmbattler.connectors.errors import Unreachable
from llmbattler.core.errors import Unavailable
from tests.benchmarks.runs.engine.chunk_claims import ME, Site
from tests.benchmarks.runs.engine.conftest import Bench


@pytest.fixture
async def site(bench: Bench) -> AsyncIterator[Site]:
    site = Site(bench)
    yield site
    await site.close()


async def test_calls_are_shared_with_the_other_workers_that_hold_chunks(bench: Bench, site: Site) -> None:
    run_id = await bench.start(samples=4, size=1, concurrency=10)
    await site.claim()
    state = site.dispatcher.states[run_id]
    assert state.share is None
    await site.heartbeat.beat()
    assert state.share == 10
    site.holders = Holders(ME, [(worker, {"run_id": str(run_id)}) for worker in (ME, 2)])
    await site.heartbeat.beat()
    assert state.share == 5


async def test_a_worker_without_a_share_gives_its_chunks_back(bench: Bench, site: Site) -> None:
    run_id = await bench.start(samples=1, concurrency=1)
    await site.claim()
    workers = (0, ME) if run_id.int % 2 else (ME, 2)
    site.holders = Holders(ME, [(worker, {"run_id": str(run_id)}) for worker in workers])
    if site.holders.share_of(run_id, 1):
        workers = (ME, 2) if run_id.int % 2 else (0, ME)
        site.holders = Holders(ME, [(worker, {"run_id": str(run_id)}) for worker in workers])
    await site.heartbeat.beat()
    assert site.list_held(run_id) == []


@pytest.mark.parametrize("status", [RunStatus.PAUSED, RunStatus.STOPPED, RunStatus.FINISHED])
async def test_chunks_of_a_run_that_does_not_run_are_released(bench: Bench, site: Site, status: RunStatus) -> None:
    run_id = await bench.start(samples=2, size=1)
    await site.claim()
    assert site.list_held(run_id) == [0, 1]
    await bench.change(run_id, status=status)
    await site.heartbeat.beat()
    assert site.dispatcher.states == {}
    await site.write()
    async with bench.database.unit() as session:
        free = await session.execute(text("SELECT count(*) FROM bench_chunks WHERE job_id IS NULL"))
        assert free.scalar_one() == 2
    assert await site.count_ended() == 2


async def test_chunks_that_another_worker_got_are_dropped(bench: Bench, site: Site) -> None:
    run_id = await bench.start(samples=3, size=1)
    await site.claim()
    async with bench.database.unit() as session:
        await session.execute(text("UPDATE bench_chunks SET job_id = 12345 WHERE number = 1"))
    await site.heartbeat.beat()
    assert site.list_held(run_id) == [0, 2]
    await site.write()
    assert await site.count_ended() == 1
    assert await site.list_enqueued() == [0, 1, 2]


async def test_parked_chunks_make_room_in_the_window(bench: Bench, site: Site) -> None:
    run_id = await bench.start(samples=12, models=("alpha", "beta"), size=2, concurrency=2)
    await site.claim()
    assert site.list_held(run_id) == [0, 1]  # one of alpha and one of beta
    gate = site.dispatcher.states[run_id].model_gates["alpha"]
    gate.mark_unhealthy(Unreachable(), 60, since=0)
    await site.heartbeat.beat()
    assert await site.list_enqueued() == [0, 1, 2]
    gate.mark_healthy()
    await site.heartbeat.beat()
    async with bench.database.unit() as session:
        parked = await session.execute(text("SELECT count(*) FROM bench_chunks WHERE parked"))
        assert parked.scalar_one() == 0


async def test_chunks_are_parked_by_the_next_heartbeat_if_one_fails(
    bench: Bench, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_id = await bench.start(samples=1)
    await site.claim()
    site.dispatcher.states[run_id].model_gates["alpha"].mark_unhealthy(Unreachable(), 60, since=0)

    class DatabaseAway(Unavailable):
        """The database is away."""

    async def fail(*arguments: object, **options: object) -> None:
        raise DatabaseAway

    with monkeypatch.context() as patched:
        patched.setattr(repository, "update_parked", fail)
        await site.heartbeat.beat()
    await site.heartbeat.beat()
    async with bench.database.unit() as session:
        parked = await session.execute(text("SELECT count(*) FROM bench_chunks WHERE parked"))
        assert parked.scalar_one() == 1


async def test_a_run_that_was_resumed_during_a_heartbeat_stays_open(bench: Bench, site: Site) -> None:
    run_id = await bench.start(samples=1)
    await site.claim()
    await bench.change(run_id, status=RunStatus.PAUSED)
    state = site.dispatcher.states[run_id]
    state.run.changed_at += timedelta(seconds=1)  # as when it was opened again after the heartbeat had read it
    await site.heartbeat.beat()
    assert (state.closing, site.list_held(run_id)) == (False, [0])


async def test_a_budget_that_allows_nothing_more_stops_the_run(bench: Bench, site: Site) -> None:
    run_id = await bench.start(samples=2, size=1, budget_micro_usd=1)
    await site.claim()
    assert site.dispatcher.states[run_id].take_next() is None  # before the first heartbeat nothing is known as spent
    await site.heartbeat.beat()
    run = await bench.get(run_id)
    assert run.status is RunStatus.STOPPED
    assert (run.reason or "").startswith("The budget of $1e-06 is used up: $0 is spent")
    await site.heartbeat.beat()
    assert site.dispatcher.states == {}


async def test_a_changed_run_asks_stopped_models_again_and_widens_its_window(bench: Bench, site: Site) -> None:
    run_id = await bench.start(samples=4, size=1, concurrency=2)
    await site.claim()
    state = site.dispatcher.states[run_id]
    state.model_failures["alpha"] = 3
    await site.heartbeat.beat()
    assert state.model_failures == {"alpha": 3}
    assert await site.list_enqueued() == [0, 1]
    async with bench.database.unit() as session:
        await session.execute(text("UPDATE bench_runs SET changed_at = now() + interval '1 s', concurrency = 3"))
    await site.heartbeat.beat()
    assert (state.model_failures, state.share) == ({}, 3)
    assert await site.list_enqueued() == [0, 1, 2]


async def test_what_could_not_be_told_is_told_by_the_next_heartbeat(
    bench: Bench, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    class DatabaseAway(Unavailable):
        """The database is away."""

    async def fail(*arguments: object) -> list[UUID]:
        raise DatabaseAway

    site.dispatcher.gates.get("somewhere").record_throttling()
    with monkeypatch.context() as patched:
        patched.setattr(repository, "list_runs", fail)
        await site.heartbeat.beat()
    assert site.dispatcher.gates.take_updates() == [GateUpdate("somewhere", 0.0, cut=True, cool=0.0)]

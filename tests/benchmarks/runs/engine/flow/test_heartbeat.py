"""What one heartbeat does: shares, leases, budgets, closed runs, and the chunks of dead workers."""

from datetime import timedelta
from uuid import UUID

import pytest
from sqlalchemy import select, text

from llmbattler.benchmarks.runs.engine import repository, timings
from llmbattler.benchmarks.runs.engine.active_runs import ActiveRuns
from llmbattler.benchmarks.runs.engine.flow.claims import ChunkClaimer
from llmbattler.benchmarks.runs.engine.flow.dispatcher import Dispatcher
from llmbattler.benchmarks.runs.engine.flow.heartbeat import Heartbeat
from llmbattler.benchmarks.runs.engine.gates import GateUpdate
from llmbattler.benchmarks.runs.engine.retries import RetryPolicy
from llmbattler.benchmarks.runs.models import Chunk, RunStatus
from llmbattler.core.errors import Unavailable
from tests.benchmarks.runs.engine.conftest import Bench

ME, OTHER = UUID(int=1), UUID(int=2)


class Site:
    """A worker that claims and beats when told to, and starts nothing."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.dispatcher = Dispatcher(bench.resources, worker=ME, retry_policy=RetryPolicy(), on_stop=lambda: None)
        self.dispatcher.closing = True
        self.active = ActiveRuns(ME)
        self.claimer = ChunkClaimer(bench.database, self.dispatcher, self.active, on_budget_run=lambda: None)
        self.heartbeat = Heartbeat(bench.database, self.dispatcher, self.active, self.claimer)

    async def open(self, run_id: UUID) -> None:
        """Claim the chunks of a run."""
        await self.heartbeat.beat()
        await self.claimer._claim()
        assert run_id in self.dispatcher.states

    async def list_held(self, worker: UUID = ME) -> list[int]:
        async with self.bench.database.unit() as session:
            query = select(Chunk.number).where(Chunk.worker == worker).order_by(Chunk.number)
            return list((await session.execute(query)).scalars())


@pytest.fixture
async def site(bench: Bench) -> Site:
    return Site(bench)


async def test_calls_are_shared_with_the_other_living_workers(bench: Bench, site: Site) -> None:
    run_id = await bench.start(samples=4, size=1, concurrency=10)
    await site.open(run_id)
    assert site.dispatcher.states[run_id].share == 10
    async with bench.database.unit() as session:
        await repository.update_heartbeat(session, OTHER, 0)
    await site.heartbeat.beat()
    assert site.active.workers == [ME, OTHER]
    assert site.dispatcher.states[run_id].share == 5
    assert site.heartbeat.steady_since is not None


@pytest.mark.parametrize("status", [RunStatus.PAUSED, RunStatus.CANCELLED])
async def test_chunks_of_a_run_that_is_not_running_are_released(bench: Bench, site: Site, status: RunStatus) -> None:
    run_id = await bench.start(samples=2, size=1)
    await site.open(run_id)
    assert await site.list_held() == [0, 1]
    await bench.change(run_id, status=status)
    await site.heartbeat.beat()
    assert (await site.list_held(), site.dispatcher.states, site.active.runs) == ([], {}, {})


async def test_chunks_that_others_reclaimed_are_dropped(
    bench: Bench, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_id = await bench.start(samples=3, size=1)
    await site.open(run_id)
    async with bench.database.unit() as session:
        await session.execute(text("UPDATE bench_chunks SET worker = :other WHERE number = 1"), {"other": OTHER})
    monkeypatch.setattr(timings, "RENEW_SECONDS", 0.0)
    await site.heartbeat.beat()
    assert list(site.dispatcher.states[run_id].chunks) == [0, 2]
    assert await site.list_held() == [0, 2]


async def test_chunks_that_were_leased_but_never_loaded_are_released(
    bench: Bench, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_id = await bench.start(samples=2, size=1)
    async with bench.database.unit() as session:
        await repository.update_claimed_chunks(
            session, ME, wanted={run_id: 1}, lease=timedelta(seconds=9), deaths=(0, 0)
        )
    monkeypatch.setattr(timings, "RENEW_SECONDS", 0.0)
    site.claimer.is_claiming = True
    await site.heartbeat.beat()
    assert await site.list_held() == [0]
    site.claimer.is_claiming = False
    await site.heartbeat.beat()
    assert await site.list_held() == []


async def test_a_budget_that_allows_nothing_more_stops_the_run(bench: Bench, site: Site) -> None:
    run_id = await bench.start(samples=2, size=1, budget_micro_usd=1)
    await site.open(run_id)
    await site.heartbeat.beat()
    run = await bench.get(run_id)
    assert run.status is RunStatus.STOPPED
    assert (run.reason or "").startswith("The budget of $1e-06 is used up: $0 is spent")
    await site.heartbeat.beat()
    assert await site.list_held() == []


async def test_a_changed_run_asks_stopped_models_again(bench: Bench, site: Site) -> None:
    run_id = await bench.start(samples=2, size=1)
    await site.open(run_id)
    state = site.dispatcher.states[run_id]
    state.model_failures["alpha"] = 3
    await site.heartbeat.beat()
    assert state.model_failures == {"alpha": 3}
    async with bench.database.unit() as session:
        await session.execute(text("UPDATE bench_runs SET changed_at = now() + interval '1 s', concurrency = 3"))
    await site.heartbeat.beat()
    assert (state.model_failures, state.share) == ({}, 3)


async def test_only_a_steady_worker_reclaims_the_chunks_of_others(
    bench: Bench, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_id = await bench.start(samples=2, size=1)
    async with bench.database.unit() as session:
        await repository.update_claimed_chunks(
            session, OTHER, wanted={run_id: 2}, lease=timedelta(seconds=-1), deaths=(0, 0)
        )
    await site.heartbeat.beat()
    await site.heartbeat.beat()
    assert await site.list_held(OTHER) == [0, 1]
    monkeypatch.setattr(timings, "STEADY_SECONDS", 0.0)
    await site.heartbeat.beat()
    assert await site.list_held(OTHER) == []


async def test_a_run_that_nobody_works_on_is_finished(bench: Bench, site: Site) -> None:
    run_id = await bench.start(samples=2, size=1)
    await bench.drain(run_id)
    await bench.change(run_id, status=RunStatus.RUNNING, finished_at=None)
    await site.heartbeat.beat()
    assert (await bench.get(run_id)).status is RunStatus.FINISHED


async def test_what_could_not_be_told_is_told_by_the_next_heartbeat(
    bench: Bench, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    class DatabaseAway(Unavailable):
        """The database is away."""

    async def fail(*arguments: object) -> list[UUID]:
        raise DatabaseAway

    site.dispatcher.gates.get("somewhere").record_throttling()
    with monkeypatch.context() as patched:
        patched.setattr(repository, "update_heartbeat", fail)
        await site.heartbeat.beat()
    assert site.heartbeat.steady_since is None
    assert site.dispatcher.gates.take_updates() == [GateUpdate("somewhere", 0.0, cut=True, cool=0.0)]

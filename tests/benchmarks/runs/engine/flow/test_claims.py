"""Chunks are claimed as far as a run has capacity, and dangerous ones one at a time."""

from uuid import UUID

from sqlalchemy import select, text

from llmbattler.benchmarks.runs.engine import repository
from llmbattler.benchmarks.runs.engine.active_runs import ActiveRuns
from llmbattler.benchmarks.runs.engine.flow.claims import ChunkClaimer
from llmbattler.benchmarks.runs.engine.flow.dispatcher import Dispatcher
from llmbattler.benchmarks.runs.engine.retries import RetryPolicy
from llmbattler.benchmarks.runs.models import Chunk, Outcome, RunStatus
from tests.benchmarks.bench_rows import build_results
from tests.benchmarks.runs.engine.conftest import Bench

WORKER = UUID(int=1)


class Claims:
    """A claimer whose worker starts nothing."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.budget_runs = 0
        self.dispatcher = Dispatcher(bench.resources, worker=WORKER, retry_policy=RetryPolicy(), on_stop=lambda: None)
        self.dispatcher.closing = True
        self.active = ActiveRuns(WORKER)
        self._claimer = ChunkClaimer(bench.database, self.dispatcher, self.active, on_budget_run=self._count_budget_run)

    def _count_budget_run(self) -> None:
        self.budget_runs += 1

    async def claim(self) -> None:
        async with self.bench.database.unit() as session:
            found = await repository.list_active_runs(session, [])
        self.active.runs = {one.run.run_id: one for one in found}
        await self._claimer._claim()

    async def list_held(self) -> list[int]:
        async with self.bench.database.unit() as session:
            query = select(Chunk.number).where(Chunk.worker == WORKER).order_by(Chunk.number)
            return list((await session.execute(query)).scalars())


async def test_no_more_is_claimed_than_can_be_asked_soon(bench: Bench) -> None:
    run_id = await bench.start(samples=200, concurrency=2)
    claims = Claims(bench)
    await claims.claim()
    state = claims.dispatcher.states[run_id]
    assert (state.share, state.target_backlog) == (2, 2)
    assert await claims.list_held() == [0]
    assert (state.backlog, state.has_capacity) == (25, False)
    await claims.claim()
    assert await claims.list_held() == [0]


async def test_a_run_that_gave_fewer_chunks_than_wanted_has_none_left(bench: Bench) -> None:
    run_id = await bench.start(samples=2, size=1)
    claims = Claims(bench)
    await claims.claim()
    assert await claims.list_held() == [0, 1]
    assert not claims.active.runs[run_id].has_free


async def test_only_one_chunk_that_workers_died_of_is_held_at_a_time(bench: Bench) -> None:
    await bench.start(samples=5, size=1)
    async with bench.database.unit() as session:
        await session.execute(text("UPDATE bench_chunks SET deaths = 2 WHERE number > 1"))
    claims = Claims(bench)
    await claims.claim()
    assert await claims.list_held() == [0, 1, 2]
    await claims.claim()
    assert await claims.list_held() == [0, 1, 2]


async def test_a_chunk_whose_results_are_all_recorded_is_finished_at_once(bench: Bench) -> None:
    run = await bench.get(await bench.start(samples=2, size=1))
    async with bench.database.unit() as session:
        await build_results(session, run=run, outcomes={"alpha": [Outcome.RIGHT]})
    claims = Claims(bench)
    await claims.claim()
    assert list(claims.dispatcher.states[run.run_id].chunks) == [1]
    assert claims.dispatcher.writer.finishing == {(run.run_id, 0)}


async def test_a_run_with_a_budget_asks_for_a_heartbeat_first(bench: Bench) -> None:
    run_id = await bench.start(samples=2, budget_micro_usd=1_000_000)
    claims = Claims(bench)
    await claims.claim()
    assert claims.budget_runs == 1
    assert claims.dispatcher.states[run_id].take_next() is None


async def test_a_run_that_cannot_be_opened_is_stopped_with_the_reason(bench: Bench) -> None:
    spec = {"scores": [{"name": "good", "scorer": "rubric", "options": {"criteria": "Is it good?"}}]}
    broken = await bench.start(samples=2, spec=spec)
    good = await bench.start(samples=2)
    claims = Claims(bench)
    await claims.claim()
    run = await bench.get(broken)
    assert run.status is RunStatus.STOPPED
    assert "judge" in (run.reason or "")
    assert list(claims.dispatcher.states) == [good]

from uuid import UUID, uuid4

import pytest
from sqlalchemy import delete, select, text, update

from llmbattler.benchmarks.runs.chunks import ChunkPlan
from llmbattler.benchmarks.runs.engine import repository
from llmbattler.benchmarks.runs.engine.claims import EnqueuedChunk, PriorResult
from llmbattler.benchmarks.runs.engine.gates import GateState, GateUpdate
from llmbattler.benchmarks.runs.engine.repository import WindowLimits, add_results, update_gates
from llmbattler.benchmarks.runs.engine.rows import ResultRow
from llmbattler.benchmarks.runs.models import Chunk, Outcome, Result, Run, RunStatus
from llmbattler.core.db import Database, Session
from tests.benchmarks.bench_rows import build_results, build_run, build_suite
from tests.benchmarks.runs.engine.conftest import Bench

LIMITS = WindowLimits(chunks=8, least=2, factor=2, parked=1)


async def start(session: Session, samples: int = 4, size: int = 1, concurrency: int = 20) -> Run:
    version = await build_suite(session, samples=samples)
    return await build_run(session, version=version, size=size, concurrency=concurrency)


async def enqueue(session: Session, run: Run, *numbers: int) -> list[EnqueuedChunk]:
    """Each chunk gets the job with its number plus 100."""
    chunks = [EnqueuedChunk(run.run_id, number, 100 + number) for number in numbers]
    await repository.update_enqueued(session, chunks)
    return chunks


async def list_jobs(session: Session, run: Run) -> dict[int, int | None]:
    query = select(Chunk.number, Chunk.job_id).where(Chunk.run_id == run.run_id).order_by(Chunk.number)
    return {row.number: row.job_id for row in (await session.execute(query)).all()}


async def list_numbers(session: Session, *runs: Run, limits: WindowLimits = LIMITS) -> list[int]:
    found = await repository.lock_window(session, [run.run_id for run in runs], limits)
    return [number for _, number in found]


async def test_the_window_holds_samples_for_a_few_round_trips(database: Database) -> None:
    async with database.unit() as session:
        run = await start(session, samples=100, size=10, concurrency=20)
        assert await list_numbers(session, run) == [0, 1, 2, 3]
        await enqueue(session, run, 0, 1, 2)
        assert await list_numbers(session, run) == [3]


async def test_the_window_has_some_chunks_for_several_workers_and_no_more_than_calls(database: Database) -> None:
    async with database.unit() as session:
        assert await list_numbers(session, await start(session, samples=100, size=50, concurrency=5)) == [0, 1]
        assert await list_numbers(session, await start(session, samples=100, size=50, concurrency=1)) == [0]


async def test_the_more_runs_the_fewer_chunks_of_each_and_runs_take_turns(database: Database) -> None:
    async with database.unit() as session:
        runs = [await start(session, samples=10) for _ in range(4)]
        assert await list_numbers(session, *runs) == [0, 0, 0, 0, 1, 1, 1, 1]
        for run in runs[1:]:
            run.status = RunStatus.PAUSED
        await session.flush()
        assert await list_numbers(session, runs[0]) == [0, 1, 2, 3, 4, 5, 6, 7]
        runs += [await start(session) for _ in range(20)]
        assert await list_numbers(session, runs[0]) == [0]


async def test_parked_chunks_take_no_place_until_there_are_too_many(database: Database) -> None:
    async with database.unit() as session:
        run = await start(session, samples=100, size=50, concurrency=20)
        chunks = await enqueue(session, run, 0)
        await repository.update_parked(session, chunks, parked=True)
        assert await list_numbers(session, run, limits=WindowLimits(chunks=8, least=1, factor=1, parked=2)) == [1]
        assert await list_numbers(session, run, limits=WindowLimits(chunks=8, least=1, factor=1, parked=1)) == []


async def test_chunks_that_workers_died_of_come_first(database: Database) -> None:
    async with database.unit() as session:
        run = await start(session, concurrency=2)
        await session.execute(text("UPDATE bench_chunks SET deaths = 1 WHERE number = 3"))
        assert await list_numbers(session, run) == [3, 0]


async def test_done_chunks_make_room_in_the_same_statement(database: Database) -> None:
    async with database.unit() as session:
        run = await start(session, concurrency=2)
        done, _ = await enqueue(session, run, 0, 1)
        assert await list_numbers(session, run) == []
        assert await repository.lock_window(session, [run.run_id], LIMITS, done=[done]) == [(run.run_id, 2)]
        assert await list_jobs(session, run) == {1: 101, 2: None, 3: None}


async def test_nothing_of_a_run_that_does_not_run_is_in_the_window(database: Database) -> None:
    async with database.unit() as session:
        run = await start(session)
        run.status = RunStatus.PAUSED
        await session.flush()
        assert await list_numbers(session, run) == []


async def test_two_workers_never_enqueue_the_same_chunk(database: Database) -> None:
    async with database.unit() as session:
        run = await start(session, concurrency=2)
    async with database.unit() as first:
        async with database.unit() as second:
            assert await list_numbers(second, run) == [0, 1]
            assert await list_numbers(first, run) == []
            await enqueue(second, run, 0, 1)
        assert await list_numbers(first, run) == []


async def test_a_chunk_belongs_to_its_newest_job_only(database: Database) -> None:
    async with database.unit() as session:
        run = await start(session)
        first, second = await enqueue(session, run, 0, 1)
        assert [one.enqueued for one in await repository.list_chunks(session, [first, second])] == [first, second]
        assert await repository.list_enqueued(session) == [first, second]
        await repository.update_released(session, [first])
        assert await repository.list_chunks(session, [first]) == []
        assert await repository.list_jobs(session, [first, second]) == {second.job_id}
        assert await repository.lock_chunk(session, first) is None
        await repository.update_enqueued(session, [EnqueuedChunk(run.run_id, 0, 200)])
        for change in (repository.update_released, repository.delete_chunks):
            await change(session, [first])
        await repository.delete_chunks(session, [second])
        assert await list_jobs(session, run) == {0: 200, 2: None, 3: None}


async def test_solo_starts_are_counted(database: Database) -> None:
    async with database.unit() as session:
        run = await start(session)
        (chunk,) = await enqueue(session, run, 2)
        for change in (1, 1, -1):
            await repository.update_solo_starts(session, chunk, change)
        found = await repository.lock_chunk(session, chunk)
    assert found is not None
    assert (found.plan.number, found.solo_starts, found.plan.deaths) == (2, 1, 0)


async def test_new_chunks_follow_the_last_number(database: Database) -> None:
    async with database.unit() as session:
        run = await start(session)
        number = await repository.lock_last_number(session, run.run_id) + 1
        plan = ChunkPlan(number=number, model_id="alpha", prompt="main", epoch=1, first=2, count=1, deaths=1)
        repository.add_chunks(session, run.run_id, [plan])
        await session.flush()
        assert number == 4
        assert await repository.lock_last_number(session, run.run_id) == 4
        assert await repository.lock_last_number(session, UUID(int=9)) == -1


async def test_chunks_are_read_with_their_recorded_results(database: Database) -> None:
    async with database.unit() as session:
        run = await start(session, samples=4, size=2)
        await build_results(session, run=run, outcomes={"alpha": [Outcome.RIGHT, Outcome.RETRYING]})
        retrying = await session.get_one(Result, (run.run_id, "alpha", "main", 1, 1))
        retrying.tries, retrying.cost_micro_usd, retrying.judge_micro_usd = 3, 50, 7
        await session.flush()
        await session.execute(text("UPDATE bench_results SET next_try_at = now() + interval '9 s' WHERE position = 1"))
        chunks = await enqueue(session, run, 0, 1)
        first, second = await repository.list_chunks(session, chunks)
    assert first.prior[0].final
    assert first.prior[1] == PriorResult(False, 3, 9.0, 50, 7)
    assert (first.missing, second.missing) == ([1], [2, 3])


def make_row(run_id: UUID, outcome: Outcome, position: int = 0, **facts: int) -> ResultRow:
    return ResultRow(
        run_id=run_id,
        model_id="alpha",
        prompt="main",
        position=position,
        epoch=1,
        sample_id="0123456789abcdef",
        outcome=outcome,
        worker=uuid4(),
        **facts,  # type: ignore[arg-type]
    )


async def test_a_cancelled_run_waits_for_no_further_try(bench: Bench) -> None:
    """A call may fail between the end of the run and the moment in which its worker hears of it."""
    run_id = await bench.start(samples=2, status=RunStatus.CANCELLED)
    rows = [make_row(run_id, Outcome.RETRYING), make_row(run_id, Outcome.RIGHT, position=1)]
    async with bench.database.unit() as session:
        await add_results(session, rows, {run_id})
    assert [(row.position, row.outcome) for row in await bench.results(run_id)] == [(1, Outcome.RIGHT)]


async def test_what_was_paid_for_an_answer_stays_paid_when_another_worker_takes_it_from_the_cache(bench: Bench) -> None:
    run_id = await bench.start(samples=1)
    async with bench.database.unit() as session:
        await add_results(session, [make_row(run_id, Outcome.RETRYING, cost_micro_usd=50)], {run_id})
    async with bench.database.unit() as session:
        row = make_row(run_id, Outcome.RIGHT, cost_micro_usd=0, judge_micro_usd=7)
        await add_results(session, [row], {run_id})
    (found,) = await bench.results(run_id)
    assert (found.outcome, found.cost_micro_usd, found.judge_micro_usd) == (Outcome.RIGHT, 50, 7)


async def test_running_runs_of_which_nothing_is_enqueued_are_idle(database: Database) -> None:
    async with database.unit() as session:
        version = await build_suite(session)
        idle, busy, empty = [await build_run(session, version=version) for _ in range(3)]
        paused = await build_run(session, version=version, status=RunStatus.PAUSED)
        await session.execute(delete(Chunk).where(Chunk.run_id == empty.run_id))
        await session.execute(update(Chunk).where(Chunk.run_id == busy.run_id, Chunk.number == 0).values(job_id=1))
        ids = {run.run_id for run in (idle, busy, empty, paused)}
        assert set(await repository.list_idle_runs(session)) == {idle.run_id, empty.run_id}
        assert set(await repository.list_runs(session, [*ids, uuid4()])) == ids


async def test_the_cost_of_runs_includes_judges(database: Database) -> None:
    async with database.unit() as session:
        version = await build_suite(session)
        run = await build_run(session, version=version)
        await build_results(session, run=run, outcomes={"alpha": [Outcome.RIGHT] * 2})
        await session.execute(update(Result).values(cost_micro_usd=5, judge_micro_usd=2))
        other = await build_run(session, version=version)
        assert await repository.list_spent(session, [run.run_id, other.run_id]) == {run.run_id: 14}


async def test_only_running_runs_without_chunks_are_locked_as_emptied(database: Database) -> None:
    async with database.unit() as session:
        version = await build_suite(session)
        busy, emptied, paused = [await build_run(session, version=version) for _ in range(3)]
        paused.status = RunStatus.PAUSED
        await session.execute(delete(Chunk).where(Chunk.run_id != busy.run_id))
        ids = [busy.run_id, emptied.run_id, paused.run_id]
        assert [run.run_id for run in await repository.lock_emptied_runs(session, ids)] == [emptied.run_id]
        assert await repository.lock_running_run(session, paused.run_id) is None
        assert await repository.lock_running_run(session, busy.run_id) is busy
        assert await repository.get_status(session, paused.run_id) is RunStatus.PAUSED
        assert await repository.get_status(session, uuid4()) is None


async def learn(session: Session, *, grown: float = 0.0, cut: bool = False, cool: float = 0.0) -> GateState:
    found = await update_gates(
        session, [GateUpdate("somewhere", grown, cut, cool)], start=32.0, widest=64.0, factor=0.5
    )
    return found["somewhere"]


async def test_what_workers_learn_is_added_up_to_a_maximum(database: Database) -> None:
    async with database.unit() as session:
        assert await learn(session, grown=3) == GateState(35, 0)
        assert await learn(session, grown=5) == GateState(40, 0)
        assert await learn(session, grown=500) == GateState(64, 0)


async def test_throttled_workers_cut_the_width_once_per_second(database: Database) -> None:
    async with database.unit() as session:
        await learn(session)
        await session.execute(text("UPDATE bench_gates SET changed_at = now() - interval '2 seconds'"))
        assert (await learn(session, cut=True)).width == 16
        assert (await learn(session, cut=True)).width == 16


async def test_the_longest_pause_counts(database: Database) -> None:
    async with database.unit() as session:
        assert (await learn(session, cool=30)).cool == pytest.approx(30, abs=1)
        assert (await learn(session, cool=5)).cool == pytest.approx(30, abs=1)
        assert (await learn(session)).cool == pytest.approx(30, abs=1)

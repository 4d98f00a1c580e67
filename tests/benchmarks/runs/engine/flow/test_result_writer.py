"""Results are collected and written together, also when the database is away for a while."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import select

from llmbattler.benchmarks.runs.engine import repository
from llmbattler.benchmarks.runs.engine.claims import EnqueuedChunk
from llmbattler.benchmarks.runs.engine.flow import result_writer
from llmbattler.benchmarks.runs.engine.flow.result_writer import ResultWriter
from llmbattler.benchmarks.runs.engine.rows import ResultRow
from llmbattler.benchmarks.runs.models import Chunk, Outcome, Result, Run
from llmbattler.core.db import Database
from llmbattler.core.errors import Unavailable
from tests.benchmarks.bench_rows import build_run, build_suite

WORKER = UUID(int=1)


def make_row(run: Run, position: int, outcome: Outcome = Outcome.RIGHT, **fields: Any) -> ResultRow:
    return ResultRow(
        run_id=run.run_id,
        model_id="alpha",
        prompt="main",
        position=position,
        epoch=1,
        sample_id=f"{position:016}",
        outcome=outcome,
        worker=WORKER,
        **fields,
    )


def chunk_of(run: Run, number: int = 0) -> EnqueuedChunk:
    return EnqueuedChunk(run.run_id, number, 100 + number)


@pytest.fixture
async def run(database: Database) -> Run:
    """A run of three chunks that this worker holds."""
    async with database.unit() as session:
        run = await build_run(session, version=await build_suite(session, samples=3), size=1)
        await repository.update_enqueued(session, [chunk_of(run, number) for number in range(3)])
    return run


@asynccontextmanager
async def writing(writer: ResultWriter) -> AsyncIterator[None]:
    task = asyncio.create_task(writer.run())
    try:
        async with asyncio.timeout(20):
            yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def list_written(database: Database) -> tuple[list[tuple[int, Outcome]], list[int]]:
    async with database.unit() as session:
        results = select(Result.position, Result.outcome).order_by(Result.position)
        chunks = select(Chunk.number).order_by(Chunk.number)
        rows = [tuple(row) for row in (await session.execute(results)).all()]
        return rows, list((await session.execute(chunks)).scalars())


async def test_a_finished_chunk_goes_with_its_results(database: Database, run: Run) -> None:
    closed: list[tuple[list[EnqueuedChunk], set[UUID]]] = []
    writer = ResultWriter(database, on_chunks_closed=lambda *told: closed.append(told))
    async with writing(writer):
        writer.add(make_row(run, 0))
        writer.add(make_row(run, 1, Outcome.RETRYING, wait=5.0))
        writer.finish_chunk(chunk_of(run))
        await writer.flush()
        await writer.wait_until_empty()
    assert await list_written(database) == ([(0, Outcome.RIGHT), (1, Outcome.RETRYING)], [1, 2])
    assert closed == [([chunk_of(run)], {run.run_id})]


async def test_a_released_chunk_stays_and_gets_another_job(database: Database, run: Run) -> None:
    closed: list[tuple[list[EnqueuedChunk], set[UUID]]] = []
    writer = ResultWriter(database, on_chunks_closed=lambda *told: closed.append(told))
    writer.add(make_row(run, 1))
    writer.release_chunk(chunk_of(run, 1))
    async with writing(writer):
        await writer.wait_until_empty()
    assert closed == [([chunk_of(run, 1)], set())]
    assert await list_written(database) == ([(1, Outcome.RIGHT)], [0, 1, 2])
    async with database.unit() as session:
        enqueued = {one.number: one.job_id for one in await repository.list_enqueued(session)}
    assert enqueued.keys() == {0, 1, 2}
    assert enqueued[1] != 101


async def test_the_last_chunk_tells_that_its_run_has_none_left(database: Database, run: Run) -> None:
    closed: list[tuple[list[EnqueuedChunk], set[UUID]]] = []
    writer = ResultWriter(database, on_chunks_closed=lambda *told: closed.append(told))
    for number in range(3):
        writer.finish_chunk(chunk_of(run, number))
    async with writing(writer):
        await writer.wait_until_empty()
    assert closed == [([chunk_of(run, number) for number in range(3)], {run.run_id})]


async def test_of_two_rows_for_one_sample_the_last_one_counts(database: Database, run: Run) -> None:
    writer = ResultWriter(database, on_chunks_closed=lambda *_: None)
    writer.add(make_row(run, 0, Outcome.RETRYING, wait=1.0))
    writer.add(make_row(run, 0))
    async with writing(writer):
        await writer.wait_until_empty()
    assert (await list_written(database))[0] == [(0, Outcome.RIGHT)]


async def test_a_chunk_is_not_deleted_before_its_last_result(
    database: Database, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(result_writer, "MAX_ROWS", 1)
    seen: list[tuple[list[tuple[int, Outcome]], list[int]]] = []
    writer = ResultWriter(database, on_chunks_closed=lambda *_: None)
    rooms = asyncio.Queue[None]()
    writer.call_when_room(lambda: rooms.put_nowait(None))
    for position in range(2):
        writer.add(make_row(run, position))
    writer.finish_chunk(chunk_of(run))
    async with writing(writer):
        await rooms.get()
        seen.append(await list_written(database))
        await writer.wait_until_empty()
    assert seen[0] == ([(0, Outcome.RIGHT)], [0, 1, 2])
    assert await list_written(database) == ([(0, Outcome.RIGHT), (1, Outcome.RIGHT)], [1, 2])


async def test_results_wait_for_the_database_and_no_more_are_taken(
    database: Database, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    class DatabaseAway(Unavailable):
        """The database is away."""

    failures = iter([DatabaseAway(), DatabaseAway()])
    real = repository.add_results

    async def add_results(*arguments: Any) -> None:
        for failure in failures:
            raise failure
        await real(*arguments)

    monkeypatch.setattr(repository, "add_results", add_results)
    monkeypatch.setattr(result_writer, "MAX_WAITING", 2)
    writer = ResultWriter(database, on_chunks_closed=lambda *_: None)
    writer.add(make_row(run, 0))
    assert writer.has_room
    writer.add(make_row(run, 1))
    assert not writer.has_room
    async with writing(writer):
        await writer.flush()
    assert writer.has_room
    assert (await list_written(database))[0] == [(0, Outcome.RIGHT), (1, Outcome.RIGHT)]


async def test_a_cancelled_writer_keeps_what_it_could_not_write(
    database: Database, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = asyncio.Event()

    async def hang(*arguments: Any) -> None:
        started.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(repository, "add_results", hang)
    writer = ResultWriter(database, on_chunks_closed=lambda *_: None)
    writer.add(make_row(run, 0))
    writer.finish_chunk(chunk_of(run))
    async with writing(writer):
        await started.wait()
    assert not writer.is_empty
    monkeypatch.undo()
    async with writing(writer):
        await writer.wait_until_empty()
    assert await list_written(database) == ([(0, Outcome.RIGHT)], [1, 2])

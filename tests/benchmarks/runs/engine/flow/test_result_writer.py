"""Results are collected and written together, also when the database is away for a while."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import select

from llmbattler.benchmarks.runs.engine import repository
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


@pytest.fixture
async def run(database: Database) -> Run:
    """A run of three chunks that this worker holds."""
    async with database.unit() as session:
        run = await build_run(session, version=await build_suite(session, samples=3), size=1)
        await repository.update_claimed_chunks(
            session, WORKER, wanted={run.run_id: 3}, lease=timedelta(seconds=9), deaths=(0, 0)
        )
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
    finished: list[set[UUID]] = []
    writer = ResultWriter(database, WORKER, on_chunks_finished=finished.append)
    async with writing(writer):
        writer.add(make_row(run, 0))
        writer.add(make_row(run, 1, Outcome.RETRYING, wait=5.0))
        writer.finish_chunk((run.run_id, 0))
        assert writer.finishing == {(run.run_id, 0)}
        await writer.flush()
        await writer.wait_until_empty()
    assert await list_written(database) == ([(0, Outcome.RIGHT), (1, Outcome.RETRYING)], [1, 2])
    assert (finished, writer.finishing) == ([{run.run_id}], set())


async def test_of_two_rows_for_one_sample_the_last_one_counts(database: Database, run: Run) -> None:
    writer = ResultWriter(database, WORKER, on_chunks_finished=lambda _: None)
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
    writer = ResultWriter(database, WORKER, on_chunks_finished=lambda _: None)
    rooms = asyncio.Queue[None]()
    writer.call_when_room(lambda: rooms.put_nowait(None))
    for position in range(2):
        writer.add(make_row(run, position))
    writer.finish_chunk((run.run_id, 0))
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
    writer = ResultWriter(database, WORKER, on_chunks_finished=lambda _: None)
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
    writer = ResultWriter(database, WORKER, on_chunks_finished=lambda _: None)
    writer.add(make_row(run, 0))
    writer.finish_chunk((run.run_id, 0))
    async with writing(writer):
        await started.wait()
    assert not writer.is_empty
    monkeypatch.undo()
    async with writing(writer):
        await writer.wait_until_empty()
    assert await list_written(database) == ([(0, Outcome.RIGHT)], [1, 2])

from typing import Any

import pytest

from llmbattler.benchmarks.results.errors import LineNotFound
from llmbattler.benchmarks.results.samples.service import list_grid
from llmbattler.benchmarks.results.samples.service.grid import SearchLimits
from llmbattler.benchmarks.results.schemas import GridIn, GridOut
from llmbattler.benchmarks.runs.models import Outcome, Result, Run
from llmbattler.core.cursors import BadCursor
from llmbattler.core.db import Database, Session
from tests.benchmarks.bench_rows import build_results, build_run, build_suite

R, W, U, F, Q = (Outcome.RIGHT, Outcome.WRONG, Outcome.UNPARSED, Outcome.FAILED, Outcome.QUARANTINED)
SAMPLES = [
    {"question": "Where is Rome?", "tags": ["places"]},
    {"question": "What is 1 + 1?", "tags": ["sums", "easy"]},
    {"question": "Who wrote 100% of it?", "tags": []},
    {"question": "When was that?", "tags": ["easy"]},
    {"question": "Why?", "tags": []},
]
ALPHA = [R, W, U, R, R]
BETA = [R, W, W, F, Q]


async def fill(session: Session, **columns: Any) -> Run:
    version = await build_suite(session, samples=SAMPLES)
    run = await build_run(session, version=version, models=["alpha", "beta"], chunks=False, **columns)
    await build_results(session, run=run, outcomes={"alpha": ALPHA, "beta": BETA})
    return run


async def ask(session: Session, run: Run, patience: SearchLimits = SearchLimits(), **wanted: Any) -> GridOut:  # noqa: B008
    return await list_grid(session, run_id=run.run_id, wanted=GridIn(**wanted), limits=patience)


def places(found: GridOut) -> list[int]:
    return [row.position for row in found.rows]


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({}, [0, 1, 2, 3, 4]),
        ({"filter": "wrong"}, [1, 2]),
        ({"filter": "right"}, [0, 3, 4]),
        ({"filter": "unparsed"}, [2]),
        ({"filter": "failed"}, [3, 4]),
        ({"filter": "disagreeing"}, [2]),
        ({"filter": "slow"}, [4, 3, 2, 1, 0]),
        ({"filter": "slow", "line": "beta"}, [2, 1, 0]),
        ({"filter": "wrong", "line": "alpha"}, [1]),
        ({"filter": "right", "line": "beta"}, [0]),
        ({"tag": "easy"}, [1, 3]),
        ({"filter": "right", "tag": "easy"}, [3]),
        ({"filter": "slow", "tag": "easy"}, [3, 1]),
        ({"filter": "disagreeing", "tag": "easy"}, []),
        ({"search": "ROME"}, [0]),
        ({"search": "question"}, []),
        ({"search": "100%"}, [2]),
        ({"search": "1%"}, []),
        ({"search": "_"}, []),
        ({"search": "4"}, [4]),
        ({"search": "3", "line": "beta"}, []),
        ({"filter": "wrong", "search": "what"}, [1]),
        ({"filter": "disagreeing", "search": "wrote"}, [2]),
        ({"filter": "slow", "search": "w"}, [4, 3, 2, 1, 0]),
    ],
)
async def test_filters_choose_samples(database: Database, wanted: dict[str, Any], expected: list[int]) -> None:
    async with database.unit() as session:
        run = await fill(session)
        found = await ask(session, run, **wanted)
    assert places(found) == expected
    assert found.next_cursor is None


@pytest.mark.parametrize("name", ["all", "slow", "right", "disagreeing"])
@pytest.mark.parametrize("search", [None, "w"])
async def test_pages_follow_each_other_without_gap_or_repeat(database: Database, name: str, search: str | None) -> None:
    async with database.unit() as session:
        run = await fill(session)
        whole = places(await ask(session, run, filter=name, search=search))
        seen: list[int] = []
        cursor = None
        while True:
            page = await ask(session, run, SearchLimits(samples=2), filter=name, search=search, limit=1, cursor=cursor)
            seen += places(page)
            cursor = page.next_cursor
            if cursor is None:
                break
    assert seen == whole


async def test_a_long_search_says_where_it_got_to(database: Database) -> None:
    async with database.unit() as session:
        run = await fill(session)
        pages = []
        cursor = None
        while True:
            page = await ask(session, run, SearchLimits(seconds=-1, samples=2), search="why", cursor=cursor)
            pages.append(places(page))
            cursor = page.next_cursor
            if cursor is None:
                break
    assert pages == [[], [], [4]]


async def test_cells_are_what_became_of_each_line(database: Database) -> None:
    async with database.unit() as session:
        run = await fill(session)
        row = (await ask(session, run, filter="unparsed")).rows[0]
        failed = (await ask(session, run, filter="failed")).rows[0]
    assert row.excerpt == "Who wrote 100% of it?"
    assert {key: (cell.outcome, cell.value, cell.total_ms) for key, cell in row.cells.items()} == {
        "alpha": (U, 0, 102),
        "beta": (W, 0, 102),
    }
    assert (failed.cells["beta"].outcome, failed.cells["beta"].value) == (F, None)


async def test_over_epochs_a_cell_is_the_mean_and_lines_disagree_as_they_mostly_do(database: Database) -> None:
    async with database.unit() as session:
        version = await build_suite(session, samples=SAMPLES[:2])
        run = await build_run(session, version=version, models=["alpha", "beta"], epochs=3, chunks=False)
        for epoch, (first, second) in enumerate([(R, R), (R, W), (W, R)], start=1):
            await build_results(session, run=run, outcomes={"alpha": [first, first], "beta": [second, W]}, epoch=epoch)
        found = await ask(session, run, filter="disagreeing")
        everything = await ask(session, run)
    assert places(found) == [1]
    cell = everything.rows[0].cells["alpha"]
    assert cell.outcome is R
    assert cell.value == pytest.approx(2 / 3)


async def test_samples_beyond_the_run_do_not_show_and_those_without_results_do(database: Database) -> None:
    async with database.unit() as session:
        run = await build_run(session, version=await build_suite(session, samples=SAMPLES), samples=3, chunks=False)
        await build_results(session, run=run, outcomes={"alpha": [R]})
        found = await ask(session, run)
    assert [(row.position, len(row.cells)) for row in found.rows] == [(0, 1), (1, 0), (2, 0)]


async def test_a_retried_cell_says_when_the_next_try_comes(database: Database) -> None:
    async with database.unit() as session:
        run = await build_run(session, version=await build_suite(session, samples=SAMPLES), chunks=False)
        row = Result(run_id=run.run_id, model_id="alpha", prompt="main", position=0, epoch=1, sample_id="x", tries=3)
        row.outcome, row.next_try_at = Outcome.RETRYING, run.created_at
        session.add(row)
        await session.flush()
        cell = (await ask(session, run)).rows[0].cells["alpha"]
    assert (cell.tries, cell.next_try_at) == (3, run.created_at)


@pytest.mark.parametrize("cursor", ["", "x", "bnVsbA==", "WzEsMl0=", "Wy0xXQ==", "WyIxIl0=", "W3RydWVd", "é"])
async def test_foreign_cursors_are_refused(database: Database, cursor: str) -> None:
    async with database.unit() as session:
        run = await fill(session)
        with pytest.raises(BadCursor):
            await ask(session, run, cursor=cursor)


async def test_an_unknown_line_is_named(database: Database) -> None:
    async with database.unit() as session:
        run = await fill(session)
        with pytest.raises(LineNotFound):
            await ask(session, run, line="gamma")

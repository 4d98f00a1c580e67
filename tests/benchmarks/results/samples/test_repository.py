import time
from typing import Any

import pytest
from sqlalchemy import text

from llmbattler.benchmarks.results.samples import repository
from llmbattler.benchmarks.results.samples.repository import SampleQuery
from llmbattler.benchmarks.results.samples.service import list_grid
from llmbattler.benchmarks.results.schemas import GridIn
from llmbattler.benchmarks.results.service.lines import load_run
from llmbattler.benchmarks.results.service.totals import count_run
from llmbattler.benchmarks.runs.models import Outcome, Run
from llmbattler.core.db import Database, Session
from tests.benchmarks.results.large_runs import add_large_run

MODELS = ["alpha", "beta-long"]
PAGE = 50
GRIDS: list[dict[str, Any]] = [
    {},
    {"filter": "wrong"},
    {"filter": "wrong", "line": "beta-long"},
    {"filter": "unparsed", "tag": "level 3"},
    {"filter": "failed"},
    {"filter": "disagreeing"},
    {"filter": "slow"},
    {"filter": "slow", "line": "alpha"},
    {"search": "nothing like that"},
]


async def count_read(session: Session) -> int:
    """How many rows this transaction has read so far, by index or without."""
    query = """
        SELECT sum(seq_tup_read + idx_tup_fetch) FROM pg_stat_xact_user_tables
        WHERE relname IN ('bench_results', 'bench_samples')
    """
    return int((await session.execute(text(query))).scalar_one())


async def make_query(session: Session, run: Run, **wanted: Any) -> SampleQuery:
    loaded = await load_run(session, run_id=run.run_id)
    given: dict[str, Any] = {"outcomes": (), "line": None, "tag": None, "search": None, **wanted}
    return SampleQuery(
        run_id=run.run_id,
        dataset_id=loaded.dataset.dataset_id,
        first=0,
        until=run.sample_count,
        epochs=run.epochs,
        **given,
    )


async def test_a_page_reads_few_rows_however_many_there_are(database: Database) -> None:
    async with database.unit() as session:
        run = await add_large_run(session, samples=10_000, models=MODELS)
    read = {}
    for after in (-1, 5_000, 9_000):
        for name, find, wanted in (
            ("all", repository.list_positions, {}),
            ("wrong", repository.list_positions, {"outcomes": (Outcome.WRONG,)}),
            ("line", repository.list_positions, {"outcomes": (Outcome.WRONG,), "line": ("alpha", "main")}),
            ("disagreeing", repository.list_disagreeing, {}),
        ):
            async with database.unit() as session:
                selection = await make_query(session, run, **wanted)
                before = await count_read(session)
                found = await find(session, selection, after=after, limit=PAGE)
                assert len(found) == PAGE
                read[name, after] = await count_read(session) - before
    async with database.unit() as session:
        selection = await make_query(session, run)
        before = await count_read(session)
        assert len(await repository.list_slow(session, selection, before=(2_000, 5_000), limit=PAGE)) == PAGE
        read["slow", 0] = await count_read(session) - before
    assert max(read.values()) < 1_500, read


@pytest.mark.torture
@pytest.mark.timeout(900)
async def test_200_000_samples_open_in_under_a_second(database: Database) -> None:
    async with database.unit() as session:
        await session.execute(text("SET LOCAL statement_timeout = 0"))
        run = await add_large_run(session, samples=200_000, models=MODELS)
    took = {}
    for wanted in GRIDS:
        async with database.unit() as session:
            started = time.perf_counter()
            await list_grid(session, run_id=run.run_id, wanted=GridIn(**wanted))
            took[str(wanted)] = time.perf_counter() - started
    for shown, seconds in took.items():
        print(f"{1000 * seconds:8.0f} ms  grid {shown}")  # noqa: T201 - for the table in docs/
    assert max(took.values()) < 1, took


@pytest.mark.torture
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("epochs", "clustered"), [(1, False), (5, False), (1, True)])
async def test_200_000_results_are_counted_quickly(database: Database, epochs: int, clustered: bool) -> None:
    async with database.unit() as session:
        await session.execute(text("SET LOCAL statement_timeout = 0"))
        run = await add_large_run(session, samples=100_000 // epochs, models=MODELS, epochs=epochs, clustered=clustered)
    seconds = []
    for _ in range(3):
        async with database.unit() as session:
            started = time.perf_counter()
            counted = await count_run(session, loaded=await load_run(session, run_id=run.run_id))
            seconds.append(time.perf_counter() - started)
    assert counted.done == 200_000
    print(f"{1000 * min(seconds):8.0f} ms  totals, {epochs} epochs, clustered: {clustered}")  # noqa: T201
    assert min(seconds) < (1 if epochs == 1 and not clustered else 2)

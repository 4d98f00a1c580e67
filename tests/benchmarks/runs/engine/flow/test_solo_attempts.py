"""A sample that workers may have died of runs alone, and only an attempt that never ends counts against it."""

from typing import Any

import pytest
from sqlalchemy import text

from llmbattler.benchmarks.runs.engine import repository, timings
from llmbattler.benchmarks.runs.engine.service import SOLO_DEATHS
from llmbattler.benchmarks.runs.models import Outcome
from llmbattler.core.db.failures import DatabaseUnavailable
from llmbattler.testing import Script
from tests.benchmarks.runs.engine.conftest import Bench
from tests.benchmarks.runs.engine.flow.test_engine import until


async def set_deaths(bench: Bench, deaths: int = SOLO_DEATHS, starts: int = 0) -> None:
    """Workers died of the first sample."""
    async with bench.database.unit() as session:
        await session.execute(
            text("UPDATE bench_chunks SET deaths = :deaths, solo_starts = :starts WHERE number = 0"),
            {"deaths": deaths, "starts": starts},
        )


async def test_nothing_else_is_in_flight_while_a_suspect_runs(bench: Bench) -> None:
    bench.provider.hold("alpha")
    run_id = await bench.start(samples=6, size=1, models=("alpha",))
    await set_deaths(bench)
    async with bench.working():
        await bench.provider.wait_for_held("alpha", 1)
        async with bench.database.unit() as session:
            starts = await session.execute(text("SELECT number, solo_starts FROM bench_chunks WHERE solo_starts > 0"))
            assert [tuple(row) for row in starts] == [(0, 1)]
        assert bench.asked() == ["Say 0."]
        bench.provider.release("alpha")
        await until(bench, "SELECT 1 FROM bench_runs WHERE status = 'finished'")
    assert {row.outcome for row in await bench.results(run_id)} == {Outcome.RIGHT, Outcome.WRONG}


async def test_an_attempt_that_fails_and_is_retried_does_not_count(bench: Bench) -> None:
    bench.provider.script("alpha", Script(echo=True, chunk_size=100, truncate_after=0, fail_times=3))
    run_id = await bench.start(samples=1, size=1)
    await set_deaths(bench, starts=2)
    await bench.drain(run_id)
    (row,) = await bench.results(run_id)
    assert (row.outcome, row.tries > 1) == (Outcome.WRONG, True)


async def test_an_outage_of_the_database_at_the_end_of_an_attempt_does_not_count(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    update, failures = repository.update_solo_starts, [DatabaseUnavailable(), DatabaseUnavailable()]

    async def update_after_outage(session: Any, chunk: Any, change: int) -> None:
        if change < 0 and failures:
            raise failures.pop()
        await update(session, chunk, change)

    monkeypatch.setattr(timings, "HEARTBEAT_SECONDS", 0.02)
    monkeypatch.setattr(repository, "update_solo_starts", update_after_outage)
    bench.provider.script("alpha", Script(echo=True, chunk_size=100, truncate_after=0, fail_times=1))
    run_id = await bench.start(samples=1, size=1)
    await set_deaths(bench, starts=2)
    await bench.drain(run_id)
    (row,) = await bench.results(run_id)
    assert (row.outcome, failures) == (Outcome.WRONG, [])


async def test_a_sample_that_was_started_alone_too_often_is_quarantined_without_a_call(bench: Bench) -> None:
    run_id = await bench.start(samples=3, size=1)
    await set_deaths(bench, starts=3)
    await bench.drain(run_id)
    rows = await bench.results(run_id)
    assert (rows[0].outcome, rows[0].tries) == (Outcome.QUARANTINED, 3)
    assert sorted(bench.asked()) == ["Say 1.", "Say 2."]

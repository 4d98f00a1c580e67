"""What is remembered of runs, and for how long."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from llmbattler.benchmarks.results.comparisons.service import scores
from llmbattler.benchmarks.results.comparisons.service.entries import find_entry
from llmbattler.benchmarks.runs.models import Result, Run, RunStatus
from llmbattler.benchmarks.suites.models import SuiteVersion
from llmbattler.core.db import Database, Session

from ..finished_runs import finish_run


async def read(session: Session, run: Run) -> tuple[float, float | None]:
    """The mean by values, and by sums."""
    values = await scores.read_values(session, entry=await find_entry(session, text=f"{run.run_id}:alpha"))
    version = await session.get_one(SuiteVersion, run.version_id)
    found = await scores.read_scores(session, run=run, dataset_id=version.dataset_id)
    return float(values.values.mean()), found["alpha", "main"].mean


async def make_right(session: Session, run: Run) -> None:
    await session.execute(update(Result).where(Result.run_id == run.run_id).values(value=1.0, outcome="right"))


async def test_a_finished_run_is_read_once_until_it_is_finished_again(database: Database) -> None:
    async with database.unit() as session:
        run = await finish_run(session, answers={"alpha": [0.0, 1.0]})
        assert await read(session, run) == (0.5, 0.5)
        await make_right(session, run)
        assert await read(session, run) == (0.5, 0.5)
        assert run.finished_at is not None
        run.finished_at += timedelta(minutes=1)
        assert await read(session, run) == (1, 1)


async def test_the_scores_of_a_running_run_are_not_cached(database: Database) -> None:
    async with database.unit() as session:
        run = await finish_run(session, answers={"alpha": [0.0, 1.0]}, status=RunStatus.RUNNING)
        assert await read(session, run) == (0.5, 0.5)
        await make_right(session, run)
        assert await read(session, run) == (1, 1)


async def test_the_cache_is_bounded(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scores, "MAX_SAMPLES", 5)
    monkeypatch.setattr(scores, "MAX_RUNS", 2)
    async with database.unit() as session:
        runs = [await finish_run(session, answers={"alpha": [0.0, 1.0]}) for _ in range(3)]
        for run in (*runs[:2], runs[0], runs[2]):
            assert await read(session, run) == (0.5, 0.5)
        for run in runs:
            await make_right(session, run)
        assert [await read(session, run) for run in (runs[0], runs[2])] == [(0.5, 0.5)] * 2
        assert await read(session, runs[1]) == (1, 1)

"""A suite over time."""

from uuid import uuid4

import pytest

from llmbattler.benchmarks.results.comparisons.schemas import HistoryIn
from llmbattler.benchmarks.results.comparisons.service import list_history
from llmbattler.benchmarks.runs.models import Outcome, RunStatus
from llmbattler.benchmarks.suites.errors import SuiteNotFound
from llmbattler.core.db import Database
from tests.benchmarks.bench_rows import build_suite

from ..finished_runs import finish_run, make_samples


async def test_finished_runs_are_told_oldest_first(database: Database) -> None:
    async with database.unit() as session:
        version = await build_suite(session, samples=make_samples(4))
        new = await finish_run(session, version=version, answers={"alpha": [1.0] * 4}, minute=5)
        old = await finish_run(session, version=version, answers={"alpha": [0.0] * 4, "beta": [0.5] * 4}, minute=1)
        going = {"minute": 9, "status": RunStatus.RUNNING}
        await finish_run(session, version=version, answers={"alpha": [1.0] * 4}, **going)
        await finish_run(session, answers={"alpha": [1.0] * 4})
        found = (await list_history(session, wanted=HistoryIn(suite_id=version.suite_id))).points
        assert [(point.run_id, point.model_id, point.score.mean) for point in found] == [
            (old.run_id, "alpha", 0),
            (old.run_id, "beta", 0.5),
            (new.run_id, "alpha", 1),
        ]
        one = HistoryIn(suite_id=version.suite_id, model_id="beta")
        assert [point.run_id for point in (await list_history(session, wanted=one)).points] == [old.run_id]
        odd = HistoryIn(suite_id=version.suite_id, model_id="be\0ta\0")
        assert len((await list_history(session, wanted=odd)).points) == 1


async def test_every_prompt_has_its_line_and_what_failed_has_none(database: Database) -> None:
    async with database.unit() as session:
        spec = {"prompts": {"main": "{{ question }}", "short": "{{ question }} Be short."}}
        version = await build_suite(session, samples=make_samples(2), spec=spec)
        answers = {"alpha#main": [1.0, 1.0], "alpha#short": [0.0, 1.0], "beta#main": [Outcome.FAILED] * 2}
        await finish_run(session, version=version, answers=answers)
        found = (await list_history(session, wanted=HistoryIn(suite_id=version.suite_id))).points
    assert [(point.model_id, point.prompt, point.score.mean) for point in found] == [
        ("alpha", "main", 1),
        ("alpha", "short", 0.5),
    ]


async def test_an_unknown_suite(database: Database) -> None:
    async with database.unit() as session:
        with pytest.raises(SuiteNotFound):
            await list_history(session, wanted=HistoryIn(suite_id=uuid4()))

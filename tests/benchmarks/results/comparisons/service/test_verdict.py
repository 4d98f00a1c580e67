"""Verdicts on runs, and that the report says the same."""

from uuid import uuid4

import pytest

from llmbattler.benchmarks.results.comparisons.service import judge_run, read_verdict
from llmbattler.benchmarks.results.exports.report.service import build_report
from llmbattler.benchmarks.results.service.lines import load_run
from llmbattler.benchmarks.results.service.totals import count_run
from llmbattler.benchmarks.runs.errors import RunNotFound
from llmbattler.benchmarks.runs.models import Outcome, RunStatus
from llmbattler.core.db import Database

from ..finished_runs import finish_run

ALWAYS, HALF, NEARLY = [1.0] * 40, [0.0, 1.0] * 20, [1.0] * 39 + [0.0]


async def test_the_page_and_the_report_name_the_same_leader(database: Database) -> None:
    answers = {"half#main": HALF, "zebra#main": ALWAYS, "ant#main": ALWAYS, "bee#main": NEARLY}
    async with database.unit() as session:
        run = await finish_run(session, answers=answers)
        found = await read_verdict(session, run_id=run.run_id)
        loaded = await load_run(session, run_id=run.run_id)
        report = await build_report(session, loaded=loaded)
        counted = await judge_run(session, run=await count_run(session, loaded=loaded))
    assert found.sentence == "zebra and ant share the lead with 100.0%; there is no clear difference from bee."
    assert report.summary == [found.sentence]
    assert report.best == "zebra", "the first in the order of the run"
    assert [row.name for row in report.lines] == ["zebra", "ant", "bee", "half"]
    assert (found.leaders, found.unclear) == (["zebra", "ant"], ["bee"])
    assert [one.verdict for one in found.differences][-1] == "worse"
    assert counted == found


async def test_a_run_is_judged_before_it_has_answers(database: Database) -> None:
    async with database.unit() as session:
        run = await finish_run(session, answers={"ant": [Outcome.RETRYING]}, status=RunStatus.RUNNING, finished_at=None)
        found = await read_verdict(session, run_id=run.run_id)
    assert (found.sentence, found.leaders) == ("No answers yet.", [])


async def test_an_unknown_run_has_no_verdict(database: Database) -> None:
    async with database.unit() as session:
        with pytest.raises(RunNotFound):
            await read_verdict(session, run_id=uuid4())

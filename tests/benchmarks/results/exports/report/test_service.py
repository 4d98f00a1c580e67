import pytest

from llmbattler.benchmarks.results.errors import NothingToReport
from llmbattler.benchmarks.results.exports.report.contents import Report
from llmbattler.benchmarks.results.exports.report.service import build_report
from llmbattler.benchmarks.results.service.lines import load_run
from llmbattler.benchmarks.runs.models import Outcome, RunStatus
from llmbattler.core.db import Database, Session
from tests.benchmarks.bench_rows import build_results, build_run, build_suite

RIGHT, WRONG = Outcome.RIGHT, Outcome.WRONG


async def report(session: Session, outcomes: dict[str, list[Outcome]], **columns: object) -> Report:
    samples = max(len(row) for row in outcomes.values())
    run = await build_run(
        session,
        version=await build_suite(session, samples=samples),
        models=list(outcomes),
        chunks=False,
        **{"status": RunStatus.FINISHED, **columns},
    )
    await build_results(session, run=run, outcomes=outcomes)
    return await build_report(session, loaded=await load_run(session, run_id=run.run_id))


async def test_lines_are_ordered_by_score_and_compared_with_the_best(database: Database) -> None:
    async with database.unit() as session:
        found = await report(session, {"low": [WRONG] * 15 + [RIGHT] * 5, "high": [RIGHT] * 20})
    assert [line.name for line in found.lines] == ["high", "low"]
    assert found.best == "high"
    assert [(row.name, row.verdict) for row in found.differences] == [("low", "worse")]
    assert found.asked == "Say 0."
    assert found.notes == []
    assert [sample.number for sample in found.disputed][:2] == ["1", "2"]
    assert found.disputed[0].tally == "1 of 2 answers right"


async def test_one_model_has_no_differences(database: Database) -> None:
    async with database.unit() as session:
        found = await report(session, {"only": [WRONG, RIGHT]})
    assert (found.differences, found.disputed) == ([], [])
    assert [sample.number for sample in found.hardest] == ["1"]


async def test_missing_answers_are_noted(database: Database) -> None:
    async with database.unit() as session:
        found = await report(session, {"a": [RIGHT, RIGHT], "b": [RIGHT]}, status=RunStatus.CANCELLED)
    assert found.notes == ["1 of 4 answers are missing: the run is cancelled. These results are preliminary."]


async def test_a_run_without_answers_has_no_report(database: Database) -> None:
    async with database.unit() as session:
        run = await build_run(session, version=await build_suite(session), chunks=False)
        with pytest.raises(NothingToReport):
            await build_report(session, loaded=await load_run(session, run_id=run.run_id))

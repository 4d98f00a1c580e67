from collections import Counter
from datetime import UTC, datetime

import msgspec
import pytest
from tests.scripts.checkouts import load

from llmbattler.benchmarks.runs.models import RunStatus
from llmbattler.benchmarks.suites.checks.service import check_text

run_files, runs = load("demo_recording.run_files"), load("demo_recording.runs")
UNTIL = datetime(2026, 1, 5, 7, tzinfo=UTC)


def test_the_suite_of_the_demo_has_no_problems_in_both_versions() -> None:
    for number, content in run_files.write_tickets().items():
        checked = check_text(content, folder=None)
        assert checked.problems == []
        assert checked.spec == run_files.load_suite("support-tickets", number).spec


def test_there_are_forty_tickets_for_five_departments() -> None:
    first, second = (run_files.load_suite("support-tickets", number).samples for number in (1, 2))
    assert len({one.fields["text"] for one in second}) == 40
    assert set(Counter(one.target for one in second).values()) == {8}
    assert [one.fields for one in second[: run_files.FIRST]] == [one.fields for one in first]


@pytest.mark.parametrize("suite", ["puzzles", "support-tickets"])
async def test_a_file_has_the_results_until_it_was_paused_and_all_answers(suite: str) -> None:
    run = next(one for one in runs.list_runs(until=UNTIL, seed=1) if one.suite == suite)
    content, said = await run_files.write_run(run, seed=1)
    file = msgspec.json.decode(content)
    total = len(run.models) * len(file["samples"])
    assert (file["run"]["status"] == RunStatus.PAUSED) is run.paused
    assert (file["run"]["finished_at"] is None) is run.paused
    assert (len(file["results"]) < total) is run.paused
    given = sum(len(texts) for by_model in said.values() for texts in by_model.values())
    assert 0.95 * total < given <= total
    assert {text for by_model in said.values() for texts in by_model.values() for text in texts} >= {
        one["answer"] for one in file["results"] if one["answer"]
    }

"""The summary at the end of `make test`."""

from pathlib import Path

import pytest
from tests.scripts.checkouts import load

reports = load("reports")

JUNIT = """<testsuites><testsuite>
<testcase classname="a" name="one" time="0.5"/>
<testcase classname="a" name="two" time="1"><failure message="no"/></testcase>
<testcase classname="a" name="three"><skipped/></testcase>
<testcase classname="a" name="four" time="0"><error/></testcase>
</testsuite></testsuites>"""


def test_cases_are_read(tmp_path: Path) -> None:
    report = tmp_path / "junit.xml"
    report.write_text(JUNIT)
    assert [case.outcome for case in reports.read_cases(report)] == ["passed", "failed", "skipped", "failed"]


@pytest.mark.parametrize("text", [None, "", "<testsuites>"])
def test_a_run_that_died_counts_as_failed(tmp_path: Path, text: str | None) -> None:
    report = tmp_path / "junit.xml"
    if text is not None:
        report.write_text(text)
    suite = reports.summarize("Python", reports.read_cases(report), 1, 3)
    assert (suite.failed, suite.problem) == (1, "Python: no test ran (exit code 3).")


def test_a_missed_gate_is_a_problem() -> None:
    suite = reports.summarize("Web", [reports.Case("a", "passed", 1)], 1, 1, 79.0)
    assert suite.problem.startswith("Web: all tests passed, but the run failed")
    assert "79.0 %" in reports.summary([suite])


def test_the_last_line_is_plain() -> None:
    suites = [reports.Suite("Python", 1200, 0, 3, 100.2, 93.25), reports.Suite("Web", 34, 1, 0, 9.6)]
    lines = reports.summary(suites).splitlines()
    assert lines[-1] == "1234 passed, 1 failed"
    assert len({len(line) for line in lines[:4]}) == 1

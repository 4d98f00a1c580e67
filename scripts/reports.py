"""Read the reports of test runners and print them as one table."""

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Suite:
    name: str
    passed: int
    failed: int
    skipped: int
    seconds: float
    coverage: float | None = None
    problem: str = ""


@dataclass(frozen=True)
class Case:
    name: str
    outcome: str
    seconds: float


def read_cases(junit: Path) -> list[Case]:
    """All tests of a JUnit file; none if the runner crashed before it was written."""
    try:
        tree = ET.parse(junit)  # noqa: S314
    except (OSError, ET.ParseError):
        return []
    return [
        Case(f"{case.get('classname')}::{case.get('name')}", _outcome(case), float(case.get("time") or 0))
        for case in tree.iter("testcase")
    ]


def _outcome(case: ET.Element) -> str:
    kinds = {child.tag for child in case}
    if kinds & {"failure", "error"}:
        return "failed"
    return "skipped" if "skipped" in kinds else "passed"


def summarize(name: str, cases: Sequence[Case], seconds: float, code: int, coverage: float | None = None) -> Suite:
    """`problem` is set if the runner failed without a failed test. A suite without any test counts as failed."""
    counts = {kind: sum(case.outcome == kind for case in cases) for kind in ("passed", "failed", "skipped")}
    problem = ""
    if not cases:
        problem = f"{name}: no test ran (exit code {code})."
        counts["failed"] = 1
    elif code and not counts["failed"]:
        problem = (
            f"{name}: all tests passed, but the run failed (exit code {code}): the coverage gate, or an error above."
        )
    return Suite(name, counts["passed"], counts["failed"], counts["skipped"], seconds, coverage, problem)


def table(rows: Sequence[Sequence[str]]) -> str:
    """Format rows as a table: the first row is the header, the first column text, the others numbers."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]

    def line(row: Sequence[str]) -> str:
        cells = [
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        return f"| {' | '.join(cells)} |"

    rule = f"|{'|'.join('-' * (width + 2) for width in widths)}|"
    return "\n".join([line(rows[0]), rule, *(line(row) for row in rows[1:])])


def summary(suites: Sequence[Suite]) -> str:
    """The table, ending with the line `N passed, N failed` for CI."""
    rows = [("suite", "passed", "failed", "skipped", "seconds", "coverage")]
    rows += [
        (
            suite.name,
            str(suite.passed),
            str(suite.failed),
            str(suite.skipped),
            f"{suite.seconds:.0f}",
            "–" if suite.coverage is None else f"{suite.coverage:.1f} %",
        )
        for suite in suites
    ]
    problems = [suite.problem for suite in suites if suite.problem]
    closing = f"{sum(suite.passed for suite in suites)} passed, {sum(suite.failed for suite in suites)} failed"
    return "\n".join([table(rows), "", *problems, closing])

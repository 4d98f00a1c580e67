"""Run all tests, one suite after the other, and print one summary."""

import json
import os
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

from listed import read_listed, show_listed
from reports import Suite, after_second_try, names_of, read_cases, summarize, summary

ROOT = Path(__file__).resolve().parents[1]
REPORTS = ROOT / ".tools" / "reports"
LISTED = ROOT / "tests" / "cases" / "listed.toml"
PYTHON_GATE = 90
JOURNEYS = "tests/journeys"
PYTEST: list[str | Path] = [ROOT / ".venv/bin/python", "-m", "pytest", "-q", "-m", "not torture"]
# Tests often wait, so more processes than cores are faster. All tests of a file run in one process.
AT_ONCE = ["-n", "4", "--dist", "loadfile", "--no-loadscope-reorder"]
# Each browser uses a whole core.
BROWSERS = ["-n", "2", "--dist", "loadfile", "--no-loadscope-reorder"]
# Up to this many failures may be missed deadlines on a busy machine; more are a bug.
SECOND_TRIES = 5


def run(title: str, command: list[str | Path], cwd: Path = ROOT) -> tuple[int, float]:
    print(f"== {title}", flush=True)
    started = time.monotonic()
    code = subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL, check=False).returncode
    return code, time.monotonic() - started


def run_python(arguments: list[str]) -> Suite:
    """Without the coverage gate if there are arguments for pytest, because they select some of the tests."""
    coverage_report = REPORTS / "python-coverage.json"
    command = [*PYTEST, f"--junitxml={REPORTS / 'python.xml'}"]
    if not arguments:
        command += [
            *AT_ONCE,
            f"--ignore={JOURNEYS}",
            "--cov",
            "--cov-report=term",
            f"--cov-report=json:{coverage_report}",
            f"--cov-fail-under={PYTHON_GATE}",
        ]
    code, seconds = run("Python", command + list(arguments))
    coverage = percent(coverage_report, "totals", "percent_covered")
    suite = summarize("Python", read_cases(REPORTS / "python.xml"), seconds, code, coverage)
    if arguments or coverage is None or coverage < PYTHON_GATE:
        return suite
    return try_again(suite, "python", f"--ignore={JOURNEYS}")


def run_journeys() -> Suite:
    command = [*PYTEST, *BROWSERS, f"--junitxml={REPORTS / 'journeys.xml'}", JOURNEYS]
    code, seconds = run("Browser journeys", command)
    suite = summarize("Journeys", read_cases(REPORTS / "journeys.xml"), seconds, code)
    return try_again(suite, "journeys", JOURNEYS)


def try_again(suite: Suite, report: str, where: str) -> Suite:
    """Run a few failed tests again, alone. Tests that pass now are listed as flaky in the summary."""
    cases = read_cases(REPORTS / f"{report}.xml")
    if not 0 < len(names_of(cases, "failed")) <= SECOND_TRIES:
        return suite
    second = REPORTS / f"{report}-again.xml"
    command = [*PYTEST, f"--junitxml={second}", "--last-failed", "--last-failed-no-failures=none", where]
    code, seconds = run(f"{suite.name}: failed tests, again and alone", command)
    held, shaky = after_second_try(cases, read_cases(second))
    return replace(summarize(suite.name, held, suite.seconds + seconds, code, suite.coverage), shaky=shaky)


def run_web() -> Suite:
    """The coverage gate of 80 % is in web/vite.config.ts."""
    folder = REPORTS / "web"
    command: list[str | Path] = [
        *(ROOT / ".tools/bin/npm", "--silent", "run", "test", "--"),
        *("--reporter=default", "--reporter=junit", f"--outputFile.junit={REPORTS / 'web.xml'}"),
        *(
            "--coverage.reporter=text-summary",
            "--coverage.reporter=json-summary",
            f"--coverage.reportsDirectory={folder}",
        ),
    ]
    code, seconds = run("Web", command, ROOT / "web")
    coverage = percent(folder / "coverage-summary.json", "total", "lines", "pct")
    return summarize("Web", read_cases(REPORTS / "web.xml"), seconds, code, coverage)


def percent(report: Path, *keys: str) -> float | None:
    try:
        value = json.loads(report.read_text())
        for key in keys:
            value = value[key]
        return float(value)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def main(arguments: list[str]) -> int:
    # Tests start about three hundred Python processes, which should share compiled bytecode.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    shutil.rmtree(REPORTS, ignore_errors=True)
    REPORTS.mkdir(parents=True)
    suites = [run_python(arguments)]
    if not arguments:
        suites += [run_journeys(), run_web()]
        cases = [case for name in ("python", "journeys") for case in read_cases(REPORTS / f"{name}.xml")]
        print(f"\n{show_listed(read_listed(LISTED), cases)}", flush=True)
    print(f"\n{summary(suites)}", flush=True)
    return 1 if any(suite.failed or suite.problem for suite in suites) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

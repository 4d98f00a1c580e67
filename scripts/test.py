"""Run all tests, one suite after the other, and print one summary."""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import coverage_report
from listed import read_listed, show_listed
from reports import Suite, read_cases, summarize, summary

ROOT = Path(__file__).resolve().parents[1]
REPORTS = ROOT / ".tools" / "reports"
LISTED = ROOT / "tests" / "cases" / "listed.toml"
PYTHON_GATE = 90
JOURNEYS = "tests/journeys"
PYTEST: list[str | Path] = [ROOT / ".venv/bin/python", "-m", "pytest", "-q", "-m", "not torture"]
# Tests often wait, so more processes than cores are faster. Forked processes are unsafe on macOS.
AT_ONCE = ["--workers=4"] if sys.platform == "linux" else []
# Each browser uses a whole core.
BROWSERS = ["--workers=2"]
SUITES = ("python", "journeys", "web")
# What also runs on systems without a browser and a sandbox.
QUICK = "(pure or database) and not torture"


def run(title: str, command: list[str | Path], cwd: Path = ROOT) -> tuple[int, float]:
    print(f"== {title}", flush=True)
    started = time.monotonic()
    code = subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL, check=False).returncode
    return code, time.monotonic() - started


def run_python(options: argparse.Namespace) -> Suite:
    """Arguments for pytest select some of the tests."""
    folder = REPORTS / "python-coverage"
    command = [*PYTEST, f"--junitxml={REPORTS / 'python.xml'}"]
    if options.quick:
        command += ["-m", QUICK]
    if not options.pytest:
        command += [*AT_ONCE, f"--ignore={JOURNEYS}", *shard(options)]
    if options.coverage:
        command += ["-p", "tests.coverage_plugin", f"--coverage-folder={folder}"]
    code, seconds = run("Python", command + list(options.pytest))
    coverage = None
    if options.coverage:
        coverage = coverage_report.report(folder, ROOT / "src" / "llmbattler")
        if coverage < PYTHON_GATE:
            print(f"Only {coverage:.1f} % of lines and branches are covered; the minimum is {PYTHON_GATE} %.")
            code = code or 1
    return summarize("Python", read_cases(REPORTS / "python.xml"), seconds, code, coverage)


def run_journeys(options: argparse.Namespace) -> Suite:
    command = [*PYTEST, *BROWSERS, f"--junitxml={REPORTS / 'journeys.xml'}", *shard(options), JOURNEYS]
    code, seconds = run("Browser journeys", command)
    return summarize("Journeys", read_cases(REPORTS / "journeys.xml"), seconds, code)


def shard(options: argparse.Namespace) -> list[str]:
    return [f"--shard={options.shard}"] if options.shard else []


def run_web(options: argparse.Namespace) -> Suite:
    """The coverage gate of 80 % is in web/vite.config.ts."""
    folder = REPORTS / "web"
    command: list[str | Path] = [
        *(ROOT / ".tools/bin/npm", "--silent", "run", "test", "--"),
        *("--reporter=default", "--reporter=junit", f"--outputFile.junit={REPORTS / 'web.xml'}"),
    ]
    if options.coverage:
        command += ["--coverage", "--coverage.reporter=text-summary", "--coverage.reporter=json-summary"]
        command += [f"--coverage.reportsDirectory={folder}"]
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


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--coverage", action="store_true", help="measure what the tests cover, and require the minimum")
    parser.add_argument("--only", choices=SUITES, help="one of the suites")
    parser.add_argument("--shard", help="one part of the files of a suite, such as 1/3")
    parser.add_argument("--quick", action="store_true", help="without tests that start processes or browsers")
    parser.add_argument("pytest", nargs="*", help="arguments for pytest, which select some of the Python tests")
    return parser.parse_args()


def main() -> int:
    options = read_options()
    # Tests start about three hundred Python processes, which should share compiled bytecode.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    shutil.rmtree(REPORTS, ignore_errors=True)
    REPORTS.mkdir(parents=True)
    only = "python" if options.pytest or options.quick else options.only
    runs = {"python": run_python, "journeys": run_journeys, "web": run_web}
    suites = [run(options) for name, run in runs.items() if only in {None, name}]
    if only is None:
        cases = [case for name in ("python", "journeys") for case in read_cases(REPORTS / f"{name}.xml")]
        print(f"\n{show_listed(read_listed(LISTED), cases)}", flush=True)
    print(f"\n{summary(suites)}", flush=True)
    return 1 if any(suite.failed or suite.problem for suite in suites) else 0


if __name__ == "__main__":
    sys.exit(main())

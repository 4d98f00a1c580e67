"""Run all tests and print one summary. The browser journeys and the web tests run beside the Python tests."""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
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
# Lanes run at the same time, because tests often wait. The suites of a lane run one after the other.
LANES = (("python",), ("journeys", "web"))
SUITES = tuple(name for lane in LANES for name in lane)
# What also runs on systems without a browser and a sandbox.
QUICK = "(pure or database) and not torture"


def run(name: str, command: list[str | Path], cwd: Path = ROOT, *, beside: bool = False) -> tuple[int, float]:
    """Run a suite. What runs beside another one is shown when it has ended, so that their lines are not mixed."""
    print(f"== {name}\n", end="", flush=True)
    output = subprocess.PIPE if beside else None
    started = time.monotonic()
    done = subprocess.run(
        command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, text=True, check=False
    )
    seconds = time.monotonic() - started
    if beside:
        print(f"\n== {name}, {seconds:.0f} s\n{done.stdout}", flush=True)
    return done.returncode, seconds


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
    code, seconds = run("Browser journeys", command, beside=options.only is None)
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
    code, seconds = run("Web", command, ROOT / "web", beside=options.only is None)
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


RUNS = {"python": run_python, "journeys": run_journeys, "web": run_web}


def run_lane(lane: tuple[str, ...], options: argparse.Namespace) -> list[Suite]:
    return [RUNS[name](options) for name in lane if options.only in {None, name}]


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
    if options.pytest or options.quick:
        options.only = "python"
    with ThreadPoolExecutor() as at_once:
        lanes = [at_once.submit(run_lane, lane, options) for lane in LANES]
        suites = [suite for lane in lanes for suite in lane.result()]
    if options.only is None:
        cases = [case for name in ("python", "journeys") for case in read_cases(REPORTS / f"{name}.xml")]
        print(f"\n{show_listed(read_listed(LISTED), cases)}", flush=True)
    print(f"\n{summary(suites)}", flush=True)
    return 1 if any(suite.failed or suite.problem for suite in suites) else 0


if __name__ == "__main__":
    sys.exit(main())

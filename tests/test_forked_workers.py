"""The plugin that runs test files in forked processes, tried on small suites of its own."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[1]
PASSING = """
import os

import pytest

@pytest.fixture(scope="session")
def started(tmp_path_factory):
    yield os.getpid()
    (tmp_path_factory.getbasetemp().parent / f"ended-{os.getpid()}").touch()

def test_one(started):
    print("hello from", os.environ["TEST_WORKER"])

def test_two(started):
    assert started == os.getpid()
"""
FAILING = """
def test_wrong():
    print("printed before it failed")
    assert 1 == 2

def test_after():
    pass
"""
CRASHING = """
import os

def test_before():
    pass

def test_crash():
    os._exit(3)

def test_after_the_crash():
    pass
"""
HANGING = """
import threading

import pytest

@pytest.mark.timeout(0.5, method="thread")
def test_hang():
    threading.Event().wait()

def test_after_the_hang():
    pass
"""


def run(folder: Path, *arguments: str) -> tuple[subprocess.CompletedProcess[str], dict[str, str]]:
    """Run the tests of a folder, and return how each of them went."""
    report = folder / "report.xml"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.forked_workers", "-p", "no:cacheprovider"]
    command += ["--workers=2", f"--junitxml={report}", f"--rootdir={folder}"]
    (folder / "pytest.ini").write_text("[pytest]\n")
    done = subprocess.run(
        [*command, "-c", str(folder / "pytest.ini"), *arguments, str(folder)],
        cwd=ROOT,
        env={**os.environ, "PYTEST_DEBUG_TEMPROOT": str(folder)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    cases = ElementTree.parse(report).iter("testcase")  # noqa: S314 - written by pytest
    return done, {case.attrib["name"]: "failed" if len(case) else "passed" for case in cases}


def test_failures_and_crashes_are_reported_and_everything_else_runs(tmp_path: Path) -> None:
    for name, text in (("passing", PASSING), ("failing", FAILING), ("crashing", CRASHING), ("hanging", HANGING)):
        (tmp_path / f"test_{name}.py").write_text(text)
    done, results = run(tmp_path)
    assert results == {
        "test_one": "passed",
        "test_two": "passed",
        "test_wrong": "failed",
        "test_after": "passed",
        "test_before": "passed",
        "test_crash": "failed",
        "test_after_the_crash": "passed",
        "test_hang": "failed",
        "test_after_the_hang": "passed",
    }
    assert done.returncode == 1
    assert "3 failed, 6 passed" in done.stdout
    assert "printed before it failed" in done.stdout
    assert "hello from" not in done.stdout
    assert "The process of this test ended with exit code 3." in done.stdout
    assert "threading.Event().wait()" in done.stdout, "the stack of the test that hangs"
    assert len(list(tmp_path.glob("pytest-of-*/ended-*"))) == 1  # fixtures of the session are closed


def test_no_more_files_start_after_the_failures_that_are_allowed(tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text(FAILING)
    for number in range(20):
        (tmp_path / f"test_b{number}.py").write_text(f"import time\n\ndef test_{number}():\n    time.sleep(0.05)\n")
    done, results = run(tmp_path, "--maxfail=1")
    assert done.returncode != 0
    assert len(results) < 20


def test_tests_that_cannot_be_collected_fail(tmp_path: Path) -> None:
    (tmp_path / "test_broken.py").write_text("import nothing_of_this_name\n")
    done, _ = run(tmp_path)
    assert done.returncode == 2

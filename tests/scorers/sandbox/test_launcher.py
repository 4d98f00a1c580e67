"""The launcher outside of a sandbox."""

import subprocess
import sys
from pathlib import Path

import pytest

from llmbattler.scorers.sandbox import limits
from llmbattler.scorers.sandbox.limits import Limits

LAUNCHER = (Path(limits.__file__).parent / "launcher.py").read_text()


def launch(program: str, stdin: str = "", *, missing: int = 0) -> "subprocess.CompletedProcess[str]":
    order = Limits(seconds=5, memory_mb=300).order(program=program.encode(), uid=0, processes=-1)
    sent = program[: len(program) - missing] + stdin
    return subprocess.run(
        [sys.executable, "-I", "-S", "-c", LAUNCHER, order, ""],
        input=sent,
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )


def test_the_program_runs_as_main_with_the_rest_of_the_input() -> None:
    ran = launch("import sys\nprint(__name__, sys.argv, sys.stdin.read())\nexit(3)", stdin="hello")
    assert (ran.stdout, ran.returncode) == ("__main__ ['program.py'] hello\n", 3)


@pytest.mark.parametrize(
    ("limit", "value"),
    [("RLIMIT_CORE", 0), ("RLIMIT_CPU", 6), ("RLIMIT_NOFILE", 64), ("RLIMIT_FSIZE", limits.TEMPORARY_BYTES)],
)
def test_limits_are_set_before_the_program_starts(limit: str, value: int) -> None:
    ran = launch(f"import resource\nprint(resource.getrlimit(resource.{limit}))")
    assert ran.stdout == f"({value}, {value})\n"


def test_an_incomplete_program_is_not_run() -> None:
    ran = launch("print('ran')", missing=1)
    assert (ran.stdout, ran.stderr) == ("", "the parent process is gone\n")

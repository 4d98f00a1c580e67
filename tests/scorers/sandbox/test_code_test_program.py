"""The program outside of a sandbox, with trusted code."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from llmbattler.scorers.sandbox import limits

PROGRAM = Path(limits.__file__).parent / "code_test_program.py"


def run(code: str, tests: str, entry_point: str | None = None) -> list[tuple[str, dict[str, Any]]]:
    order = {"word": "w", "code": code, "tests": tests, "entry_point": entry_point}
    ran = subprocess.run(
        [sys.executable, "-I", "-S", PROGRAM],
        input=json.dumps(order),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    assert {word for word, _, _ in lines} == {"w"}
    return [(what, more) for _, what, more in lines]


def list_asserts(lines: list[tuple[str, dict[str, Any]]]) -> list[bool]:
    return [more["good"] for what, more in lines if what == "assert"]


def test_every_assert_is_recorded() -> None:
    lines = run("def f(n): return n + 1", "assert f(1) == 2\nassert f(1) == 3\nassert f(2) == 3")
    assert lines[0][0] == "ready"
    assert lines[1] == ("sites", {"sites": ["f(1) == 2", "f(1) == 3", "f(2) == 3"]})
    assert list_asserts(lines) == [True, False, True]
    assert lines[3][1]["got"] == "2"
    assert lines[-1][0] == "end"


def test_a_function_check_is_called_with_the_entry_point() -> None:
    assert list_asserts(run("def f(n): return n", "def check(candidate):\n    assert candidate(1) == 1", "f")) == [True]
    (stopped,) = [more for what, more in run("g = 1", "def check(c): pass", "f") if what == "stopped"]
    assert "name 'f' is not defined" in stopped["error"]


@pytest.mark.parametrize(
    "value",
    ["[1, (2, {3})]", "{'a': [1.5, None]}", "b'x'", "range(3)", "2 + 3j", "__import__('decimal').Decimal('1.5')"],
)
def test_plain_values_survive_the_way_to_the_tests(value: str) -> None:
    assert list_asserts(run(f"def f(): return {value}", f"assert f() == {value}")) == [True]


def test_changes_of_mutable_arguments_are_seen() -> None:
    assert list_asserts(run("def f(x): x.append(3)", "x = [1]\nf(x)\nassert x == [1, 3]")) == [True]


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("raise SystemExit(0)", "broken"),
        ("import os\ndef f(): os._exit(0)", "gone"),
        ("def f(:", "broken"),
    ],
)
def test_code_that_ends_early_does_not_pass(code: str, what: str) -> None:
    lines = run(code, "assert f() == 1")
    assert lines[-1][0] == what
    assert True not in list_asserts(lines)


def test_an_object_that_equals_everything_does_not_pass() -> None:
    code = "class Same:\n    def __eq__(self, other): return True\ndef f(): return Same()"
    assert list_asserts(run(code, "assert f() == 1")) == [False]


def test_errors_of_the_code_reach_the_tests() -> None:
    tests = "try:\n    f()\n    assert 0 == 1\nexcept KeyError:\n    assert 1 == 1"
    assert list_asserts(run("def f(): return {}['x']", tests)) == [True]

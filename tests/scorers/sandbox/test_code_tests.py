import json
from typing import Any

import pytest

from llmbattler.scorers.contract import SandboxResult
from llmbattler.scorers.errors import NoSandbox
from llmbattler.scorers.sandbox.code_tests import CodeTestResult, run_code_tests

SITES = ("sites", {"sites": ["f(1) == 1", "f(2) == 2"]})


def passed(site: int, *, good: bool = True, got: str | None = None, error: str | None = None) -> tuple[str, Any]:
    return ("assert", {"site": site, "good": good, "got": got, "error": error})


class FakeSandbox:
    """Writes these messages, signed with the word of the order."""

    def __init__(self, *messages: tuple[str, Any], stopped_for: str | None = None, noise: str = "") -> None:
        self.messages, self.stopped_for, self.noise = messages, stopped_for, noise

    async def run(self, program: str, *, seconds: float, memory_mb: int, stdin: str = "") -> SandboxResult:  # noqa: ARG002
        word = json.loads(stdin)["word"]
        lines = [json.dumps([word, *message]) for message in self.messages]
        code = None if self.stopped_for else 0
        return SandboxResult("\n".join([*lines, self.noise]), "", code, self.stopped_for)


async def examine(*messages: tuple[str, Any], **options: Any) -> CodeTestResult:
    sandbox = FakeSandbox(("ready", {}), *messages, **options)
    return await run_code_tests(sandbox, code="", tests="", entry_point=None, seconds=1, memory_mb=64)


async def test_all_asserts_must_hold() -> None:
    good = await examine(SITES, passed(0), passed(1), ("end", {}))
    assert (good.passed, good.share, good.trouble) == (True, 1.0, None)
    half = await examine(SITES, passed(0), passed(1, good=False, got="3"), ("end", {}))
    assert (half.passed, half.share, half.assertions[1].said) == (False, 0.5, "got 3")


async def test_an_assert_in_a_loop_must_hold_every_time() -> None:
    result = await examine(SITES, passed(0), passed(0, good=False), passed(0), ("end", {}))
    assert [one.held for one in result.assertions] == [False]


async def test_asserts_that_were_not_reached_count_only_if_the_tests_did_not_finish() -> None:
    finished = await examine(SITES, passed(0), ("end", {}))
    assert finished.passed
    stopped = await examine(SITES, passed(0), stopped_for="time")
    assert (stopped.share, stopped.trouble) == (0.5, "It exceeded the time limit.")
    assert stopped.assertions[1].said == "not reached"


@pytest.mark.parametrize(
    ("messages", "trouble"),
    [
        ([("broken", {"error": "SyntaxError: x"})], "The code failed: SyntaxError: x"),
        ([("stopped", {"error": "KeyError: x"})], "The tests stopped: KeyError: x"),
        ([], "The code ended the program before the tests finished."),
    ],
)
async def test_the_reason_is_reported(messages: list[tuple[str, Any]], trouble: str) -> None:
    result = await examine(*messages)
    assert (result.trouble, result.passed) == (trouble, False)


async def test_lines_without_the_signing_word_are_ignored() -> None:
    result = await examine(SITES, passed(0, good=False), ("end", {}), noise='["x", "assert", {"site": 0}]\n{')
    assert [one.held for one in result.assertions] == [False]


async def test_tests_without_asserts_do_not_pass() -> None:
    assert not (await examine(("sites", {"sites": []}), ("end", {}))).passed


async def test_a_sandbox_that_does_not_start_the_program_is_an_error() -> None:
    with pytest.raises(NoSandbox, match="failed before the tests started"):
        await run_code_tests(FakeSandbox(), code="", tests="", entry_point=None, seconds=1, memory_mb=64)

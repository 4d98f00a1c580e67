"""Runs a suite's tests on a model's code in a sandbox."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..contract import Sandbox
from ..errors import NoSandbox

_PROGRAM = (Path(__file__).parent / "code_test_program.py").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Assertion:
    """One assert of the tests. An assert in a loop holds if it held every time."""

    text: str
    held: bool
    said: str
    """The actual value or the error; empty if it held."""


@dataclass(frozen=True, slots=True)
class CodeTestResult:
    """The result of the tests."""

    assertions: tuple[Assertion, ...]
    trouble: str | None
    """Why the tests did not finish; `None` if they did."""

    @property
    def passed(self) -> bool:
        """False also if the tests contain no assert."""
        return self.trouble is None and bool(self.assertions) and all(one.held for one in self.assertions)

    @property
    def share(self) -> float:
        held = sum(one.held for one in self.assertions)
        return held / len(self.assertions) if self.assertions else 0.0


async def run_code_tests(
    sandbox: Sandbox, *, code: str, tests: str, entry_point: str | None, seconds: float, memory_mb: int
) -> CodeTestResult:
    word = secrets.token_hex(16)
    order = {"word": word, "code": code, "tests": tests, "entry_point": entry_point}
    ran = await sandbox.run(_PROGRAM, seconds=seconds, memory_mb=memory_mb, stdin=json.dumps(order))
    lines = _read(ran.output, word)
    if not any(what == "ready" for what, _ in lines):
        why = ran.errors.strip().splitlines()[-1:] or [f"ended with {ran.exit_code}, {ran.stopped_for}"]
        raise NoSandbox(f"The sandbox failed before the tests started: {why[0]}")
    trouble = _find_trouble(lines, ran.stopped_for)
    return CodeTestResult(_collect(lines, all_of_them=trouble is not None), trouble)


def _read(output: str, word: str) -> list[tuple[str, dict[str, Any]]]:
    """Lines signed with the secret word. The last line may be cut off."""
    lines = []
    for line in output.splitlines():
        try:
            signed, what, more = json.loads(line)
        except ValueError:
            continue
        if signed == word:
            lines.append((what, more))
    return lines


def _find_trouble(lines: Sequence[tuple[str, dict[str, Any]]], stopped_for: str | None) -> str | None:
    messages = dict(lines)
    if stopped_for is not None:
        return f"It exceeded the {stopped_for} limit."
    if "broken" in messages:
        return f"The code failed: {messages['broken']['error']}"
    if "stopped" in messages:
        return f"The tests stopped: {messages['stopped']['error']}"
    return None if "end" in messages else "The code ended the program before the tests finished."


def _collect(lines: Sequence[tuple[str, dict[str, Any]]], *, all_of_them: bool) -> tuple[Assertion, ...]:
    """Each assert once. Asserts that were not reached count as failed if the tests did not finish."""
    sites: list[str] = next((more["sites"] for what, more in lines if what == "sites"), [])
    seen: dict[int, Assertion] = {}
    for what, more in lines:
        if what == "assert" and (more["site"] not in seen or not more["good"]):
            said = more["error"] or (f"got {more['got']}" if more["got"] is not None else "")
            seen[more["site"]] = Assertion(sites[more["site"]], more["good"], said)
    if all_of_them:
        return tuple(seen.get(place) or Assertion(text, False, "not reached") for place, text in enumerate(sites))
    return tuple(seen[place] for place in sorted(seen))

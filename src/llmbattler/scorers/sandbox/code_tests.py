"""A model's code and a suite's tests, put together and run in a sandbox."""

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
    """One assert of the tests; in a loop it holds only if it held every time."""

    text: str
    held: bool
    said: str
    """What was there instead, or what went wrong; empty where it held."""


@dataclass(frozen=True, slots=True)
class CodeTestResult:
    """What the tests found."""

    assertions: tuple[Assertion, ...]
    trouble: str | None
    """Why the tests did not run to their end, in words."""

    @property
    def passed(self) -> bool:
        """Tests that assert nothing show nothing."""
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
        raise NoSandbox(f"The sandbox did not come as far as the tests: {why[0]}")
    trouble = _name_trouble(lines, ran.stopped_for)
    return CodeTestResult(_collect(lines, all_of_them=trouble is not None), trouble)


def _read(output: str, word: str) -> list[tuple[str, dict[str, Any]]]:
    """Lines that carry the word; a last one may be cut."""
    lines = []
    for line in output.splitlines():
        try:
            signed, what, more = json.loads(line)
        except ValueError:
            continue
        if signed == word:
            lines.append((what, more))
    return lines


def _name_trouble(lines: Sequence[tuple[str, dict[str, Any]]], stopped_for: str | None) -> str | None:
    told = dict(lines)
    if stopped_for is not None:
        return f"It ran into its limit of {stopped_for}."
    if "broken" in told:
        return f"The code itself fails: {told['broken']['error']}"
    if "stopped" in told:
        return f"The tests stopped: {told['stopped']['error']}"
    return None if "end" in told else "The code ended the program before the tests were through."


def _collect(lines: Sequence[tuple[str, dict[str, Any]]], *, all_of_them: bool) -> tuple[Assertion, ...]:
    """Each assert once. Those never reached count where the tests did not come to their end, and else do not."""
    sites: list[str] = next((more["sites"] for what, more in lines if what == "sites"), [])
    seen: dict[int, Assertion] = {}
    for what, more in lines:
        if what == "assert" and (more["site"] not in seen or not more["good"]):
            said = more["error"] or (f"got {more['got']}" if more["got"] is not None else "")
            seen[more["site"]] = Assertion(sites[more["site"]], more["good"], said)
    if all_of_them:
        return tuple(seen.get(place) or Assertion(text, False, "not reached") for place, text in enumerate(sites))
    return tuple(seen[place] for place in sorted(seen))

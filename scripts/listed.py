"""The listed cases, the tests that cover them, and their results."""

import ast
import re
import textwrap
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from reports import Case, table

WIDTH = 100
TITLES = {
    "attacks": "Attacks",
    "faults": "Faults",
    "votes": "Votes",
    "side_channels": "Side channels",
    "hardening": "Hardening",
}
KINDS = ("green", "failed", "skipped", "not run", "elsewhere", "later")
_ID = re.compile(r"(?<=_)[afhsv]\d\d(?=_)")
_WORST = ("failed", "skipped", "passed")


@dataclass(frozen=True)
class Listed:
    id: str
    what: str
    later: str = ""
    elsewhere: str = ""


def read_listed(path: Path) -> dict[str, list[Listed]]:
    """The cases of each list, in order."""
    lists = tomllib.loads(path.read_text())
    return {name: [Listed(case, **facts) for case, facts in cases.items()] for name, cases in lists.items()}


def find_ids(test: str) -> list[str]:
    """The cases that a test covers: `test_a21_a22_…` covers two."""
    return [found.upper() for found in _ID.findall(f"{test.partition('[')[0]}_")]


def find_tests(folder: Path) -> dict[str, set[Path]]:
    """The test files below a folder that cover each case."""
    found: dict[str, set[Path]] = {}
    for path in folder.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                for id_ in find_ids(node.name):
                    found.setdefault(id_, set()).add(path)
    return found


def show_listed(lists: Mapping[str, Sequence[Listed]], cases: Sequence[Case]) -> str:
    """One row for each list, then the ids, then the names of tests that did not pass."""
    outcomes = judge(cases)
    rows: list[tuple[str, ...]] = [("listed cases", "listed", *KINDS)]
    details = []
    for name, listed in lists.items():
        title, kinds = TITLES.get(name, name), sort_out(listed, outcomes)
        rows.append((title, str(len(listed)), *(str(len(kinds[kind])) for kind in KINDS)))
        order = [case.id for case in listed]
        details += [_wrap(f"{title}, {kind}: {shorten(ids, order)}") for kind, ids in kinds.items() if ids]
    return "\n".join([table(rows), "", *details, *_names(cases)])


def judge(cases: Iterable[Case]) -> dict[str, str]:
    """The worst outcome among all tests of each case."""
    found: dict[str, str] = {}
    for case in cases:
        for id_ in find_ids(_test(case)):
            found[id_] = min(found.get(id_, case.outcome), case.outcome, key=_WORST.index)
    return found


def sort_out(listed: Iterable[Listed], outcomes: Mapping[str, str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for case in listed:
        found[_kind(case, outcomes.get(case.id))].append(case.id)
    return found


def _kind(case: Listed, outcome: str | None) -> str:
    if outcome is not None:
        return "green" if outcome == "passed" else outcome
    if case.later:
        return "later"
    return "elsewhere" if case.elsewhere else "not run"


def _names(cases: Iterable[Case]) -> list[str]:
    return [f"{case.outcome}: {_test(case)}" for case in cases if case.outcome != "passed" and find_ids(_test(case))]


def _test(case: Case) -> str:
    return case.name.partition("::")[2]


def _wrap(line: str) -> str:
    return textwrap.fill(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False)


def shorten(ids: Collection[str], listed: Sequence[str]) -> str:
    """Join consecutive ids to a range: `A01–A04 A07`."""
    runs: list[list[str]] = []
    neighbor = False
    for one in listed:
        if one in ids:
            if neighbor:
                runs[-1].append(one)
            else:
                runs.append([one])
        neighbor = one in ids
    return " ".join(
        run[0] if len(run) == 1 else f"{run[0]} {run[1]}" if len(run) == 2 else f"{run[0]}–{run[-1]}"  # noqa: PLR2004
        for run in runs
    )

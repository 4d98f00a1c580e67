"""Write docs/cases.md: every listed case and the tests that cover it."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from listed import TITLES, Listed, find_tests, read_listed

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "cases.md"
LISTED = ROOT / "tests" / "cases" / "listed.toml"
INTRODUCTION = """# Listed cases

Attacks, side channels, faults and dishonest votes that llmbattler is tested against. Each case has an id, and the tests
that cover it have the id in their name: `.venv/bin/pytest -k h12` runs those of H12. `make test` prints the result of
every case. [Security](security.md) explains the defenses.

`make docs` writes this page from `tests/cases/listed.toml`.
"""


def make_page(lists: Mapping[str, Sequence[Listed]], tests: Mapping[str, Iterable[Path]], root: Path) -> str:
    parts = [INTRODUCTION]
    for name, cases in lists.items():
        rows = [f"| {case.id} | {case.what} | {_show_places(case, tests.get(case.id, ()), root)} |" for case in cases]
        parts.append("\n".join([f"## {TITLES[name]}", "", "| id | case | covered by |", "|---|---|---|", *rows, ""]))
    return "\n".join(parts)


def _show_places(case: Listed, tests: Iterable[Path], root: Path) -> str:
    places = sorted(path.relative_to(root).as_posix() for path in tests)
    if case.elsewhere and not places:
        places = [case.elsewhere]
    return ", ".join(f"`{place}`" for place in places) or case.later


def main() -> int:
    PAGE.write_text(make_page(read_listed(LISTED), find_tests(ROOT / "tests"), ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())

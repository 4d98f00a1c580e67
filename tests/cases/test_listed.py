"""Every listed case has a test. The lists are in `listed.toml`, beside this file."""

import importlib
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]


def load(name: str) -> ModuleType:
    sys.path.insert(0, str(ROOT / "scripts"))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(ROOT / "scripts"))


listed = load("listed")
LISTS = listed.read_listed(Path(__file__).with_name("listed.toml"))
CASES = [case for cases in LISTS.values() for case in cases]


@cache
def find_tested() -> set[str]:
    return set(listed.find_tests(ROOT / "tests"))


def test_every_listed_case_has_a_test() -> None:
    excused = {case.id for case in CASES if case.later or case.elsewhere}
    missing = [case for case in CASES if case.id not in find_tested() | excused]
    assert not missing, f"write a test with the id in its name: {missing}"


def test_nothing_is_put_off_that_has_a_test() -> None:
    stale = [case.id for case in CASES if case.later and case.id in find_tested()]
    assert not stale, f"remove `later` from these in tests/cases/listed.toml: {stale}"


def test_every_id_in_a_name_is_listed() -> None:
    unknown = find_tested() - {case.id for case in CASES}
    assert not unknown, f"these are in no list: {sorted(unknown)}"


def test_what_is_shown_elsewhere_is_there() -> None:
    documents = [page.read_text() for page in (ROOT / "docs").glob("*.md")]
    for case in (case for case in CASES if case.elsewhere):
        assert (ROOT / case.elsewhere).is_file(), case
        assert any(case.id in page for page in documents), case


def test_ids_stand_in_order_once() -> None:
    ids = [case.id for case in CASES]
    assert len(set(ids)) == len(ids)
    for cases in LISTS.values():
        assert [case.id for case in cases] == sorted(case.id for case in cases)
        assert all(case.what for case in cases)

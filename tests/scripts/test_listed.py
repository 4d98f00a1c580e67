"""The table of listed cases that `make test` prints."""

from pathlib import Path

from tests.scripts.checkouts import SCRIPTS, load

listed = load("listed")
Case = load("reports").Case

LISTS = """
[attacks]
A01 = { what = "one" }
A02 = { what = "two" }
A04 = { what = "three" }
A05 = { what = "four", later = "not built yet" }
[faults]
F01 = { what = "one" }
F02 = { what = "two", elsewhere = "perf/two.py" }
F13 = { what = "three" }
"""


def show(tmp_path: Path, **outcomes: str) -> list[str]:
    (tmp_path / "listed.toml").write_text(LISTS)
    cases = [Case(f"tests.cases.test_it::{name}", outcome, 1) for name, outcome in outcomes.items()]
    shown: str = listed.show_listed(listed.read_listed(tmp_path / "listed.toml"), cases)
    return shown.splitlines()


def test_names_tell_their_cases() -> None:
    assert listed.find_ids("test_a21_a22_others_objects") == ["A21", "A22"]
    assert listed.find_ids("test_f12_b_x[a34_b]") == ["F12"]
    assert listed.find_ids("test_v01") == ["V01"]
    assert listed.find_ids("test_utf16_and_sha256_and_a100_gpus") == []


def test_every_list_has_a_row(tmp_path: Path) -> None:
    lines = show(tmp_path, test_a01_x="passed", test_a02_a04_x="passed", test_f01_x="passed", test_other="failed")
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:4]]
    assert cells == [["Attacks", "4", "3", "0", "0", "0", "0", "1"], ["Faults", "3", "1", "0", "0", "1", "1", "0"]]
    assert lines[5:] == [
        "Attacks, green: A01–A04",
        "Attacks, later: A05",
        "Faults, green: F01",
        "Faults, not run: F13",
        "Faults, elsewhere: F02",
    ]


def test_what_is_not_green_is_named(tmp_path: Path) -> None:
    lines = show(tmp_path, test_a01_x="passed", test_a01_y="failed", test_a02_z="skipped", test_a04_z="passed")
    assert "Attacks, failed: A01" in lines
    assert "Attacks, skipped: A02" in lines
    assert lines[-2:] == ["failed: test_a01_y", "skipped: test_a02_z"]


def test_it_fits_a_terminal() -> None:
    lists = listed.read_listed(SCRIPTS.parent / "tests/cases/listed.toml")
    every_other = [case.id.lower() for cases in lists.values() for case in cases][::2]
    cases = [Case(f"tests::test_{one}_x", "passed", 1) for one in every_other]
    lines = listed.show_listed(lists, cases).splitlines()
    assert max(map(len, lines)) <= 100
    green = [Case(f"tests::test_{case.id.lower()}_x", "passed", 1) for cases in lists.values() for case in cases]
    assert len(listed.show_listed(lists, green).splitlines()) <= 14

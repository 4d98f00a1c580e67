"""The page of listed cases is what the lists and the tests say."""

from pathlib import Path

from tests.scripts.checkouts import load

case_list = load("case_list")
listed = load("listed")


def test_the_page_in_the_docs_is_up_to_date() -> None:
    page = case_list.make_page(
        listed.read_listed(case_list.LISTED), listed.find_tests(case_list.ROOT / "tests"), case_list.ROOT
    )
    assert case_list.PAGE.read_text() == page, "Run `make docs`."


def test_a_case_names_its_tests_or_the_file_that_explains_it(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_one.py").write_text("def test_h01_h02_two_cases(): ...\n")
    (tmp_path / "tests" / "test_two.py").write_text("async def test_h02_again(): ...\n\ndef h03_is_no_test(): ...\n")
    cases = [
        listed.Listed("H01", "one"),
        listed.Listed("H02", "two"),
        listed.Listed("H03", "three", elsewhere="perf/three.py"),
        listed.Listed("H04", "four", later="a fourth wheel"),
    ]
    page = case_list.make_page({"hardening": cases}, listed.find_tests(tmp_path / "tests"), tmp_path)
    assert page.splitlines()[-4:] == [
        "| H01 | one | `tests/test_one.py` |",
        "| H02 | two | `tests/test_one.py`, `tests/test_two.py` |",
        "| H03 | three | `perf/three.py` |",
        "| H04 | four | a fourth wheel |",
    ]

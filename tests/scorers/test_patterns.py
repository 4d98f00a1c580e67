import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.scorers import patterns
from llmbattler.scorers.errors import BadOptions, PatternTooSlow
from llmbattler.scorers.patterns import LONGEST_PATTERN, SECONDS, SafePattern


def test_finds_groups_by_number_and_name() -> None:
    found = SafePattern(r"(?P<key>\w+)=(\d+)?").search("x a=1 b=")
    assert found is not None
    assert (found.whole, found.get(0), found.get("key"), found.get(2)) == ("a=1", "a=1", "a", "1")


def test_finds_the_last_match_too() -> None:
    found = SafePattern(r"(\w)=(\d)?").search("a=1 b=", last=True)
    assert found is not None
    assert found.groups == ("b", None)


def test_a_whole_match_is_the_whole_text() -> None:
    assert SafePattern(r"\d+").fullmatch("12") is not None
    assert SafePattern(r"\d+").fullmatch("12 ") is None


def test_a_replacement_is_taken_literally() -> None:
    assert SafePattern("(a)").replace("banana", r"\1") == r"b\1n\1n\1"


@pytest.mark.parametrize(("pattern", "text"), [(r"(a+)+$", "a" * 60 + "b"), (r"(\s*\w*)*!", "word " * 2000)])
def test_a_pattern_that_would_take_years_is_stopped_in_time(pattern: str, text: str) -> None:
    began = time.monotonic()
    with pytest.raises(PatternTooSlow, match="took more than"):
        SafePattern(pattern).search(text)
    assert time.monotonic() - began < SECONDS + 5


def test_the_next_search_works_after_one_was_stopped() -> None:
    with pytest.raises(PatternTooSlow):
        SafePattern(r"(a|a)*$").search("a" * 60 + "b")
    assert SafePattern("b").search("abc") is not None


@pytest.mark.parametrize("pattern", ["(", "[z-a]", "a" * (LONGEST_PATTERN + 1), "(?P<1>a)"])
def test_invalid_patterns_are_refused(pattern: str) -> None:
    with pytest.raises(BadOptions):
        SafePattern(pattern)


@given(st.text(max_size=50), st.sampled_from([r"\w+", r"(.)\s*(.)", "^a|b$", r"[^\x00-\x7f]+"]), st.booleans())
def test_finds_what_re_finds(text: str, pattern: str, ignore_case: bool) -> None:
    flags = re.DOTALL | re.MULTILINE | (re.IGNORECASE if ignore_case else re.NOFLAG)
    expected = re.search(pattern, text, flags)
    found = SafePattern(pattern, ignore_case=ignore_case).search(text)
    assert (found and (found.whole, found.groups)) == (expected and (expected[0], expected.groups()))


def test_a_search_works_after_its_process_was_killed_from_outside() -> None:
    assert SafePattern("b").search("abc") is not None
    process = patterns._search_process._process
    assert process is not None
    process.kill()
    process.wait()
    assert SafePattern("b").search("abc") is not None


def test_an_interrupted_search_leaves_no_reply_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    def press_control_c() -> str:
        raise KeyboardInterrupt

    assert SafePattern("a").search("abc") is not None
    process = patterns._search_process._process
    assert process is not None
    monkeypatch.setattr(process.stdout, "readline", press_control_c)
    with pytest.raises(KeyboardInterrupt):
        SafePattern("nowhere").search("abc")
    assert SafePattern("b").search("abc") is not None

import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.labeled_answers import count, read_answers, read_with_suite

from llmbattler.scorers.readers.numbers import list_numbers, read_number

FRAMES = (
    "{}",
    "Answer: {}",
    "**Answer:** {}\n\n(Check: 8 × 5 = 40.)",
    "The answer is {}.",
    "So 3 + 4 gives 7.\n\nAnswer: {}",
)


@pytest.mark.parametrize("name", ["working", "frozen", "later"])
def test_labeled_answers_are_read_right_and_hardly_ever_silently_wrong(name: str) -> None:
    rows = read_answers(name)
    found = count(rows, map(read_with_suite, rows))
    assert found.right >= 0.95 * found.total
    assert found.wrong <= 0.01 * found.total


@given(st.integers(-(10**9), 10**9), st.sampled_from(FRAMES))
def test_a_stated_number_is_read(value: int, frame: str) -> None:
    assert read_number(frame.format(f"{value:,}")).value == value


@given(
    st.integers(0, 10**6), st.integers(0, 10**6), st.sampled_from(["{} or {}", "{}-{}", "between {} and {}", "{}, {}"])
)
def test_alternatives_and_ranges_are_never_read_as_one_of_them(one: int, other: int, frame: str) -> None:
    said = read_number(f"Answer: {frame.format(one, other)}").value
    assert said is None or one == other


@given(st.integers(1, 999), st.integers(0, 999), st.sampled_from([",", "."]), st.sampled_from(FRAMES))
def test_grouping_is_read_by_the_language_or_not_at_all(whole: int, rest: int, mark: str, frame: str) -> None:
    text = frame.format(f"{whole}{mark}{rest:03}")
    assert read_number(text, "tlh").value is None
    grouped, decimal = Fraction(whole * 1000 + rest), whole + Fraction(rest, 1000)
    assert read_number(text, "de").value == (grouped if mark == "." else decimal)
    assert read_number(text, "en").value == (grouped if mark == "," else decimal)


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("no idea", "The answer contains no number."),
        ("Answer: 3 or 4", "The answer states several numbers: 3, 4."),
        ("Answer: 5x", "“5” can be read in more than one way."),
        ("There are 5 boxes.\nAnswer: unknown", "The answer states no single number as its result."),
    ],
)
def test_says_why_nothing_was_read(text: str, doubt: str) -> None:
    assert read_number(text).doubt == doubt


def test_shows_what_it_read() -> None:
    found = read_number("I count.\nAnswer: 45 % of them\nGood luck!")
    assert (found.value, found.percent, found.statement) == (45, True, "45 % of them")


def test_all_numbers_are_those_of_the_box() -> None:
    assert [one.value for one in list_numbers(r"3 and \boxed{4} and 5")] == [4]
    assert [one.value for one in list_numbers("3 and 4x")] == [3, None]


@pytest.mark.parametrize("piece", ["1 ", "1,", "so 3 ", "= 1 ", r"\boxed{", "Answer: 3\n"])
def test_no_text_takes_long(piece: str) -> None:
    text = piece * (20_000 // len(piece))
    began = time.thread_time()
    read_number(text)
    assert time.thread_time() - began < 5

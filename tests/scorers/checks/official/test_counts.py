from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.scorers.checks.official.check import CountInstruction
from llmbattler.scorers.checks.official.counts import (
    KeywordFrequency,
    LetterFrequency,
    NumberOfBullets,
    NumberOfHighlights,
    NumberOfParagraphs,
    NumberOfPlaceholders,
    NumberOfSections,
)


def count(kind: type[CountInstruction], text: str, **options: Any) -> int:
    return kind.model_validate(options).count(text)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("* a\n*b\n- c\n-d", 4),
        ("** bold **", 0),
        ("*\n- one\n* two", 3),
        ("*\n* one", 1),
        ("*", 0),
        ("+ a\n• b", 0),
        ("  --- \n\n * x", 2),
    ],
)
def test_bullets_need_no_space(text: str, number: int) -> None:
    assert count(NumberOfBullets, text, num_bullets=1) == number


@pytest.mark.parametrize(
    ("text", "number"), [("*a* **b**", 2), ("***a***", 2), ("* *", 0), ("*a\nb*", 0), ("**", 0), ("*a*b*", 1)]
)
def test_highlights(text: str, number: int) -> None:
    assert count(NumberOfHighlights, text, num_highlights=1) == number


@pytest.mark.parametrize(("text", "number"), [("[a] [] [b [c]]", 3), ("[a\nb]", 0), ("](", 0), ("[open", 0)])
def test_placeholders_end_on_their_line(text: str, number: int) -> None:
    assert count(NumberOfPlaceholders, text, num_placeholders=1) == number


def test_sections_may_have_the_same_number_but_not_other_case() -> None:
    assert count(NumberOfSections, "Day 1 Day1: DAY 2 Day I Monday 3", section_spliter=" Day ", num_sections=2) == 2


@pytest.mark.parametrize(
    ("text", "followed"),
    [("a***b", True), ("***a\n***\nb\n***", True), ("a***  ***b", False), ("a\n\nb", False), ("a\n****\nb", True)],
)
def test_paragraphs(text: str, followed: bool) -> None:
    assert NumberOfParagraphs(num_paragraphs=2).holds(text, "") is followed


def test_keywords_and_letters_ignore_case() -> None:
    assert count(KeywordFrequency, "Sunny SUN", keyword="sun", frequency=1, relation="at least") == 2
    assert count(LetterFrequency, "Aa!", letter="A", let_frequency=1, let_relation="at least") == 2
    assert count(LetterFrequency, "Aa!", letter="!", let_frequency=1, let_relation="at least") == 1


def test_an_empty_answer_follows_nothing() -> None:
    assert not NumberOfHighlights(num_highlights=0).holds(" \n", "")


@given(st.text(alphabet="*-[]<> \na.\"'", max_size=60))
def test_every_text_is_counted(text: str) -> None:
    for kind, options in ((NumberOfBullets, "num_bullets"), (NumberOfPlaceholders, "num_placeholders")):
        assert 0 <= count(kind, text, **{options: 1}) <= len(text)

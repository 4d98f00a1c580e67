from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.scorers.checks import make_checks
from llmbattler.scorers.checks.counts import list_sentences, list_words


def count(name: str, text: str, **options: Any) -> int | None:
    [named] = make_checks([{name: {"at_least": 0, **options}}])
    return named.check.found(text)


@pytest.mark.parametrize(
    ("name", "text", "options", "number"),
    [
        ("words", "It's a well-known fact — no more.", {}, 6),
        ("words", "東京 is big", {}, 4),
        ("sentences", "Dr. Smith paid 3.50. Why? “Because!” he said...\n- A point\nno end", {}, 5),
        ("sentences", "", {}, 0),
        ("sentence_words", "One. Two words. Now there are four.", {}, 4),
        ("paragraphs", "one\nstill\n\n two \n  \n\nthree", {}, 3),
        ("paragraphs", "one *** two***three", {"separator": "***"}, 3),
        ("lines", "one\n\n two\n", {}, 2),
        ("characters", " äbc\n", {}, 3),
        ("bullets", "* one\n- two\n  • three\n**no**\n-no", {}, 3),
        ("numbered_items", "1. one\n2) two\n3.5 no", {}, 2),
        ("headings", "# one\n### two\n#no", {}, 2),
        ("highlights", "*one* and **two words**, 2 * 3 * 4", {}, 2),
        ("placeholders", "Dear [name], [ ] see [address line]", {}, 3),
        ("sections", "SECTION 1\nx\nSection 2: in section 1", {}, 2),
        ("sections", "Day I and Day II", {"word": "Day"}, 2),
        ("capital_words", "NASA and I saw THE U.S.", {}, 5),
        ("letter", "Anna", {"letter": "a"}, 2),
        ("keyword", "Cat, category, CAT", {"word": "cat"}, 2),
        ("keyword", "Cat, category, CAT", {"word": "cat", "whole_words": False}, 3),
        ("code_blocks", "```\nx\n```\n```py\ny\n```", {}, 2),
    ],
)
def test_counts(name: str, text: str, options: dict[str, Any], number: int) -> None:
    assert count(name, text, **options) == number


@pytest.mark.parametrize(
    ("limits", "holds"),
    [
        ({"at_least": 3}, True),
        ({"at_least": 4}, False),
        ({"at_most": 3}, True),
        ({"at_most": 2}, False),
        ({"exactly": 3}, True),
        ({"exactly": 2}, False),
        ({"at_least": 1, "at_most": 2}, False),
    ],
)
def test_limits(limits: dict[str, int], holds: bool) -> None:
    [named] = make_checks([{"words": limits}])
    assert named.check.holds("one two three", "") is holds


@given(st.lists(st.text(alphabet="abcdefg", min_size=1, max_size=6), max_size=20))
def test_as_many_words_as_were_written(words: list[str]) -> None:
    assert list_words(" ".join(words)) == words


@given(
    st.lists(st.sampled_from(["It is so", "Why not", "The end came at 3.5 or 4"]), max_size=8), st.sampled_from(".!?")
)
def test_as_many_sentences_as_were_written(sentences: list[str], end: str) -> None:
    text = " ".join(sentence + end for sentence in sentences)
    assert len(list_sentences(text)) == len(sentences)

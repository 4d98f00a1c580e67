from typing import Any

import pytest

from llmbattler.scorers.extraction import make_pipeline


@pytest.mark.parametrize(
    ("step", "text", "found"),
    [
        ("strip", " \u00a0 so \n", "so"),
        ({"strip": "\"'"}, " 'so' ", "so"),
        ("lower", "ÄB", "äb"),
        ("upper", "äb", "ÄB"),
        ("collapse", " a \n\n b\t c ", "a b c"),
        ("first_line", "\n  one \ntwo", "one"),
        ("last_line", "one\n two \n\n", "two"),
        ("first_word", " — “Yes”, it is", "Yes"),
        ("last_word", "It is so.)", "so"),
        ("first_word", "...", None),
        ("remove_punctuation", "“It's 5 o'clock!”", "Its 5 oclock"),
    ],
)
def test_looks_at_lines_words_and_letters(step: Any, text: str, found: str | None) -> None:
    assert make_pipeline([step]).extract(text) == found

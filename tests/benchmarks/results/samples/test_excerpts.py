from typing import Any

import pytest

from llmbattler.benchmarks.results.samples.excerpts import MAX_CHARS, cut, make_excerpt


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"id": "7", "Question": "Why\n  so?"}, "Why so?"),
        ({"id": 7, "story": "Once"}, "Once"),
        ({"a": 1, "b": [2]}, '{"a": 1, "b": [2]}'),
        ({"question": None, "input": "x"}, "x"),
        ({}, "{}"),
    ],
)
def test_the_column_that_asks_is_shown(fields: dict[str, Any], expected: str) -> None:
    assert make_excerpt(fields) == expected


def test_long_texts_end_in_dots() -> None:
    shown = make_excerpt({"question": "word " * 1_000})
    assert len(shown) <= MAX_CHARS
    assert shown.endswith("word…")
    assert cut("short", 5) == "short"


def test_what_is_right_is_not_what_is_asked() -> None:
    fields = {"capital": "Nairobi", "country": "Kenya", "known": "well"}
    assert make_excerpt(fields, ("Nairobi", "well")) == "Kenya"
    assert make_excerpt({"capital": "Nairobi"}, ("Nairobi",)) == "Nairobi"

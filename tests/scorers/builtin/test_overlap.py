import math
import time
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.scorers.scored_cases import score

from llmbattler.scorers.builtin.overlap import count_edits

WORDS = st.text(alphabet="abc ", max_size=12)


@pytest.mark.parametrize(
    ("said", "target", "value"),
    [
        ("The Cat!", "cat", 1),
        ("a black cat", "cat", 2 / 3),
        ("dog", "cat", 0),
        ("black cat", ["dog", "the black cat"], 1),
        ("cat cat", "cat", 2 / 3),
        ("the", "a", 1),
        ("the", "cat", 0),
        (None, "cat", None),
    ],
)
def test_f1(said: str | None, target: object, value: float | None) -> None:
    assert score("f1", said, target).value == (value if value is None else pytest.approx(value))


@pytest.mark.parametrize(
    ("said", "target", "options", "value"),
    [
        ("Night", "night", {}, 1),
        ("Night", "night", {"ignore_case": False}, 2 / 3),
        ("night", "nacht", {"size": 2}, 0.25),
        ("kitten", "sitting", {"method": "edits"}, 1 - 3 / 7),
        ("a b c", "c b a", {"method": "words"}, 1),
        ("xyz", "abc", {}, 0),
        ("abc", ["xyz", "abd"], {"method": "edits"}, 2 / 3),
        (None, "abc", {}, None),
    ],
)
def test_similarity(said: str | None, target: object, options: dict[str, Any], value: float | None) -> None:
    assert score("similarity", said, target, **options).value == (value if value is None else pytest.approx(value))


@given(WORDS.filter(str.strip), WORDS.filter(str.strip), st.sampled_from(["pieces", "edits", "words"]))
def test_similarity_is_the_same_both_ways_and_between_0_and_1(one: str, other: str, method: str) -> None:
    there, back = score("similarity", one, other, method=method), score("similarity", other, one, method=method)
    assert there.value is not None
    assert 0 <= there.value <= 1
    assert math.isclose(there.value, back.value or 0)
    assert score("similarity", one, one, method=method).value == 1


@given(WORDS, WORDS)
def test_edits_are_those_of_the_textbook(one: str, other: str) -> None:
    @cache
    def textbook(i: int, j: int) -> int:
        if not i or not j:
            return i + j
        swap = textbook(i - 1, j - 1) + (one[i - 1] != other[j - 1])
        return min(textbook(i - 1, j) + 1, textbook(i, j - 1) + 1, swap)

    assert count_edits(one, other) == textbook(len(one), len(other))


def test_long_texts_do_not_take_long() -> None:
    began = time.monotonic()
    score("similarity", "ab" * 50_000, "ba" * 50_000, method="edits")
    score("similarity", "ab" * 50_000, "ba" * 50_000)
    assert time.monotonic() - began < 5

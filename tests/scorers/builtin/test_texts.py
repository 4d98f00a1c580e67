from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.scorers.scored_cases import score

from llmbattler.scorers.errors import BadOptions, NoTarget


@pytest.mark.parametrize(
    ("said", "target", "options", "value"),
    [
        (" the  cat\n", "the cat", {}, 1),
        ("The cat", "the cat", {}, 0),
        ("The cat", "the cat", {"ignore_case": True}, 1),
        ("cat", "the cat", {"ignore_articles": True}, 1),
        ("The cat!", "cat", {"ignore_articles": True, "ignore_punctuation": True}, 1),
        ("a  b", "a b", {"ignore_space": False}, 0),
        ("two", ["one", "two"], {}, 1),
        ("5", 5, {}, 1),
        ("ﬁn", "fin", {}, 1),
        ("", "x", {}, None),
        (None, "x", {}, None),
    ],
)
def test_exact(said: str | None, target: Any, options: dict[str, Any], value: float | None) -> None:
    assert score("exact", said, target, **options).value == value


def test_exact_says_what_was_wanted() -> None:
    found = score("exact", "a", "b")
    assert found.reason == "The answer is not “b”."
    assert found.details == {"targets": ["b"]}


@pytest.mark.parametrize("scorer", ["exact", "includes", "regex", "f1", "similarity", "number"])
def test_a_sample_without_target_is_a_mistake_of_the_suite(scorer: str) -> None:
    with pytest.raises(NoTarget):
        score(scorer, "a", None)


@given(st.text(min_size=1).filter(str.strip))
def test_every_text_is_itself(text: str) -> None:
    assert score("exact", text, text).value == 1
    assert score("includes", f"so {text} it is", text, whole_words=False).value == 1


@pytest.mark.parametrize(
    ("said", "target", "options", "value"),
    [
        ("It is the Cat.", "cat", {}, 1),
        ("It is a category.", "cat", {}, 0),
        ("It is a category.", "cat", {"whole_words": False}, 1),
        ("It is the Cat.", "cat", {"ignore_case": False}, 0),
        ("I like C++ more", "C++", {}, 1),
        ("one", ["one", "two"], {}, 1),
        ("one", ["one", "two"], {"mode": "all"}, 0),
        ("two, one", ["one", "two"], {"mode": "all"}, 1),
        ("one", ["one", "two"], {"mode": "share"}, 0.5),
        ("three", ["one", "two"], {}, 0),
        ("anything", None, {"texts": ["any"]}, 0),
        ("any thing", None, {"texts": ["any"]}, 1),
        ("two\nlines", "two lines", {}, 1),
        (None, "x", {}, None),
    ],
)
def test_includes(said: str | None, target: Any, options: dict[str, Any], value: float | None) -> None:
    assert score("includes", said, target, **options).value == value


def test_includes_names_what_is_missing() -> None:
    assert score("includes", "one", ["one", "two"], mode="all").details == {"missing": ["two"]}


@pytest.mark.parametrize(
    ("said", "target", "options", "value"),
    [
        ("in 1999", None, {"pattern": r"\d{4}"}, 1),
        ("in 1999", None, {"pattern": r"\d{4}", "whole": True}, 0),
        (" 1999\n", None, {"pattern": r"\d{4}", "whole": True}, 1),
        ("YES", None, {"pattern": "yes"}, 0),
        ("YES", None, {"pattern": "yes", "ignore_case": True}, 1),
        ("in 1999", r"\d{4}", {}, 1),
        ("in 1999", ["x", r"\d{4}"], {}, 1),
        (None, "x", {}, None),
        ("a" * 60 + "b", None, {"pattern": "(a+)+$"}, None),
    ],
)
def test_regex(said: str | None, target: Any, options: dict[str, Any], value: float | None) -> None:
    assert score("regex", said, target, **options).value == value


def test_a_wrong_pattern_is_a_wrong_option() -> None:
    with pytest.raises(BadOptions, match="is not a valid regular expression"):
        score("regex", "a", "b", pattern="(")
    with pytest.raises(BadOptions, match="is not a valid regular expression"):
        score("regex", "a", "(")

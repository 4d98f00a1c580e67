from typing import Any

import pytest

from llmbattler.benchmarks.suites.datasets.published_format import (
    FINAL,
    choice_score,
    exact_score,
    grade_score,
    mix_choices,
    number_score,
    read_choices,
    read_letter,
)
from llmbattler.scorers.extraction import make_pipeline
from llmbattler.scorers.registry import make_scorer


@pytest.mark.parametrize(
    ("value", "letter"),
    [("b", "B"), (1, "B"), ("1", "B"), ("two", "B"), (" A ", "A"), ("E", None), (7, None), ("three", None)],
)
def test_a_choice_is_given_by_letter_index_or_text(value: Any, letter: str | None) -> None:
    assert read_letter(value, ["one", "two"]) == letter


def test_choices_are_shuffled_by_their_texts_and_the_letter_follows() -> None:
    choices, letter = mix_choices("right", ["wrong", "false", "right"])
    assert sorted(choices) == ["false", "right", "wrong"]
    assert choices["ABC".index(letter)] == "right"
    assert mix_choices("right", ["false", "wrong"])[0] == choices


def test_choices_are_read_from_columns_in_order() -> None:
    assert read_choices({"b": 2, "a": 1}, ["a", "b"]) == [1, 2]


@pytest.mark.parametrize(
    ("answer", "final"),
    [
        ("So it is 5.\nAnswer: **4**", "4"),
        ("The ANSWER: 4\nOr so. answer: 5", "5"),
        ("Answer: 4\n\n(Check: 2 + 2 = 4)", "4"),
        ("<think>Answer: 3</think>Answer: 4", "4"),
        (r"Thus \boxed{7}.", "7"),
        ("First.\nLast", "Last"),
    ],
)
def test_the_final_answer_is_extracted(answer: str, final: str) -> None:
    assert make_pipeline(FINAL).extract(answer) == final


@pytest.mark.parametrize("score", [number_score(), choice_score(), exact_score(), grade_score()])
def test_suggested_scores_have_valid_options(score: Any) -> None:
    assert make_scorer(score.scorer, score.options) is not None

from typing import Any

import pytest
from tests.scorers.scored_cases import score

from llmbattler.scorers.errors import NoTarget

CITIES = {"choices": ["Rome", "Paris", "London", "New York"]}


@pytest.mark.parametrize(
    ("said", "target", "value"),
    [
        ("B", "B", 1),
        ("The answer is (B).", "b", 1),
        ("The answer is (C).", "B", 0),
        ("B", 1, 1),
        ("B", "1", 1),
        ("B", "Paris", 1),
        ("paris.", "B", 1),
        ("It must be New York, I think", "D", 1),
        ("Rome or Paris", "B", None),
        ("The answer is F", "B", None),
        ("I do not know", "B", None),
        (None, "B", None),
    ],
)
def test_choice_with_choices_in_a_column(said: str | None, target: Any, value: float | None) -> None:
    assert score("choice", said, target, fields=CITIES, choices="choices").value == value


def test_letters_alone_are_enough() -> None:
    assert score("choice", "Answer: C", "C").value == 1
    assert score("choice", "Answer: E", "C", letters="ABCD").value is None


def test_names_what_was_chosen() -> None:
    found = score("choice", "Answer: C", "B")
    assert found.reason == "It chose C; the correct choice is B."
    assert found.details == {"chosen": "C", "target": "B"}


def test_numbers_may_begin_at_one() -> None:
    assert score("choice", "A", 1, choices=["x", "y"], first=1).value == 1


@pytest.mark.parametrize(
    "given",
    [
        {"A": "Rome", "B": "Paris"},
        {"label": ["A", "B"], "text": ["Rome", "Paris"]},
        {"label": ["1", "2"], "text": ["Rome", "Paris"]},
        {"Rome": 0, "Paris": 1},
        ("Rome", "Paris"),
    ],
)
def test_choices_in_the_shapes_that_datasets_have(given: object) -> None:
    assert score("choice", "Paris", "B", fields={"options": given}, choices="options").value == 1


def test_choices_in_columns_of_their_own() -> None:
    fields = {"choice0": "0", "choice1": "4", "choice2": "2"}
    columns = ["choice0", "choice1", "choice2"]
    assert score("choice", "B", "1", fields=fields, columns=columns).value == 1


def test_a_target_that_could_be_two_choices_must_be_explained() -> None:
    with pytest.raises(NoTarget, match="matches several choices; set target_is"):
        score("choice", "A", "0", choices=["4", "0"])
    assert score("choice", "C", "2", choices=["0", "4", "2", "6"]).value == 1
    assert score("choice", "B", "0", choices=["4", "0"], target_is="text").value == 1
    assert score("choice", "A", "0", choices=["4", "0"], target_is="number").value == 1


@pytest.mark.parametrize(
    ("target", "fields"),
    [("Berlin", CITIES), (9, CITIES), (True, CITIES), (None, CITIES), ("B", {}), ("B", {"choices": 3})],
)
def test_a_sample_without_choices_or_target_is_a_mistake_of_the_suite(target: Any, fields: dict[str, Any]) -> None:
    with pytest.raises(NoTarget):
        score("choice", "B", target, fields=fields, choices="choices")

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.scorers.scored_cases import score

from llmbattler.scorers.errors import BadOptions, NoTarget
from llmbattler.scorers.registry import make_scorer

TWO = ["no_commas", {"words": {"at_most": 3}}]


def test_the_score_is_the_share_of_constraints_that_hold() -> None:
    assert score("constraints", "one two", constraints=TWO).value == 1
    assert score("constraints", "one, two", constraints=TWO).value == 0.5
    assert score("constraints", "one, two, three, four", constraints=TWO).value == 0


def test_all_or_nothing() -> None:
    assert score("constraints", "one, two", constraints=TWO, all_or_nothing=True).value == 0
    assert score("constraints", "one two", constraints=TWO, all_or_nothing=True).value == 1


def test_every_failed_one_is_named_with_what_was_found() -> None:
    found = score("constraints", "one two three four", constraints=TWO)
    assert found.reason == "Failed: words."
    assert found.details == {
        "kept": ["no_commas"],
        "failed": [{"name": "words", "wanted": {"at_most": 3}, "found": 4}],
    }


def test_an_empty_answer_is_unparsed() -> None:
    assert score("constraints", None, constraints=TWO).value is None
    assert score("constraints", " ", constraints=TWO).value is None


def test_a_column_adds_the_sample_s_own() -> None:
    fields = {"rules": ["lower_case", {"ends_with": "bye"}]}
    found = score("constraints", "Hello bye", constraints=["no_commas"], field="rules", fields=fields)
    assert found.value == pytest.approx(2 / 3)
    assert found.reason == "Failed: lower_case."


def test_the_published_shape_is_understood() -> None:
    fields = {
        "instruction_id_list": ["punctuation:no_comma", "length_constraints:number_words"],
        "kwargs": [{}, {"relation": "at least", "num_words": 3}],
    }
    found = score("constraints", "two words", fields=fields)
    assert found.value == 0.5
    assert found.details["failed"][0]["name"] == "length_constraints:number_words"


def test_the_request_is_known_to_those_that_need_it() -> None:
    assert score("constraints", "Say so. So.", prompt="Say so.", constraints=["repeat_prompt"]).value == 1


@pytest.mark.parametrize("said", ["Sure, here it is:\nall small", "all small\nHope it helps!", "**all small**"])
def test_loose_ignores_surrounding_lines(said: str) -> None:
    rules = ["lower_case", "no_commas", {"starts_with": "all"}, {"one_of": {"texts": ["all small"], "only": True}}]
    assert score("constraints", said, constraints=rules).value != 1
    assert score("constraints", said, constraints=rules, loose=True).value == 1


@pytest.mark.parametrize(
    ("fields", "options"), [({}, {}), ({}, {"field": "rules"}), ({"rules": "no_commas"}, {"field": "rules"})]
)
def test_a_sample_without_constraints_is_a_mistake_of_the_suite(
    fields: dict[str, object], options: dict[str, Any]
) -> None:
    with pytest.raises(NoTarget):
        score("constraints", "so", fields=fields, **options)


def test_wrong_constraints_are_named() -> None:
    with pytest.raises(BadOptions, match="constraint 2: the constraint 'nope' does not exist"):
        make_scorer("constraints", {"constraints": ["no_commas", "nope"]})
    with pytest.raises(BadOptions, match="must both be lists"):
        score("constraints", "so", fields={"instruction_id_list": ["a"]})


@given(st.lists(st.sampled_from(["no_commas", "lower_case", "no_digits", "title"]), min_size=1), st.text(max_size=30))
def test_the_value_is_the_share_of_names_in_the_details(rules: list[str], said: str) -> None:
    found = score("constraints", f"x{said}", constraints=rules)
    kept, failed = len(found.details["kept"]), len(found.details["failed"])
    assert kept + failed == len(rules)
    assert found.value == pytest.approx(kept / len(rules))


def test_the_official_mode_checks_published_instructions_as_published() -> None:
    fields = {
        "instruction_id_list": ["length_constraints:number_words", "startend:quotation"],
        "kwargs": [{"relation": "less than", "num_words": 3}, {}],
    }
    assert score("constraints", "“I don't”", fields=fields).value == 1
    found = score("constraints", "“I don't”", fields=fields, mode="official")
    assert found.value == 0
    assert found.details["failed"] == [
        {"name": "length_constraints:number_words", "wanted": {"num_words": 3, "relation": "less than"}, "found": 3},
        {"name": "startend:quotation", "wanted": {}, "found": None},
    ]
    with pytest.raises(BadOptions):
        make_scorer("constraints", {"mode": "strict"})


def test_loose_variants_of_the_official_mode_keep_surrounding_lines() -> None:
    fields = {
        "instruction_id_list": ["detectable_format:number_highlighted_sections"],
        "kwargs": [{"num_highlights": 1}],
    }
    options = {"fields": fields, "mode": "official", "loose": True}
    assert score("constraints", "\n*a*\n", **options).value == 1
    assert score("constraints", "\nnone\n", **options).value == 0
    quoted = {"instruction_id_list": ["startend:quotation"], "kwargs": [{}]}
    assert score("constraints", 'Sure:\n"so"', fields=quoted, mode="official", loose=True).value == 1

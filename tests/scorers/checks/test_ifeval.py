from typing import Any

import pytest

from llmbattler.scorers.checks import list_ifeval, read_ifeval
from llmbattler.scorers.errors import BadOptions

KEPT: dict[str, tuple[dict[str, Any], str, str]] = {
    "keywords:existence": ({"keywords": ["moon", "sun"]}, "Moonlight and sun.", "Only the moon."),
    "keywords:frequency": ({"relation": "at least", "keyword": "story", "frequency": 2}, "Story of a story", "A story"),
    "keywords:forbidden_words": ({"forbidden_words": ["rock"]}, "Stone", "A rock"),
    "keywords:letter_frequency": ({"let_relation": "less than", "letter": "a", "let_frequency": 2}, "Abc", "Abca"),
    "language:response_language": ({"language": "mr"}, "हे पुस्तक आहे आणि ते नाही.", "This is not it."),
    "length_constraints:number_sentences": ({"relation": "less than", "num_sentences": 2}, "One.", "One. Two."),
    "length_constraints:number_paragraphs": ({"num_paragraphs": 2}, "a\n***\nb", "a\n\nb"),
    "length_constraints:number_words": ({"relation": "at least", "num_words": 3}, "one two three", "one two"),
    "length_constraints:nth_paragraph_first_word": (
        {"first_word": "hello", "num_paragraphs": 2, "nth_paragraph": 2},
        "a\n\nHello b",
        "Hello\n\nb",
    ),
    "detectable_content:number_placeholders": ({"num_placeholders": 2}, "[a] [b] [c]", "[a]"),
    "detectable_content:postscript": ({"postscript_marker": "P.P.S"}, "x\nP.P.S y", "x\nP.S. y"),
    "detectable_format:number_bullet_lists": ({"num_bullets": 2}, "* a\n- b", "* a\n- b\n- c"),
    "detectable_format:constrained_response": ({}, "My answer is maybe.", "Maybe."),
    "detectable_format:number_highlighted_sections": ({"num_highlights": 1}, "*this one*", "none"),
    "detectable_format:multiple_sections": (
        {"section_spliter": "PARAGRAPH", "num_sections": 2},
        "PARAGRAPH 1\na\nPARAGRAPH 2\nb",
        "PARAGRAPH 1\na",
    ),
    "detectable_format:json_format": ({}, '{"a": 1}', "a: 1"),
    "detectable_format:title": ({}, "<<so>>", "so"),
    "combination:two_responses": ({}, "a\n******\nb", "a"),
    "combination:repeat_prompt": ({"prompt_to_repeat": "Write it."}, "Write it. Written.", "Written."),
    "startend:end_checker": ({"end_phrase": "The end."}, "So. The end.", "The end. So."),
    "startend:quotation": ({}, '"so"', "so"),
    "change_case:capital_word_frequency": ({"capital_relation": "at least", "capital_frequency": 1}, "SO it is", "So"),
    "change_case:english_capital": ({}, "SO", "So"),
    "change_case:english_lowercase": ({}, "so", "So"),
    "punctuation:no_comma": ({}, "so", "so, so"),
}


def test_every_instruction_has_its_example() -> None:
    assert set(KEPT) == set(list_ifeval())


@pytest.mark.parametrize("name", KEPT)
def test_checks_distinguish_kept_and_broken_constraints(name: str) -> None:
    options, kept, broken = KEPT[name]
    [named] = read_ifeval([name], [{**options, "some_other": None}])
    assert named.name == name
    assert named.check.holds(kept, "")
    assert not named.check.holds(broken, "")


def test_options_may_be_absent() -> None:
    assert [named.name for named in read_ifeval(["punctuation:no_comma"], [None])] == ["punctuation:no_comma"]


@pytest.mark.parametrize(
    ("ids", "kwargs", "message"),
    [
        (["nope:nope"], [{}], "'nope:nope' is not supported"),
        (["startend:quotation"], [], "names 1 constraints, kwargs 0"),
        (["startend:end_checker"], [{}], "startend:end_checker: the option 'end_phrase' is missing"),
        (["length_constraints:number_words"], [{"num_words": -3}], "length_constraints:number_words"),
    ],
)
def test_unsupported_instructions_are_named(ids: list[str], kwargs: list[dict[str, Any]], message: str) -> None:
    with pytest.raises(BadOptions, match=message):
        read_ifeval(ids, kwargs)

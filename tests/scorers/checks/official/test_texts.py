from typing import Any

import pytest

from llmbattler.scorers.checks import read_ifeval


@pytest.mark.parametrize(
    ("name", "options", "answer", "followed"),
    [
        ("keywords:existence", {"keywords": ["sun", "rain"]}, "Sunny RAINBOW", True),
        ("keywords:forbidden_words", {"forbidden_words": ["sun"]}, "sunny", True),
        ("keywords:forbidden_words", {"forbidden_words": ["sun"]}, "The Sun.", False),
        ("change_case:english_capital", {}, "NOUS AVONS VU UN GRAND JARDIN ET LES ENFANTS JOUENT DANS LA RUE", False),
        ("change_case:english_capital", {}, "THE TOWN HAS A BIG WALL AROUND IT AND WE WALK ON IT", True),
        ("change_case:english_lowercase", {}, "ceci est une phrase en lettres minuscules", False),
        ("change_case:english_lowercase", {}, "this is a sentence in small letters", True),
        ("detectable_format:constrained_response", {}, "Well. My answer is no. Sorry.", True),
        ("detectable_format:constrained_response", {}, "my answer is no.", False),
        ("detectable_format:json_format", {}, '```json\n{"a": 1}\n```', True),
        ("detectable_format:json_format", {}, 'Here: {"a": 1}', False),
        ("detectable_format:json_format", {}, "[" * 100_000, False),
        ("detectable_format:title", {}, "<<a>> b", True),
        ("detectable_format:title", {}, "<<<>>", False),
        ("detectable_format:title", {}, "<< >>", False),
        ("detectable_content:postscript", {"postscript_marker": "P.S."}, "So. p. s. more", True),
        ("detectable_content:postscript", {"postscript_marker": "P.P.S"}, "P.S. more", False),
        ("detectable_content:postscript", {"postscript_marker": "Note"}, "note this", True),
        ("combination:two_responses", {}, "a******b", True),
        ("combination:two_responses", {}, "a******a", False),
        ("combination:two_responses", {}, "a************b", False),
        ("combination:repeat_prompt", {"prompt_to_repeat": "Write it."}, " write IT.", True),
        ("combination:repeat_prompt", {"prompt_to_repeat": "Write it."}, '"Write it."', False),
        ("startend:end_checker", {"end_phrase": "The end."}, 'So. THE END."', True),
        ("startend:end_checker", {"end_phrase": "The end."}, "**The end.**", False),
        ("startend:quotation", {}, ' "so" ', True),
        ("startend:quotation", {}, "“so”", False),
        ("punctuation:no_comma", {}, "so，", True),
    ],
)
def test_instructions_are_checked_as_published(name: str, options: dict[str, Any], answer: str, followed: bool) -> None:
    [named] = read_ifeval([name], [options], mode="official")
    assert named.check.holds(answer, "") is followed


@pytest.mark.parametrize(
    ("answer", "followed"),
    [
        ("a\n\nHello, b", True),
        ("a\n\n'Hello' b", True),
        ("a\n\n**Hello** b", False),
        ("a\n\n\n\nHello", False),
        ("Hello\n\nb", False),
        ("a\n\nHello\n\nc", False),
    ],
)
def test_the_first_word_of_a_paragraph(answer: str, followed: bool) -> None:
    options = {"num_paragraphs": 2, "nth_paragraph": 2, "first_word": "Hello"}
    [named] = read_ifeval(["length_constraints:nth_paragraph_first_word"], [options], mode="official")
    assert named.check.holds(answer, "") is followed

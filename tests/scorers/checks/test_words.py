from typing import Any

import pytest

from llmbattler.scorers.checks import make_checks


@pytest.mark.parametrize(
    ("constraint", "text", "holds"),
    [
        ({"keywords": ["cat", "Dog"]}, "A dog and a cat.", True),
        ({"keywords": ["cat", "dog"]}, "A category of dog.", False),
        ({"keywords": {"words": ["cat"], "whole_words": False}}, "A category.", True),
        ({"keywords": {"words": ["cat", "dog"], "mode": "any"}}, "A dog.", True),
        ({"keywords": {"words": ["cat", "dog"], "mode": "any"}}, "A cow.", False),
        ({"forbidden_words": ["rock"]}, "Rocket science", True),
        ({"forbidden_words": ["rock"]}, "A ROCK.", False),
        ({"starts_with": "dear all"}, '"Dear all, hello"', True),
        ({"starts_with": "dear all"}, "Hello, dear all", False),
        ({"ends_with": "Any questions?"}, "So it is. any questions?\n", True),
        ({"ends_with": "Any questions?"}, "Any questions? No.", False),
        (
            {"first_word_of_paragraph": {"word": "weekend", "paragraph": 2, "paragraphs": 2}},
            "a\n\n**Weekend**, b",
            True,
        ),
        ({"first_word_of_paragraph": {"word": "weekend", "paragraph": 2, "paragraphs": 3}}, "a\n\nweekend b", False),
        ({"first_word_of_paragraph": {"word": "weekend", "paragraph": 2}}, "a", False),
        ({"first_word_of_paragraph": {"word": "b", "paragraph": 2, "separator": "***"}}, "a***b c", True),
        ("repeat_prompt", "What is  it?\nIt is so.", True),
        ("repeat_prompt", "What is it?", False),
        ({"repeat_prompt": {"text": "Say this."}}, "Say this. Said.", True),
        ({"one_of": ["My answer is yes.", "My answer is no."]}, "Well. My answer is no.", True),
        ({"one_of": ["My answer is yes.", "My answer is no."]}, "No.", False),
        ({"one_of": {"texts": ["yes", "no"], "only": True}}, " Yes", True),
        ({"one_of": {"texts": ["yes", "no"], "only": True}}, "Yes, sir", False),
        ({"matches": r"\d{4}"}, "in 1999", True),
        ({"matches": {"pattern": "X", "ignore_case": True}}, "x", True),
        ({"matches": "(a+)+$"}, "a" * 60 + "b", False),
        ({"language": "de"}, "Das ist nicht der richtige Weg.", True),
        ({"language": "de"}, "That is not the right way.", False),
    ],
)
def test_looks_at_the_words(constraint: Any, text: str, holds: bool) -> None:
    [named] = make_checks([constraint])
    assert named.check.holds(text, "What is it?") is holds

"""Requests with constraints that a program can check. Each rule has a text and a check."""

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

from .seeds import LEVELS, NAMES

_HOW_MANY = dict(zip(LEVELS, (1, 2, 4), strict=True))
_TOPICS = (
    "a lighthouse keeper",
    "how bread is baked",
    "a market on a rainy morning",
    "why bridges sway",
    "a letter to a new neighbour",
    "the sound of a train station at night",
    "planting a small garden",
    "a lost umbrella",
    "the history of paper",
    "a mountain lake",
    "learning to swim",
    "a museum of clocks",
    "an old bicycle",
    "the first snow of the year",
    "a recipe for soup",
    "a ship in a bottle",
    "how bees find flowers",
    "a library without books",
    "repairing a chair",
    "a walk along a river",
)
_WORDS = ("window", "silver", "harbour", "yesterday", "thunder", "copper", "garden", "echo", "lantern", "winter")
_COMMON = ("very", "really", "beautiful", "amazing", "nice", "things", "good", "great")

Rule: TypeAlias = tuple[str, dict[str, Any] | str]


def draw_request(rng: Random, level: str) -> dict[str, Any]:
    """The rules concern different properties of a text, so that all of them can be satisfied together."""
    makers = rng.sample(_MAKERS, _HOW_MANY[level])
    rules = [make(rng) for make in makers]
    form = rng.choice(("a short text", "a few lines", "a brief description", "a little story"))
    said = " ".join(words for words, _ in rules)
    return {
        "question": f"Write {form} about {rng.choice(_TOPICS)}. {said}",
        "constraints": [rule for _, rule in rules],
        "level": level,
    }


def _length(rng: Random) -> Rule:
    low = rng.randrange(30, 90, 10)
    high = low + rng.choice((30, 40, 60))
    return f"Use at least {low} and at most {high} words.", {"words": {"at_least": low, "at_most": high}}


def _keyword(rng: Random) -> Rule:
    words = rng.sample(_WORDS, 2)
    return f'Use the words "{words[0]}" and "{words[1]}".', {"keywords": words}


def _forbidden(rng: Random) -> Rule:
    words = rng.sample(_COMMON, 3)
    return f'Do not use the words "{words[0]}", "{words[1]}" and "{words[2]}".', {"forbidden_words": words}


def _ending(rng: Random) -> Rule:
    phrase = rng.choice(("That was all.", "And so it ended.", "Nobody said a word.", "Try it yourself."))
    return f'End with exactly this sentence: "{phrase}"', {"ends_with": phrase}


def _signs(rng: Random) -> Rule:
    return rng.choice(
        (
            ("Do not use any comma.", "no_commas"),
            ("Do not use any digit.", "no_digits"),
            ("Do not use any Markdown.", "no_markdown"),
        )
    )


def _case(rng: Random) -> Rule:
    return rng.choice(
        (("Write in small letters only.", "lower_case"), ("WRITE IN CAPITAL LETTERS ONLY.", "upper_case"))
    )


def _title(rng: Random) -> Rule:
    name = rng.choice(NAMES)
    return f"Give it a title in double angular brackets, such as <<For {name}>>.", "title"


def _paragraphs(rng: Random) -> Rule:
    number = rng.randint(2, 4)
    return f"Write exactly {number} paragraphs with an empty line between them.", {"paragraphs": number}


_MAKERS: tuple[Callable[[Random], Rule], ...] = (
    _length,
    _keyword,
    _forbidden,
    _ending,
    _signs,
    _case,
    _title,
    _paragraphs,
)

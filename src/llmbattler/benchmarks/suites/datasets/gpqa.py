"""GPQA: multiple choice whose correct answer is always in the first column."""

from collections.abc import Collection
from typing import Any

from ..definition.spec import FieldsSpec, ShuffleSpec
from .published_format import WHOLE, Fields, PublishedFormat, choice_score, mix_choices

_GPQA = ("Question", "Correct Answer", "Incorrect Answer 1", "Incorrect Answer 2", "Incorrect Answer 3")
_LETTER_AT_END = (
    "\n\n{{ choices | lettered }}\n\n"
    'Think step by step. End with a line "Answer: " followed by only the letter of the right choice.'
)


def gpqa(columns: Collection[str], _first: Fields) -> PublishedFormat | None:
    if not set(_GPQA) <= set(columns):
        return None

    def convert(one: Fields) -> dict[str, Any]:
        """The correct answer has a column of its own; as a list it would always be A."""
        right, *wrong = (str(one[name]).strip() for name in _GPQA[1:])
        choices, letter = mix_choices(right, wrong)
        return {**one, "choices": choices, "target": letter}

    return PublishedFormat(
        name="gpqa",
        title="GPQA, questions of experts",
        prompt="{{ Question | trim }}" + _LETTER_AT_END,
        extract={"answer": WHOLE},
        scores=[choice_score()],
        fields=FieldsSpec(
            target="target",
            id="Record ID" if "Record ID" in columns else None,
            tags="High-level domain" if "High-level domain" in columns else None,
        ),
        shuffle_choices=ShuffleSpec(),
        convert=convert,
    )

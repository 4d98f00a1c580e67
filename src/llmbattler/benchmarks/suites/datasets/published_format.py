"""A published format: how to read its samples, and the suite to suggest for them."""

import re
import string
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from llmbattler.core.versions.hashes import hash_content

from ..definition.spec import FieldsSpec, ScoreSpec

Fields: TypeAlias = Mapping[str, Any]
Steps: TypeAlias = list[str | dict[str, Any]]
Convert: TypeAlias = Callable[[Fields], dict[str, Any]]
PROMPT = "default"

WHOLE: Steps = ["remove_thinking"]
"""For scorers that find the final answer themselves: numbers and choices."""
FINAL: Steps = ["remove_thinking", "final_answer", "strip"]
"""For scorers that compare texts: what follows the last "Answer:", or else a boxed answer or the last line."""
STEPWISE = 'Think step by step. End with a line "Answer: " followed by only the answer.'
LETTERED = "\n\n{{ choices | lettered }}\n\nAnswer with the letter of the right choice, and nothing else."


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedFormat:
    name: str
    title: str
    prompt: str
    scores: Sequence[ScoreSpec]
    fields: FieldsSpec = field(default_factory=FieldsSpec)
    extract: Mapping[str, Steps] = field(default_factory=dict)
    convert: Convert = dict
    """Turns a record of the file into the columns of a sample."""


def number_score(**options: Any) -> ScoreSpec:  # noqa: ANN401 - options of a scorer
    return ScoreSpec(name="number", scorer="number", extract="answer", options=options)


def choice_score() -> ScoreSpec:
    return ScoreSpec(name="choice", scorer="choice", extract="answer", options={"choices": "choices"})


def exact_score() -> ScoreSpec:
    options = {"ignore_case": True, "ignore_punctuation": True}
    return ScoreSpec(name="exact", scorer="exact", extract="final", options=options)


def grade_score() -> ScoreSpec:
    criteria = "The answer is correct, complete, clear and does what was asked."
    return ScoreSpec(name="quality", scorer="rubric", options={"criteria": criteria})


def read_choices(fields: Fields, names: Sequence[str]) -> list[Any]:
    return [fields[name] for name in names]


def read_letter(value: Any, choices: Sequence[Any]) -> str | None:  # noqa: ANN401 - any value of a dataset
    """The letter of a choice given as `B`, `1`, `"1"` or the text of the choice."""
    text = str(value).strip()
    if len(text) == 1 and text.upper() in string.ascii_uppercase[: len(choices)]:
        return text.upper()
    if re.fullmatch(r"\d{1,2}", text) and int(text) < len(choices):
        return string.ascii_uppercase[int(text)]
    return string.ascii_uppercase[choices.index(value)] if value in choices else None


def mix_choices(right: str, wrong: Sequence[str]) -> tuple[list[str], str]:
    """The choices shuffled by a hash of their texts, and the letter of the correct one."""
    distinct = list(dict.fromkeys([right, *wrong]))[: len(string.ascii_uppercase)]
    mixed = sorted(distinct, key=hash_content)
    return mixed, string.ascii_uppercase[mixed.index(right)]

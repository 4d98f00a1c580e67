"""Pipelines of extraction steps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from inspect import cleandoc
from typing import Any, Self

from pydantic import Field, PrivateAttr, ValidationError, model_validator

from ..errors import BadOptions, PatternTooSlow
from .choices import Letter
from .final import FinalAnswer
from .markup import RemoveMarkdown, RemoveThinking
from .numbers import Boxed, Number
from .step import Step
from .structured import CodeBlock, Json, JsonPath
from .substrings import After, Before, Between, Regex, Replace
from .words import Collapse, FirstLine, FirstWord, LastLine, LastWord, Lower, RemovePunctuation, Strip, Upper

MOST_STEPS = 50


@dataclass(frozen=True, slots=True)
class StepKind:
    """A step as it is shown on the page."""

    name: str
    title: str
    description: str
    options: dict[str, Any]
    """A JSON schema."""
    short: str | None
    """The option that can be set without its name."""


class Pipeline:
    """Applies steps in order. Created once per suite."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self._steps = tuple(steps)

    def extract(self, text: str, language: str | None = None) -> str | None:
        """The text after the last step; `None` if a step found nothing or only white space is left.

        The language of the text decides how numbers are read.
        """
        left: str | None = text
        for step in self._steps:
            if left is None:
                return None
            try:
                left = step.apply_in(left, language)
            except PatternTooSlow:
                return None
        return left if left is not None and left.strip() else None


class FirstOf(Step):
    """Tries several pipelines in order and keeps the first result."""

    title = "First of several"
    short = "pipelines"
    pipelines: list[list[str | dict[str, Any]]] = Field(min_length=1, max_length=20, description="Lists of steps.")

    _made: list[Pipeline] = PrivateAttr()

    @model_validator(mode="after")
    def _make(self) -> Self:
        if any("first_of" in step for steps in self.pipelines for step in steps):
            raise ValueError("first_of cannot be nested")
        self._made = [make_pipeline(steps) for steps in self.pipelines]
        return self

    def apply(self, text: str) -> str | None:
        return self.apply_in(text, None)

    def apply_in(self, text: str, language: str | None) -> str | None:
        found = (pipeline.extract(text, language) for pipeline in self._made)
        return next((one for one in found if one is not None), None)


_STEPS: Mapping[str, type[Step]] = {
    "strip": Strip,
    "lower": Lower,
    "upper": Upper,
    "collapse": Collapse,
    "first_line": FirstLine,
    "last_line": LastLine,
    "first_word": FirstWord,
    "last_word": LastWord,
    "remove_punctuation": RemovePunctuation,
    "remove_thinking": RemoveThinking,
    "remove_markdown": RemoveMarkdown,
    "regex": Regex,
    "replace": Replace,
    "after": After,
    "before": Before,
    "between": Between,
    "number": Number,
    "final_answer": FinalAnswer,
    "boxed": Boxed,
    "letter": Letter,
    "json": Json,
    "field": JsonPath,
    "code_block": CodeBlock,
    "first_of": FirstOf,
}


@cache
def list_steps() -> tuple[StepKind, ...]:
    """All steps. Cached: their schemas take 10 ms, and every check of a suite needs them."""
    return tuple(
        StepKind(name, kind.title, cleandoc(kind.__doc__ or ""), kind.model_json_schema(), kind.short)
        for name, kind in _STEPS.items()
    )


def make_pipeline(steps: Sequence[str | Mapping[str, Any]]) -> Pipeline:
    """Build a pipeline of steps such as `strip` or `{after: "####"}`; `BadOptions` names the invalid step."""
    if len(steps) > MOST_STEPS:
        raise BadOptions(f"A pipeline has at most {MOST_STEPS} steps.")
    return Pipeline([_make_step(number, step) for number, step in enumerate(steps, start=1)])


def _make_step(number: int, step: object) -> Step:
    where = f"step {number}"
    match step:
        case str() as name:
            options: object = {}
        case Mapping() if len(step) == 1:
            name, options = next(iter(step.items()))
        case _:
            raise BadOptions(f"{where}: must be a name, or one name with its options")
    kind = _STEPS.get(str(name))
    if kind is None:
        raise BadOptions(f"{where}: the step {name!r} does not exist. Steps: {', '.join(_STEPS)}")
    try:
        return kind.model_validate(_expand_short_form(kind, options))
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise BadOptions(
            f"{where} ({name}): {f'{field}: ' if field else ''}{first['msg'].removeprefix('Value error, ')}"
        ) from error
    except BadOptions as error:
        raise BadOptions(f"{where} ({name}): {error.detail}") from error


def _expand_short_form(kind: type[Step], options: object) -> object:
    if options is None:
        return {}
    if isinstance(options, Mapping) or kind.short is None:
        return options
    return {kind.short: options}

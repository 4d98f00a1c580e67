"""All checks by name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from inspect import cleandoc
from typing import Any

from pydantic import ValidationError

from ..errors import BadOptions
from . import counts, shape, words
from .check import Check

_CHECKS: Mapping[str, type[Check]] = {
    "words": counts.Words,
    "sentences": counts.Sentences,
    "sentence_words": counts.SentenceWords,
    "paragraphs": counts.Paragraphs,
    "lines": counts.Lines,
    "characters": counts.Characters,
    "bullets": counts.Bullets,
    "numbered_items": counts.NumberedItems,
    "headings": counts.Headings,
    "highlights": counts.Highlights,
    "placeholders": counts.Placeholders,
    "sections": counts.Sections,
    "capital_words": counts.CapitalWords,
    "letter": counts.Letter,
    "keyword": counts.Keyword,
    "code_blocks": counts.CodeBlocks,
    "keywords": words.Keywords,
    "forbidden_words": words.ForbiddenWords,
    "starts_with": words.StartsWith,
    "ends_with": words.EndsWith,
    "first_word_of_paragraph": words.FirstWordOfParagraph,
    "repeat_prompt": words.RepeatPrompt,
    "one_of": words.OneOf,
    "matches": words.Matches,
    "language": words.Language,
    "no_commas": shape.NoCommas,
    "lower_case": shape.LowerCase,
    "upper_case": shape.UpperCase,
    "no_digits": shape.NoDigits,
    "ascii_only": shape.AsciiOnly,
    "no_markdown": shape.NoMarkdown,
    "quoted": shape.Quoted,
    "title": shape.Title,
    "json_only": shape.JsonOnly,
    "postscript": shape.Postscript,
    "two_responses": shape.TwoResponses,
}


@dataclass(frozen=True, slots=True)
class CheckKind:
    name: str
    description: str
    options: dict[str, Any]
    """A JSON schema."""
    short: str | None


@dataclass(frozen=True, slots=True)
class Named:
    """A check with its options and its display name."""

    name: str
    check: Check

    @property
    def wanted(self) -> dict[str, Any]:
        return self.check.wanted


def list_checks() -> list[CheckKind]:
    """All checks."""
    return [
        CheckKind(name, cleandoc(kind.__doc__ or ""), kind.model_json_schema(), kind.short)
        for name, kind in _CHECKS.items()
    ]


def make_checks(constraints: Sequence[object]) -> list[Named]:
    """Create checks from `no_commas`, `{words: {at_least: 50}}` or `{words: 50}`; `BadOptions` names an invalid one."""
    return [_make(number, constraint) for number, constraint in enumerate(constraints, start=1)]


def _make(number: int, constraint: object) -> Named:
    match constraint:
        case str() as name:
            options: object = {}
        case Mapping() if len(constraint) == 1:
            name, options = next(iter(constraint.items()))
        case _:
            raise BadOptions(f"constraint {number}: must be a name, or one name with its options")
    return make_check(str(name), options, where=f"constraint {number}")


def make_check(name: str, options: object, *, where: str, shown_as: str | None = None) -> Named:
    kind = _CHECKS.get(name)
    if kind is None:
        raise BadOptions(f"{where}: the constraint {name!r} does not exist. Constraints: {', '.join(_CHECKS)}")
    if options is None or (options is True and kind.short is None):
        options = {}
    elif not isinstance(options, Mapping) and kind.short is not None:
        options = {kind.short: options}
    return Named(shown_as or name, validate_check(kind, options, where=f"{where} ({name})"))


def validate_check(kind: type[Check], options: object, *, where: str) -> Check:
    """Create a check from its options; `BadOptions` names an invalid one."""
    try:
        return kind.model_validate(options)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        said = first["msg"].removeprefix("Value error, ")
        raise BadOptions(f"{where}: {f'{field}: ' if field else ''}{said}") from error

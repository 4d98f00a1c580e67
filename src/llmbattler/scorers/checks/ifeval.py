"""Constraints in IFEval's format: `instruction_id_list` with `kwargs`.

`sensible` checks them with our own constraints, `official` with the rules of the published program.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from ..errors import BadOptions
from .catalog import Named, make_check, validate_check
from .official import INSTRUCTIONS

Mode = Literal["sensible", "official"]
_Given = Mapping[str, Any]
_YES_NO_MAYBE = ["My answer is yes.", "My answer is no.", "My answer is maybe."]


def _limit(given: _Given, count: str, relation: str = "relation") -> dict[str, Any]:
    return {"at_most": given[count] - 1} if given.get(relation) == "less than" else {"at_least": given[count]}


def _no_options(_: _Given) -> dict[str, Any]:
    return {}


_KINDS: Mapping[str, tuple[str, Callable[[_Given], dict[str, Any]]]] = {
    "keywords:existence": ("keywords", lambda given: {"words": given["keywords"], "whole_words": False}),
    "keywords:frequency": (
        "keyword",
        lambda given: {"word": given["keyword"], "whole_words": False, **_limit(given, "frequency")},
    ),
    "keywords:forbidden_words": ("forbidden_words", lambda given: {"words": given["forbidden_words"]}),
    "keywords:letter_frequency": (
        "letter",
        lambda given: {"letter": given["letter"], **_limit(given, "let_frequency", "let_relation")},
    ),
    "language:response_language": ("language", lambda given: {"language": given["language"]}),
    "length_constraints:number_sentences": ("sentences", lambda given: _limit(given, "num_sentences")),
    "length_constraints:number_paragraphs": (
        "paragraphs",
        lambda given: {"exactly": given["num_paragraphs"], "separator": "***"},
    ),
    "length_constraints:number_words": ("words", lambda given: _limit(given, "num_words")),
    "length_constraints:nth_paragraph_first_word": (
        "first_word_of_paragraph",
        lambda given: {
            "word": given["first_word"],
            "paragraph": given["nth_paragraph"],
            "paragraphs": given["num_paragraphs"],
        },
    ),
    "detectable_content:number_placeholders": ("placeholders", lambda given: {"at_least": given["num_placeholders"]}),
    "detectable_content:postscript": ("postscript", lambda given: {"marker": given["postscript_marker"]}),
    "detectable_format:number_bullet_lists": ("bullets", lambda given: {"exactly": given["num_bullets"]}),
    "detectable_format:constrained_response": ("one_of", lambda _: {"texts": _YES_NO_MAYBE}),
    "detectable_format:number_highlighted_sections": (
        "highlights",
        lambda given: {"at_least": given["num_highlights"]},
    ),
    "detectable_format:multiple_sections": (
        "sections",
        lambda given: {"word": given["section_spliter"].strip(), "at_least": given["num_sections"]},
    ),
    "detectable_format:json_format": ("json_only", _no_options),
    "detectable_format:title": ("title", _no_options),
    "combination:two_responses": ("two_responses", _no_options),
    "combination:repeat_prompt": ("repeat_prompt", lambda given: {"text": given["prompt_to_repeat"]}),
    "startend:end_checker": ("ends_with", lambda given: {"text": given["end_phrase"]}),
    "startend:quotation": ("quoted", _no_options),
    "change_case:capital_word_frequency": (
        "capital_words",
        lambda given: _limit(given, "capital_frequency", "capital_relation"),
    ),
    "change_case:english_capital": ("upper_case", _no_options),
    "change_case:english_lowercase": ("lower_case", _no_options),
    "punctuation:no_comma": ("no_commas", _no_options),
}


def list_ifeval() -> list[str]:
    """All supported IFEval instructions."""
    return list(_KINDS)


def read_ifeval(
    ids: Sequence[str], kwargs: Sequence[Mapping[str, Any] | None], *, mode: Mode = "sensible"
) -> list[Named]:
    """The checks of one sample. Options without a value, which some copies of the dataset have, are ignored."""
    if len(ids) != len(kwargs):
        raise BadOptions(f"instruction_id_list names {len(ids)} constraints, kwargs {len(kwargs)}.")
    found = []
    for name, options in zip(ids, kwargs, strict=True):
        if name not in _KINDS:
            raise BadOptions(f"The instruction {name!r} is not supported. Instructions: {', '.join(_KINDS)}.")
        given = {key: value for key, value in (options or {}).items() if value is not None}
        found.append(_make_sensible(name, given) if mode == "sensible" else _make_official(name, given))
    return found


def _make_sensible(name: str, given: _Given) -> Named:
    kind, read = _KINDS[name]
    try:
        wanted = read(given)
    except KeyError as error:
        raise BadOptions(f"{name}: the option {error} is missing.") from error
    return make_check(kind, wanted, where=name, shown_as=name)


def _make_official(name: str, given: _Given) -> Named:
    return Named(name, validate_check(INSTRUCTIONS[name], given, where=name))

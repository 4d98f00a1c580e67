"""Puts the choices of a sample in another order, which depends only on their texts and a seed."""

import re
import string
from collections.abc import Mapping, Sequence
from typing import Any

from llmbattler.core.versions.hashes import hash_content

from ..definition.spec import ShuffleSpec

_LETTERS = string.ascii_uppercase
_POSITIONAL = re.compile(r"\b(?:all|none|any|both|neither|either) of (?:the|these|those)\b", re.IGNORECASE)
"""Choices such as “None of the above” keep their place."""
_BY_LETTER = re.compile(r"(?:(?i:both|only|neither|either) )?[A-J],? (?:and|or|nor|&) [A-J](?: only)?\.?")
"""With a choice such as “Both A and B” the order is not changed at all."""


def shuffle_choices(fields: Mapping[str, Any], wanted: ShuffleSpec, target: str) -> Mapping[str, Any]:
    """The columns with the choices in another order and the target changed with them. Raises `ValueError`.

    Doing it again changes nothing, so stored samples can be stored again.
    """
    choices = read_choices(fields, wanted.column)
    place = _find_target(fields.get(target), choices)
    order = _order(choices, wanted.seed)
    kept = fields[target]
    if place is not None:
        kept = _write_target(kept, order.index(place))
    return {**fields, wanted.column: [choices[one] for one in order], target: kept}


def read_choices(fields: Mapping[str, Any], column: str) -> list[Any]:
    choices = fields.get(column)
    if not isinstance(choices, list) or not choices:
        raise ValueError(f"the column `{column}` is not a list of choices")
    if len(choices) > len(_LETTERS):
        raise ValueError(f"it has {len(choices)} choices; at most {len(_LETTERS)} have a letter")
    return choices


def identify(fields: Mapping[str, Any], wanted: ShuffleSpec, target: str) -> Mapping[str, Any]:
    """What of a sample does not depend on the order of its choices."""
    choices = read_choices(fields, wanted.column)
    place = _find_target(fields.get(target), choices)
    right = fields.get(target) if place is None else choices[place]
    return {**fields, wanted.column: sorted(choices, key=hash_content), target: right}


def _order(choices: Sequence[Any], seed: int) -> list[int]:
    """The positions of the choices in their new order."""
    places = range(len(choices))
    texts = [str(one) for one in choices]
    if any(_BY_LETTER.fullmatch(one.strip()) for one in texts):
        return list(places)
    fixed = {place for place in places if _POSITIONAL.search(texts[place])}
    salt = hash_content([seed, *sorted(map(hash_content, choices))])
    moved = iter(sorted((place for place in places if place not in fixed), key=lambda at: _rank(salt, choices[at])))
    return [place if place in fixed else next(moved) for place in places]


def _rank(salt: str, choice: Any) -> str:  # noqa: ANN401 - any value of a dataset
    return hash_content([salt, choice])


def _find_target(value: Any, choices: Sequence[Any]) -> int | None:  # noqa: ANN401 - any value of a dataset
    """The place of the correct choice, given by its letter or number; `None` if it is given by its text."""
    if isinstance(value, str) and len(value.strip()) == 1 and value.strip().upper() in _LETTERS[: len(choices)]:
        return _LETTERS.index(value.strip().upper())
    is_number = isinstance(value, int) or (isinstance(value, str) and value.strip().isdecimal())
    number = int(value) if is_number else -1
    named = value in choices and not isinstance(value, int)
    if named and 0 <= number < len(choices) and choices[number] != value:
        raise ValueError(f"the target {value!r} is the number of one choice and the text of another; use letters")
    if named:
        return None
    if not 0 <= number < len(choices):
        raise ValueError(f"the target {value!r} is none of its {len(choices)} choices")
    return number


def _write_target(before: Any, place: int) -> Any:  # noqa: ANN401 - a letter or a number, as before
    if isinstance(before, int):
        return place
    return str(place) if before.strip().isdecimal() else _LETTERS[place]

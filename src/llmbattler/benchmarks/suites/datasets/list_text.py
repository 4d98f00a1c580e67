"""Lists that a file holds as text: JSON, a Python list as CSV exports write it, or a NumPy array as text."""

import ast
import json
import re
from collections.abc import Mapping
from typing import Any

from llmbattler.core.record_files import clean

LIST_COLUMNS = frozenset(
    {
        *("choices", "options", "turns", "test_list", "instruction_id_list", "kwargs"),
        *("mc1_targets", "mc2_targets"),
    }
)
"""Columns that published benchmarks fill with lists or objects. Other columns are never changed."""
LONGEST_TEXT = 1_000_000
_STRING = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\""""
_ARRAY = re.compile(rf"array\((?P<items>\[(?:{_STRING}|[^'\"\[\]()])*\])(?:,\s*dtype=[^()]*)?\)", re.DOTALL)
_ITEM = re.compile(rf"\s*(?:(?P<text>{_STRING})|(?P<word>[^\s,'\"\[\](){{}}]+))(?P<comma>\s*,)?", re.DOTALL)
_ADJACENT = re.compile(rf"(?:{_STRING})\s+(?=['\"])", re.DOTALL)
_WORDS: Mapping[str, Any] = {
    "None": None,
    "null": None,
    "nan": None,
    "NaN": None,
    "True": True,
    "true": True,
    "False": False,
    "false": False,
}


def read_list_columns(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """The record, with the lists of well-known columns parsed where they are text. Raises `ValueError`."""
    texts = {name: value for name in LIST_COLUMNS & record.keys() if looks_like_list(value := record[name])}
    return {**record, **{name: _read_cell(name, value) for name, value in texts.items()}} if texts else record


def _read_cell(name: str, value: str) -> Any:  # noqa: ANN401 - a list or an object
    try:
        return clean(read_list(value))
    except (ValueError, RecursionError) as error:
        raise ValueError(
            f"the column `{name}` is the text of a list that cannot be read ({error}): {value.strip()[:60]!r}; "
            "write it as JSON, or set `format: plain` to use the text"
        ) from error


def looks_like_list(value: object) -> bool:
    return isinstance(value, str) and value.strip().startswith(("[", "{", "array(["))


def read_list(text: str) -> Any:  # noqa: ANN401 - a list, or an object with lists
    """Parse the text of a list or object. Raises `ValueError` if it is neither, or if items are left out."""
    bare = text.strip()
    if len(bare) > LONGEST_TEXT:
        raise ValueError(f"it has more than {LONGEST_TEXT:,} characters")
    try:
        return json.loads(bare)
    except ValueError:
        bare = _ARRAY.sub(lambda found: found["items"], bare)
    items = _read_items(bare) if bare.startswith("[") else None
    return _read_literal(bare) if items is None else items


def _read_items(text: str) -> list[Any] | None:
    """The items of a flat list, separated by commas or only by spaces; `None` if it is not flat."""
    if not text.endswith("]"):
        raise ValueError("its last bracket is missing")
    items: list[Any] = []
    place, last = 1, len(text) - 1
    while text[place:last].strip():
        found = _ITEM.match(text, place, last)
        if found is None:
            return None
        items.append(ast.literal_eval(found["text"]) if found["text"] else _read_word(found["word"]))
        place = found.end()
    return items


def _read_word(word: str) -> Any:  # noqa: ANN401 - a number or a constant
    if word == "...":
        raise ValueError("items are left out")
    if word in _WORDS:
        return _WORDS[word]
    try:
        return int(word)
    except ValueError:
        return float(word)


def _read_literal(text: str) -> Any:  # noqa: ANN401 - a nested list or object
    # Python joins texts that stand side by side, which in a NumPy array are separate items.
    if _ADJACENT.search(text):
        raise ValueError("its items are not separated by commas")
    try:
        return ast.literal_eval(text)
    except (SyntaxError, TypeError, MemoryError) as error:
        raise ValueError(f"it is neither JSON nor a Python list: {error}") from error

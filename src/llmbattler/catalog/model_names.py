"""Names that come from outside are one line of text: they become part of addresses, tables and messages."""

import unicodedata
from typing import Annotated

from pydantic import AfterValidator, Field

_BREAKING = frozenset({"Cc", "Zl", "Zp"})
"""Unicode categories: control characters, line and paragraph separators."""


def is_one_line(text: str) -> bool:
    return not any(unicodedata.category(character) in _BREAKING for character in text)


def _check_one_line(text: str) -> str:
    if not is_one_line(text):
        raise ValueError("must not contain line breaks or other control characters")
    return text


OneLine = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_check_one_line)]

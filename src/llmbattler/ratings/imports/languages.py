"""Languages as files write them: codes, and the English names of the public arena data."""

import re
from typing import Any

from llmbattler.core.text.word_lists import read_word_lists

_CODE = re.compile(r"([a-z]{2,3})(?:[-_][a-z0-9]{2,8})*")
_LONGEST = 40

_NAMES = read_word_lists("llmbattler.ratings.imports", "languages.txt")["NAMES"]
_CODES = {name: code for code, _, name in (line.partition(" ") for line in _NAMES.splitlines())} | {
    "slovene": "sl",
    "farsi": "fa",
    "norwegian bokmål": "no",
}
_NO_LANGUAGE = frozenset({"und", "unk", "nan", "xx", "zxx", "mul"})


def find_language(said: Any) -> str | None:  # noqa: ANN401 - whatever the file holds
    """Return the code of a language; `None` if it is missing or unknown."""
    if not isinstance(said, str) or len(said) > _LONGEST:
        return None
    word = said.strip().lower()
    if word in _CODES:
        return _CODES[word]
    code = _CODE.fullmatch(word)
    return None if code is None or code[1] in _NO_LANGUAGE else code[1]

"""A large JSON object, member by member and item by item, so that no file is too large for the memory."""

import codecs
import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import IO, Any

from ..errors import UnreadableRun

PIECE = 256 * 1024
LONGEST_ITEM = 64 * 1024 * 1024
"""Characters: one answer with all that was said of it is far shorter."""
_BLANK = re.compile(r"[ \t\r\n]*")
_MAY_GO_ON = ("", *"0123456789.eE+-")
_ODD = re.compile(r"\\u(?:0000|d[89a-f])", re.IGNORECASE)
"""Escapes that may stand for what no table can keep: NUL, and halves of letters."""


class JsonObject:
    """Read with `next_name`, then either `read_value` or `read_items`, until there is no further name."""

    def __init__(self, file: IO[bytes], *, piece: int = PIECE, longest: int = LONGEST_ITEM) -> None:
        self._file = file
        self._piece = piece
        self._longest = longest
        self._decoder = json.JSONDecoder(parse_constant=_refuse, parse_float=_read_number)
        self._letters = codecs.getincrementaldecoder("utf-8-sig")()
        self._text = ""
        self._at = 0
        self._ended = False
        self._begun = False

    def next_name(self) -> str | None:
        """Give the name of the next member, or nothing at the end of the object."""
        if self._begun:
            if self._take(",}") == "}":
                return None
        else:
            self._take("{")
            self._begun = True
            if self._peek() == "}":
                return None
        name = self.read_value()
        self._take(":")
        if not isinstance(name, str):
            raise UnreadableRun
        return name

    def read_value(self) -> Any:  # noqa: ANN401 - JSON
        self._peek()
        while True:
            try:
                value, end = self._decoder.raw_decode(self._text, self._at)
            except RecursionError:
                raise UnreadableRun("It is nested too deeply.") from None
            except ValueError:
                if not self._grow():
                    raise UnreadableRun("It is not JSON, or it breaks off.") from None
                continue
            length = end - self._at
            # A number may go on in what was not read yet.
            if self._text[end : end + 1] not in _MAY_GO_ON or not self._grow():
                if _ODD.search(self._text, self._at, self._at + length):
                    check_storable(value)
                self._at += length
                return value

    def read_items(self) -> Iterator[Any]:
        """Give the items of an array one by one."""
        self._take("[")
        if self._peek() == "]":
            self._at += 1
            return
        while True:
            yield self.read_value()
            if self._take(",]") == "]":
                return

    def _take(self, letters: str) -> str:
        """Take the next letter, which has to be one of these."""
        found = self._peek()
        if not found or found not in letters:
            raise UnreadableRun("It is not JSON, or it breaks off.")
        self._at += 1
        return found

    def _peek(self) -> str:
        """Skip what is blank, and look at what comes next; nothing at the end of the file."""
        while True:
            blank = _BLANK.match(self._text, self._at)
            self._at = blank.end() if blank else self._at
            if self._at < len(self._text) or not self._grow():
                return self._text[self._at : self._at + 1]

    def _grow(self) -> bool:
        """Leave out what was read, and add as much again as is there, so that a long item is not read over and over."""
        if self._ended:
            return False
        self._text = self._text[self._at :]
        self._at = 0
        if len(self._text) > self._longest:
            raise UnreadableRun(f"Something in it is longer than {self._longest:,} characters.")
        wanted = max(self._piece, len(self._text))
        while True:
            piece = self._file.read(wanted)
            self._ended = not piece
            try:
                self._text += self._letters.decode(piece, final=not piece)
            except UnicodeDecodeError:
                raise UnreadableRun("It is no text in UTF-8.") from None
            if self._text or self._ended:
                return not self._ended


def _refuse(name: str) -> None:
    raise UnreadableRun(f"{name} is no number in JSON.")


def _read_number(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise UnreadableRun("A number in it is too large.")
    return number


def check_storable(value: Any) -> None:  # noqa: ANN401 - JSON
    """Refuse texts that PostgreSQL cannot keep, wherever they are."""
    if isinstance(value, str):
        if "\0" in value or any("\ud800" <= letter <= "\udfff" for letter in value):
            raise UnreadableRun("A text in it contains a character that cannot be stored, such as NUL.")
    elif isinstance(value, Mapping):
        for name, one in value.items():
            check_storable(name)
            check_storable(one)
    elif isinstance(value, list):
        for one in value:
            check_storable(one)

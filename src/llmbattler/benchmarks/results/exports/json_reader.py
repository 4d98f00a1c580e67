"""Reads a large JSON object member by member and item by item, so that it need not fit into memory."""

import codecs
import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import IO, Any

from ..errors import UnreadableRun

CHUNK_BYTES = 256 * 1024
MAX_ITEM_CHARS = 64 * 1024 * 1024
"""Far more than one answer with its scores has."""
_BLANK = re.compile(r"[ \t\r\n]*")
_NUMBER_CHARS = ("", *"0123456789.eE+-")
_SUSPICIOUS = re.compile(r"\\u(?:0000|d[89a-f])", re.IGNORECASE)
"""Escapes of characters that may not be storable: NUL and unpaired surrogates."""


class JsonObject:
    """Call `next_name`, then `read_value` or `read_items`, until there is no further name."""

    def __init__(
        self, file: IO[bytes], *, chunk_bytes: int = CHUNK_BYTES, max_item_chars: int = MAX_ITEM_CHARS
    ) -> None:
        self._file = file
        self._chunk_bytes = chunk_bytes
        self._max_item_chars = max_item_chars
        self._decoder = json.JSONDecoder(parse_constant=_reject_constant, parse_float=_parse_float)
        self._utf8 = codecs.getincrementaldecoder("utf-8-sig")()
        self._text = ""
        self._at = 0
        self._ended = False
        self._started = False

    def next_name(self) -> str | None:
        """The name of the next member, or `None` at the end of the object."""
        if self._started:
            if self._take(",}") == "}":
                return None
        else:
            self._take("{")
            self._started = True
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
                raise UnreadableRun("The file is nested too deeply.") from None
            except ValueError:
                if not self._grow():
                    raise UnreadableRun("The file is not valid JSON, or it is truncated.") from None
                continue
            length = end - self._at
            # A number may continue in the part that is not read yet.
            if self._text[end : end + 1] not in _NUMBER_CHARS or not self._grow():
                if _SUSPICIOUS.search(self._text, self._at, self._at + length):
                    check_storable(value)
                self._at += length
                return value

    def read_items(self) -> Iterator[Any]:
        """Yield the items of an array."""
        self._take("[")
        if self._peek() == "]":
            self._at += 1
            return
        while True:
            yield self.read_value()
            if self._take(",]") == "]":
                return

    def _take(self, expected: str) -> str:
        """Consume the next character, which must be one of these."""
        found = self._peek()
        if not found or found not in expected:
            raise UnreadableRun("The file is not valid JSON, or it is truncated.")
        self._at += 1
        return found

    def _peek(self) -> str:
        """Skip whitespace and return the next character; empty at the end of the file."""
        while True:
            blank = _BLANK.match(self._text, self._at)
            self._at = blank.end() if blank else self._at
            if self._at < len(self._text) or not self._grow():
                return self._text[self._at : self._at + 1]

    def _grow(self) -> bool:
        """Drop what was consumed and read more. The size doubles, so that a long item is not parsed too often."""
        if self._ended:
            return False
        self._text = self._text[self._at :]
        self._at = 0
        if len(self._text) > self._max_item_chars:
            raise UnreadableRun(f"A value is longer than {self._max_item_chars:,} characters.")
        wanted = max(self._chunk_bytes, len(self._text))
        while True:
            chunk = self._file.read(wanted)
            self._ended = not chunk
            try:
                self._text += self._utf8.decode(chunk, final=not chunk)
            except UnicodeDecodeError:
                raise UnreadableRun("The file is not UTF-8 text.") from None
            if self._text or self._ended:
                return not self._ended


def _reject_constant(name: str) -> None:
    raise UnreadableRun(f"{name} is not a valid JSON number.")


def _parse_float(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise UnreadableRun("A number is too large.")
    return number


def check_storable(value: Any) -> None:  # noqa: ANN401 - JSON
    """Reject texts that PostgreSQL cannot store, at any depth."""
    if isinstance(value, str):
        if "\0" in value or any("\ud800" <= char <= "\udfff" for char in value):
            raise UnreadableRun("A text contains a character that cannot be stored, such as NUL.")
    elif isinstance(value, Mapping):
        for name, one in value.items():
            check_storable(name)
            check_storable(one)
    elif isinstance(value, list):
        for one in value:
            check_storable(one)

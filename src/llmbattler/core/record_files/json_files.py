"""JSON lines, or an array of objects, read without loading the whole file."""

import itertools
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO, TypeAlias

import msgspec

from .formats import BadLine, Column, Record, UnreadableFile
from .text_lines import LONGEST_LINE, BadText, Lines

SAMPLE_RECORDS = 20
"""Records from which the columns are detected."""
_CHUNK = 64 * 1024
_BETWEEN = re.compile(r"[ \t\r\n,]*")
MakeRecord: TypeAlias = Callable[[int, Any], Record | BadLine]


class JsonReader:
    def __init__(self, file: BinaryIO) -> None:
        lines = Lines(file)
        start = lines.peek()
        if not start:
            raise UnreadableFile("The file is empty.")
        records = read_array(lines, _record) if start == "[" else read_lines(lines, _record)
        head = list(itertools.islice(records, SAMPLE_RECORDS))
        names = (name for record in head if isinstance(record, Record) for name in record.values)
        self.columns = tuple(dict.fromkeys(names))
        self._records = itertools.chain(head, records)

    def __iter__(self) -> Iterator[Record | BadLine]:
        return self._records


def read_lines(lines: Lines, make: MakeRecord) -> Iterator[Record | BadLine]:
    while True:
        lines.begin()
        try:
            line = next(lines)
        except StopIteration:
            return
        except BadText as error:
            yield BadLine(lines.number, str(error))
            continue
        if not line.strip():
            continue
        try:
            value = msgspec.json.decode(line)
        except (msgspec.DecodeError, RecursionError) as error:
            yield BadLine(lines.number, f"is not JSON: {str(error)[:100]}")
            continue
        yield make(lines.number, value)


def _record(number: int, value: Any) -> Record | BadLine:  # noqa: ANN401 - JSON
    if not isinstance(value, dict):
        return BadLine(number, "is not an object")
    return Record(number, {str(name).strip().lower(): one for name, one in value.items()})


class _Buffer:
    """A window on the text of an array."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._ended = False
        self.text = ""
        self.at = 0

    def grow(self) -> bool:
        """Drop what was read and double the rest, so that a long item is not parsed over and over."""
        self.text = self.text[self.at :]
        self.at = 0
        if self._ended or len(self.text) > LONGEST_LINE:
            return False
        more = self._lines.read(max(_CHUNK, len(self.text)))
        self._ended = not more
        self.text += more
        return bool(more)

    def next_character(self) -> str:
        """Return the first character of the next item, or the closing bracket."""
        while True:
            between = _BETWEEN.match(self.text, self.at)
            self.at = between.end() if between else self.at
            if self.at < len(self.text) or not self.grow():
                return self.text[self.at : self.at + 1]


def read_array(lines: Lines, make: MakeRecord) -> Iterator[Record | BadLine]:
    decoder = json.JSONDecoder()
    buffer = _Buffer(lines)
    buffer.next_character()
    buffer.at += 1
    for number in itertools.count(1):
        if buffer.next_character() in {"]", ""}:
            return
        item = _read_item(decoder, buffer)
        if item is None:
            # The start of the next item is unknown.
            yield BadLine(number, "is not JSON; everything after it was skipped")
            return
        yield make(number, item[0])


def _read_item(decoder: json.JSONDecoder, buffer: _Buffer) -> tuple[Any] | None:
    while True:
        try:
            value, buffer.at = decoder.raw_decode(buffer.text, buffer.at)
        except (ValueError, RecursionError):
            if not buffer.grow():
                return None
        else:
            return (value,)


class JsonWriter:
    def __init__(self, file: BinaryIO, columns: Sequence[Column]) -> None:
        self._file = file
        self._names = [column.name for column in columns]
        self._encoder = msgspec.json.Encoder()

    def write(self, rows: Sequence[Mapping[str, Any]]) -> None:
        self._file.write(self._encoder.encode_lines([{name: row[name] for name in self._names} for row in rows]))

    def close(self) -> None:
        self._file.flush()

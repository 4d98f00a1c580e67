"""JSON of unknown shape: lines, an array, an object that holds one, or an object of columns."""

import itertools
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

import msgspec

from .formats import BadLine, Record, UnreadableFile
from .json_files import SAMPLE_RECORDS, read_array, read_lines
from .text_lines import Lines

LARGEST_OBJECT = 256 * 1024 * 1024
"""Bytes of a file that is one object, which must be loaded whole."""
MAX_DEPTH = 4


class JsonTable:
    """All columns under their names in the file."""

    def __init__(self, file: BinaryIO, *, lined: bool = False) -> None:
        """With `lined`, for files of JSON lines, a single line is one record."""
        lines = Lines(file, guess_encoding=True)
        start = lines.peek()
        if not start:
            raise UnreadableFile("The file is empty.")
        if start == "[":
            records = read_array(lines, make_record)
        elif start == "{" and _is_one_object(file, lined=lined):
            records = _read_object(file)
        else:
            file.seek(0)
            records = read_lines(Lines(file, guess_encoding=True), make_record)
        head = list(itertools.islice(records, SAMPLE_RECORDS))
        names = (name for record in head if isinstance(record, Record) for name in record.values)
        self.columns = tuple(dict.fromkeys(names))
        self._records = itertools.chain(head, records)

    def __iter__(self) -> Iterator[Record | BadLine]:
        return self._records


def make_record(number: int, value: Any) -> Record | BadLine:  # noqa: ANN401 - JSON
    """Return an object as a record, and a text as a record with one column."""
    if isinstance(value, dict):
        return Record(number, value)
    if isinstance(value, str):
        return Record(number, {"text": value})
    return BadLine(number, "is neither an object nor a text")


def _is_one_object(file: BinaryIO, *, lined: bool) -> bool:
    """Whether the file is one object over several lines, or has a single line."""
    file.seek(0)
    lines = (line for line in Lines(file, guess_encoding=True) if line.strip())
    first, second = next(lines, ""), next(lines, "")
    try:
        msgspec.json.decode(first)
    except (msgspec.DecodeError, RecursionError):
        # A broken first line is followed by other objects; an opening brace is not.
        return not second.lstrip().startswith("{") or first.strip() == "{"
    return not second and not lined


def _read_object(file: BinaryIO) -> Iterator[Record | BadLine]:
    file.seek(0)
    text = Lines(file, guess_encoding=True).read(LARGEST_OBJECT)
    if len(text) >= LARGEST_OBJECT:
        raise UnreadableFile("It is one very large object; write one record per line instead.")
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise UnreadableFile(f"It is not JSON: {str(error)[:100]}.") from None
    found = _find_records(value)
    return (make_record(number, one) for number, one in enumerate(found, start=1))


def _find_records(value: Mapping[str, Any]) -> list[Any]:
    """Return the only list of objects in it; else its columns or named objects as records; else the object itself."""
    level: list[tuple[str, Any]] = [("", value)]
    for _ in range(MAX_DEPTH):
        inner = [(f"{at}.{name}".strip("."), one) for at, part in level for name, one in _items(part)]
        lists = [(name, one) for name, one in inner if isinstance(one, list) and one and isinstance(one[0], dict)]
        if len(lists) > 1:
            raise UnreadableFile(f"It holds several lists ({', '.join(name for name, _ in lists)}); keep one of them.")
        if lists:
            found: list[Any] = lists[0][1]
            return found
        level = inner
    return _read_columns(value)


def _items(value: Any) -> list[tuple[str, Any]]:  # noqa: ANN401 - JSON
    return list(value.items()) if isinstance(value, dict) and len(value) <= SAMPLE_RECORDS else []


def _read_columns(value: Mapping[str, Any]) -> list[Any]:
    parts = list(value.values())
    if parts and all(isinstance(part, list) for part in parts) and len({len(part) for part in parts}) == 1:
        return [dict(zip(value, row, strict=True)) for row in zip(*parts, strict=True)]
    if len(parts) > 1 and all(isinstance(part, dict) for part in parts):
        return [{"key": key, **part} for key, part in value.items()]
    return [value]

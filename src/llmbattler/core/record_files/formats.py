"""What the kinds of file have in common."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePath
from typing import Any, NamedTuple, Protocol

from ..errors import Invalid

LONGEST_FIELD = 8 * 1024 * 1024
"""Characters. A long conversation has a few hundred thousand."""


class UnreadableFile(Invalid):
    """This file cannot be read."""


class FileFormat(StrEnum):
    CSV = "csv"
    JSONL = "jsonl"
    PARQUET = "parquet"


_EXTENSIONS = {
    ".csv": FileFormat.CSV,
    ".tsv": FileFormat.CSV,
    ".jsonl": FileFormat.JSONL,
    ".ndjson": FileFormat.JSONL,
    ".json": FileFormat.JSONL,
    ".parquet": FileFormat.PARQUET,
    ".pq": FileFormat.PARQUET,
}


def guess_format(name: str) -> FileFormat:
    """Tell the kind of file by the end of its name."""
    extension = PurePath(name).suffix.lower()
    if extension not in _EXTENSIONS:
        said = f"ends in {extension}" if extension else "has no extension"
        raise UnreadableFile(f"The name {said}; known are {', '.join(_EXTENSIONS)}.")
    return _EXTENSIONS[extension]


class Record(NamedTuple):
    line: int
    """Where in the file: the line, or the item of a JSON array, or the row of a Parquet file. The first is 1."""
    values: Mapping[str, Any]


class BadLine(NamedTuple):
    line: int
    reason: str
    lost: int = 1
    """How many lines are lost with it."""


class RecordReader(Protocol):
    """A file that is being read. Iterating gives what can be read, and a `BadLine` for what cannot."""

    columns: tuple[str, ...]
    """As the file names them, in small letters."""

    def __iter__(self) -> Iterator[Record | BadLine]: ...


class RecordWriter(Protocol):
    def write(self, rows: Sequence[Mapping[str, Any]]) -> None: ...

    def close(self) -> None:
        """Write the end of the file. The file itself stays open: it belongs to whoever opened it."""
        ...


class ColumnKind(StrEnum):
    TEXT = "text"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    TEXT_LIST = "text_list"
    MESSAGES = "messages"
    """A list of `{"role": …, "content": …}`."""


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    kind: ColumnKind = ColumnKind.TEXT

"""Types that all file formats share."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePath
from typing import Any, NamedTuple, Protocol

from ..errors import Invalid

LONGEST_FIELD = 8 * 1024 * 1024
"""Characters in one cell."""


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
    """Return the format by the extension of the name."""
    return _EXTENSIONS[find_extension(name)]


def find_extension(name: str) -> str:
    """Return the extension of a name in lower case, if files with it can be read."""
    extension = PurePath(name).suffix.lower()
    if extension not in _EXTENSIONS:
        said = f"ends in {extension}" if extension else "has no extension"
        raise UnreadableFile(f"The name {said}; supported extensions are {', '.join(_EXTENSIONS)}.")
    return extension


class Record(NamedTuple):
    line: int
    """Line in the file, item of a JSON array or row of a Parquet file, from 1."""
    values: Mapping[str, Any]


class BadLine(NamedTuple):
    line: int
    reason: str
    lost: int = 1
    """How many lines could not be read."""


class RecordReader(Protocol):
    """Iterates over the records of a file, with a `BadLine` for each that cannot be read."""

    columns: tuple[str, ...]
    """Names in the file, in lower case."""

    def __iter__(self) -> Iterator[Record | BadLine]: ...


class RecordWriter(Protocol):
    def write(self, rows: Sequence[Mapping[str, Any]]) -> None: ...

    def close(self) -> None:
        """Write the end of the file. The caller closes the file itself."""
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

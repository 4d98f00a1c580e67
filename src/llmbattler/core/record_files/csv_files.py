"""CSV. A stray quote costs one line, not the rest of the file; a cell never becomes a formula."""

import csv
import io
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, BinaryIO

from .formats import LONGEST_FIELD, BadLine, Column, ColumnKind, Record, UnreadableFile
from .text_lines import BadText, Lines

# A limit of the whole process. The default of 128 KiB is too small for long texts.
csv.field_size_limit(LONGEST_FIELD)

DELIMITERS = (",", ";", "\t")
MAX_RETRIES = 20
"""After a broken record the reader starts again one line later, but only this often: files may be hostile."""
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


class CsvReader:
    def __init__(self, file: BinaryIO, *, wanted: Collection[str]) -> None:
        self._lines = Lines(file)
        self._rows = csv.reader(self._lines, delimiter=self._find_delimiter(wanted), strict=True)
        self.columns = self._read_header()
        duplicates = sorted({name for name in wanted if self.columns.count(name) > 1})
        if duplicates:
            raise UnreadableFile(f"The first line names {', '.join(duplicates)} more than once.")
        self._places = [(name, place) for place, name in enumerate(self.columns) if name in wanted]
        self._retries = 0

    def __iter__(self) -> Iterator[Record | BadLine]:
        width = len(self.columns)
        while True:
            self._lines.begin()
            first = self._lines.number + 1
            try:
                row = next(self._rows)
            except StopIteration:
                return
            except (csv.Error, BadText) as error:
                yield BadLine(first, str(error), self._recover())
                continue
            if len(row) == width:
                yield Record(first, {name: self._take(row[place]) for name, place in self._places})
            elif any(row):
                yield BadLine(first, f"has {len(row)} columns instead of {width}")

    def _take(self, cell: str) -> str:
        return unescape_formula(cell)

    def _find_delimiter(self, wanted: Collection[str]) -> str:
        try:
            header = next(self._lines, "")
        except BadText as error:
            raise UnreadableFile(f"Its first line {error}.") from None
        if header:
            self._lines.put_back([header])
        return max(DELIMITERS, key=lambda mark: sum(_name(part) in wanted for part in header.split(mark)))

    def _read_header(self) -> tuple[str, ...]:
        try:
            return tuple(_name(cell) for cell in next(self._rows, []))
        except (csv.Error, BadText) as error:
            raise UnreadableFile(f"Its first line cannot be read: {error}.") from None

    def _recover(self) -> int:
        """Start again at the second line of the broken record; return how many lines are lost."""
        taken = self._lines.taken
        if len(taken) <= 1:
            return 1
        if self._retries == MAX_RETRIES:
            return len(taken)
        self._retries += 1
        self._lines.put_back(taken[1:])
        return 1


def _name(cell: str) -> str:
    return cell.strip().strip('"').strip().lower()


class CsvWriter:
    def __init__(self, file: BinaryIO, columns: Sequence[Column]) -> None:
        self._text = io.TextIOWrapper(file, encoding="utf-8", newline="")
        self._columns = columns
        self._rows = csv.writer(self._text)
        self._rows.writerow([column.name for column in columns])

    def write(self, rows: Sequence[Mapping[str, Any]]) -> None:
        self._rows.writerows([[_write_cell(column, row[column.name]) for column in self._columns] for row in rows])

    def close(self) -> None:
        self._text.flush()
        self._text.detach()


def _write_cell(column: Column, value: Any) -> str:  # noqa: ANN401 - whatever the column holds
    if value is None:
        return ""
    match column.kind:
        case ColumnKind.TEXT:
            return escape_formula(str(value))
        case ColumnKind.TEXT_LIST | ColumnKind.MESSAGES:
            return json.dumps(value, ensure_ascii=False)
        case ColumnKind.BOOLEAN:
            return "true" if value else "false"
        case _:
            return repr(value)


def escape_formula(cell: str) -> str:
    """Keep a spreadsheet from running a text as a formula. `unescape_formula` removes the apostrophe."""
    if cell.startswith(FORMULA_STARTS) or (cell.startswith("'") and cell.lstrip("'").startswith(FORMULA_STARTS)):
        return f"'{cell}"
    return cell


def unescape_formula(cell: str) -> str:
    if cell.startswith("'") and cell.lstrip("'").startswith(FORMULA_STARTS):
        return cell[1:]
    return cell

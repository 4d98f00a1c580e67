"""CSV with unknown columns: delimiter, header and encoding are detected."""

import csv
from collections.abc import Sequence
from typing import BinaryIO

from .csv_files import CsvReader
from .formats import UnreadableFile
from .text_lines import BadText, Lines

SAMPLE_LINES = 20
"""Lines from which delimiter and header are detected."""
LONGEST_NAME = 64
"""Characters; a longer cell is not the name of a column."""
DELIMITERS = (",", "\t", ";", "|")
_SENTENCE_ENDS = ("?", ".", "!", ":")


class CsvTable(CsvReader):
    """All columns under their names in the file; `column_1` and so on when it has no header."""

    def __init__(self, file: BinaryIO) -> None:
        self._lines = Lines(file, guess_encoding=True)
        head = self._take_head()
        mark = _find_delimiter(head)
        self._lines.put_back(head)
        self._rows = csv.reader(self._lines, delimiter=mark, strict=True)
        self._retries = 0
        first, *others = _parse(head, mark) or [[]]
        if looks_like_names(first, others):
            next(self._rows)
            self.columns = tuple(cell.strip() or f"column_{place}" for place, cell in enumerate(first, start=1))
        else:
            self.columns = tuple(f"column_{place}" for place in range(1, len(first) + 1))
        duplicates = sorted({name for name in self.columns if self.columns.count(name) > 1})
        if duplicates:
            raise UnreadableFile(f"The first line names {', '.join(duplicates)} more than once.")
        self._places = [(name, place) for place, name in enumerate(self.columns)]

    def _take(self, cell: str) -> str:
        return cell

    def _take_head(self) -> list[str]:
        head: list[str] = []
        try:
            while len(head) < SAMPLE_LINES and (line := next(self._lines, "")):
                head.append(line)
        except BadText as error:
            raise UnreadableFile(f"Its line {self._lines.number} {error}.") from None
        return head


def _parse(lines: Sequence[str], mark: str) -> list[list[str]]:
    """Parse the rows at the start of a file; the last one may be cut off."""
    rows: list[list[str]] = []
    try:
        rows.extend(row for row in csv.reader(lines, delimiter=mark) if row)
    except csv.Error:
        return rows
    return rows


def _find_delimiter(lines: Sequence[str]) -> str:
    """Return the delimiter that splits most lines into the same number of columns, more than one."""

    def agree(mark: str) -> tuple[int, int]:
        widths = [len(row) for row in _parse(lines, mark)]
        if not widths or widths[0] == 1:
            return (0, 0)
        return (widths.count(widths[0]), widths[0])

    return max(DELIMITERS, key=agree)


def looks_like_names(first: Sequence[str], others: Sequence[Sequence[str]]) -> bool:
    """Whether the first row is a header: short, distinct, no numbers, no sentences, not repeated below."""
    names = [cell.strip() for cell in first]
    # Tables with a row number in the first column have no name for it.
    named = names[1:] if len(names) > 1 and not names[0] else names
    if not named or len(set(named)) < len(named):
        return False
    if any(not _may_be_name(name) for name in named):
        return False
    return not any(
        len(row) == len(names) and cell and row[place].strip() == cell
        for row in others
        for place, cell in enumerate(names)
    )


def _may_be_name(cell: str) -> bool:
    if not cell or len(cell) > LONGEST_NAME or "\n" in cell or cell.endswith(_SENTENCE_ENDS):
        return False
    try:
        float(cell.replace(",", "."))
    except ValueError:
        return True
    return False

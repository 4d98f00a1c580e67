"""CSV whose columns nobody knows beforehand: delimiter, header and encoding are told from what is in it."""

import csv
from collections.abc import Sequence
from typing import BinaryIO

from .csv_files import CsvReader
from .formats import UnreadableFile
from .text_lines import BadText, Lines

LOOKED_AT = 20
"""Rows in which the delimiter and the header are looked for."""
LONGEST_NAME = 64
"""Characters. Whatever is longer is no name of a column."""
DELIMITERS = (",", "\t", ";", "|")
_ENDS_A_SENTENCE = ("?", ".", "!", ":")


class CsvTable(CsvReader):
    """All columns, under the names that the file gives them; `column_1` and so on where it gives none."""

    def __init__(self, file: BinaryIO) -> None:
        self._lines = Lines(file, guessing=True)
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
        twice = sorted({name for name in self.columns if self.columns.count(name) > 1})
        if twice:
            raise UnreadableFile(f"The first line names {', '.join(twice)} more than once.")
        self._places = [(name, place) for place, name in enumerate(self.columns)]

    def _take(self, cell: str) -> str:
        return cell

    def _take_head(self) -> list[str]:
        head: list[str] = []
        try:
            while len(head) < LOOKED_AT and (line := next(self._lines, "")):
                head.append(line)
        except BadText as error:
            raise UnreadableFile(f"Its line {self._lines.number} {error}.") from None
        return head


def _parse(lines: Sequence[str], mark: str) -> list[list[str]]:
    """Whole rows at the start of a file; a last one that is cut off does no harm."""
    rows: list[list[str]] = []
    try:
        rows.extend(row for row in csv.reader(lines, delimiter=mark) if row)
    except csv.Error:
        return rows
    return rows


def _find_delimiter(lines: Sequence[str]) -> str:
    """The one that cuts most lines into the same number of columns, and more than one."""

    def agree(mark: str) -> tuple[int, int]:
        widths = [len(row) for row in _parse(lines, mark)]
        if not widths or widths[0] == 1:
            return (0, 0)
        return (widths.count(widths[0]), widths[0])

    return max(DELIMITERS, key=agree)


def looks_like_names(first: Sequence[str], others: Sequence[Sequence[str]]) -> bool:
    """Whether the first row names the columns: short, all different, no numbers, no sentences, not seen again below."""
    names = [cell.strip() for cell in first]
    # Tables written with a numbered first column have no name there.
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
    if not cell or len(cell) > LONGEST_NAME or "\n" in cell or cell.endswith(_ENDS_A_SENTENCE):
        return False
    try:
        float(cell.replace(",", "."))
    except ValueError:
        return True
    return False

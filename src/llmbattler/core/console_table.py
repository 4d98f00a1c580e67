"""A table for a terminal. Names and numbers are never cut or broken, however narrow the terminal is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

GAP = 2
"""Spaces between two columns."""
LONGEST_WORD = 24
"""A column of prose is at least as wide as its longest word; longer words, such as addresses, are folded."""
LEAST_PROSE = 12
"""Prose in a narrower column is hard to read."""
INDENT = 2
BETWEEN = " · "


@dataclass(frozen=True, slots=True)
class Column:
    title: str
    right: bool = False
    wraps: bool = False
    """Its cells may take several lines."""
    folds: bool = False
    """Its longest words may be broken."""


def number(title: str) -> Column:
    """A column of numbers, aligned on the right."""
    return Column(title, right=True)


def names(title: str) -> Column:
    """A column of lists of names, which may be wrapped between two names."""
    return Column(title, wraps=True)


def prose(title: str) -> Column:
    """A column of text that may be wrapped, such as a title."""
    return Column(title, wraps=True, folds=True)


class ConsoleTable:
    """Rows below titles. If they do not fit beside each other, each row becomes a few lines of its own."""

    def __init__(self, *columns: str | Column) -> None:
        """A plain title makes a column that is never wrapped."""
        self._columns = [Column(one) if isinstance(one, str) else one for one in columns]
        self._rows: list[list[Text]] = []

    def add_row(self, *cells: str) -> None:
        """Add cells with markup of Rich."""
        self._rows.append([Text.from_markup(cell, overflow="fold") for cell in cells])

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        widths = self._find_widths(options.max_width)
        if widths is not None:
            yield self._build(widths)
            return
        for first, *others in self._rows:
            yield Text.assemble(first, style="bold", overflow="fold")
            for line in self._stack(others, options.max_width - INDENT):
                yield Padding(line, (0, 0, 0, INDENT), expand=False)

    def _find_widths(self, available: int) -> list[int] | None:
        """Give what names and numbers leave to the columns of prose; `None` if that is too little."""
        wanted, least = [], []
        for place, column in enumerate(self._columns):
            cells = [row[place] for row in self._rows]
            longest = max((cell.cell_len for cell in cells), default=0)
            wanted.append(max(longest, Text(column.title).cell_len))
            title = _find_longest_word(column.title)
            least.append(max(title, _find_least(column, cells) if column.wraps else longest))
        rest = available - sum(least) - GAP * (len(least) - 1)
        if rest < 0:
            return None
        lacking = sum(wanted) - sum(least)
        share = min(1.0, rest / lacking) if lacking else 0.0
        return [low + int((high - low) * share) for low, high in zip(least, wanted, strict=True)]

    def _build(self, widths: Sequence[int]) -> Table:
        table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, GAP, 0, 0), collapse_padding=True)
        for column, width in zip(self._columns, widths, strict=True):
            table.add_column(Text(column.title), justify="right" if column.right else "left", width=width)
        for row in self._rows:
            table.add_row(*row)
        return table

    def _stack(self, cells: Sequence[Text], width: int) -> Iterator[Text]:
        """Fill lines with the cells and their titles. A cell is broken only if it is longer than a line."""
        line = Text(overflow="fold")
        for column, cell in zip(self._columns[1:], cells, strict=True):
            if not cell.plain:
                continue
            fact = Text.assemble((f"{column.title} ", "dim"), cell) if column.title else cell
            if line and line.cell_len + len(BETWEEN) + fact.cell_len > width:
                yield line
                line = Text(overflow="fold")
            line = Text.assemble(line, BETWEEN if line else "", fact, overflow="fold")
        if line:
            yield line


def _find_least(column: Column, cells: Sequence[Text]) -> int:
    longest = max((cell.cell_len for cell in cells), default=0)
    word = max((_find_longest_word(cell.plain) for cell in cells), default=0)
    return min(longest, max(LEAST_PROSE, min(word, LONGEST_WORD) if column.folds else word))


def _find_longest_word(text: str) -> int:
    return max((Text(word).cell_len for word in text.split()), default=0)

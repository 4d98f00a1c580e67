"""Records of a dataset: cleaned, and converted from the published format that they are in."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from llmbattler.core.record_files import BadLine, Record, clean

from ..definition.errors import UnreadableDataset
from .formats import PLAIN, list_formats, recognize
from .list_text import read_list_columns
from .published_format import PublishedFormat

MOST_SAMPLES = 1_000_000
MOST_REPORTED = 10
"""Unreadable lines that are reported."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedDataset:
    """Records of a dataset, with the format that was recognized."""

    records: Sequence[Mapping[str, Any]]
    columns: Sequence[str]
    format: str
    skipped: Sequence[str] = ()
    published_format: PublishedFormat | None = None


def load_samples(samples: Sequence[Mapping[str, Any]], *, named: str | None = None) -> LoadedDataset:
    """Load samples from the suite itself or from a generator. Formats are not guessed, only used if named."""
    return recognize_records(Records(samples), "samples", named or "plain")


class Records:
    """Iterates over the cleaned records of a table and collects the lines that could not be read."""

    def __init__(self, rows: Iterable[Any]) -> None:
        self._rows = rows
        self.skipped: list[str] = []
        self.lines: list[int] = []
        """The line of each record in its file; empty for samples that are not in a file."""

    def __iter__(self) -> Iterator[dict[str, Any]]:
        taken = 0
        for row in self._rows:
            if isinstance(row, BadLine):
                if len(self.skipped) < MOST_REPORTED:
                    self.skipped.append(f"line {row.line:,} {row.reason}")
                continue
            taken += 1
            if taken > MOST_SAMPLES:
                raise UnreadableDataset(f"The file has more than {MOST_SAMPLES:,} samples; split it.")
            values = row if isinstance(row, Mapping) else row.values
            if isinstance(row, Record):
                self.lines.append(row.line)
            try:
                yield {clean(str(name)): clean(value) for name, value in values.items()}
            except RecursionError:
                raise UnreadableDataset(f"Sample {taken:,} is nested too deeply.") from None


def recognize_records(taking: Records, kind: str, named: str | None) -> LoadedDataset:
    records: list[Mapping[str, Any]] = list(taking)
    if not records:
        first = f" ({taking.skipped[0]})" if taking.skipped else ""
        raise UnreadableDataset(f"The file contains no samples{first}.")
    if named != PLAIN:
        records = [_change(read_list_columns, taking, number, one) for number, one in enumerate(records)]
    columns = list(dict.fromkeys(name for one in records[:100] for name in one))
    published_format = recognize(columns, records[0], named=named) if named in {None, *list_formats()} else None
    if published_format is None and named not in {None, "plain"}:
        raise UnreadableDataset(f"The file is not in the format {named}. Its columns are: {', '.join(columns)}.")
    if published_format is not None:
        convert = published_format.convert
        records = [_change(convert, taking, number, one, published_format.name) for number, one in enumerate(records)]
        columns = list(dict.fromkeys([*(name for name in columns if name in records[0]), *records[0]]))
    return LoadedDataset(
        records=records,
        columns=columns,
        format=published_format.name if published_format else kind,
        skipped=taking.skipped,
        published_format=published_format,
    )


def _change(
    change: Callable[[Mapping[str, Any]], Mapping[str, Any]],
    taking: Records,
    number: int,
    record: Mapping[str, Any],
    wanted: str = "",
) -> Mapping[str, Any]:
    """Change one record. An error names its line, or its number if it is not in a file."""
    try:
        return change(record)
    except (LookupError, TypeError, ValueError, AttributeError, StopIteration) as error:
        place = f"Line {taking.lines[number]:,}" if taking.lines else f"Sample {number + 1:,}"
        why = f": {error}" if type(error) is ValueError else ""
        if not wanted:
            raise UnreadableDataset(f"{place}{why}.") from error
        raise UnreadableDataset(
            f"{place} is not in the format {wanted}{why or ', unlike the first sample'}; "
            "set `format: plain` to use the columns as they are."
        ) from error

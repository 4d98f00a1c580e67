"""Records of a dataset: cleaned, and converted from the published format that they are in."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from llmbattler.core.record_files import BadLine, clean

from ..definition.errors import UnreadableDataset
from .formats import list_formats, recognize
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
            try:
                yield {clean(str(name)): clean(value) for name, value in values.items()}
            except RecursionError:
                raise UnreadableDataset(f"Sample {taken:,} is nested too deeply.") from None


def recognize_records(taking: Records, kind: str, named: str | None) -> LoadedDataset:
    records = list(taking)
    if not records:
        first = f" ({taking.skipped[0]})" if taking.skipped else ""
        raise UnreadableDataset(f"The file contains no samples{first}.")
    columns = list(dict.fromkeys(name for one in records[:100] for name in one))
    published_format = recognize(columns, records[0], named=named) if named in {None, *list_formats()} else None
    if published_format is None and named not in {None, "plain"}:
        raise UnreadableDataset(f"The file is not in the format {named}. Its columns are: {', '.join(columns)}.")
    if published_format is not None:
        records = [_convert(published_format, number, one) for number, one in enumerate(records, start=1)]
        columns = list(dict.fromkeys([*(name for name in columns if name in records[0]), *records[0]]))
    return LoadedDataset(
        records=records,
        columns=columns,
        format=published_format.name if published_format else kind,
        skipped=taking.skipped,
        published_format=published_format,
    )


def _convert(published_format: PublishedFormat, number: int, record: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return published_format.convert(record)
    except (LookupError, TypeError, ValueError, AttributeError, StopIteration) as error:
        raise UnreadableDataset(
            f"Sample {number:,} is not in the format {published_format.name}, unlike the first sample; "
            "set `format: plain` to use the columns as they are."
        ) from error

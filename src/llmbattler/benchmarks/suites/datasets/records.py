"""Samples out of files, folders and Hugging Face, with what they were recognized as."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from typing import Any

from llmbattler.core.record_files import BadLine

from ..definition.errors import UnreadableDataset
from .formats import list_formats, recognize
from .recipes import Recipe

MOST_SAMPLES = 1_000_000
MOST_TOLD = 10
"""Lines that could not be read and are told about."""
DEEPEST = 50
"""Levels of lists and objects in a sample."""
_NUL = re.compile("\x00|[\ud800-\udfff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """What was found in a file, after it was read as what it is."""

    records: Sequence[Mapping[str, Any]]
    columns: Sequence[str]
    format: str
    skipped: Sequence[str] = ()
    recipe: Recipe | None = None


def load_samples(samples: Sequence[Mapping[str, Any]], *, named: str | None = None) -> Loaded:
    """Samples that stand in the suite itself, or were made. They are what they are, unless a format is named."""
    return recognize_records(Records(samples), "samples", named or "plain")


class Records:
    """Takes records out of a table, cleans them, and remembers what could not be read."""

    def __init__(self, rows: Iterable[Any]) -> None:
        self._rows = rows
        self.skipped: list[str] = []

    def __iter__(self) -> Iterator[dict[str, Any]]:
        taken = 0
        for row in self._rows:
            if isinstance(row, BadLine):
                if len(self.skipped) < MOST_TOLD:
                    self.skipped.append(f"line {row.line:,} {row.reason}")
                continue
            taken += 1
            if taken > MOST_SAMPLES:
                raise UnreadableDataset(f"There are more than {MOST_SAMPLES:,} samples; split the file.")
            values = row if isinstance(row, Mapping) else row.values
            try:
                yield {clean(str(name)): clean(value) for name, value in values.items()}
            except RecursionError:
                raise UnreadableDataset(f"Sample {taken:,} is nested too deeply.") from None


def recognize_records(taking: Records, kind: str, named: str | None) -> Loaded:
    records = list(taking)
    if not records:
        first = f" ({taking.skipped[0]})" if taking.skipped else ""
        raise UnreadableDataset(f"There is no sample in it{first}.")
    columns = list(dict.fromkeys(name for one in records[:100] for name in one))
    recipe = recognize(columns, records[0], named=named) if named in {None, *list_formats()} else None
    if recipe is None and named not in {None, "plain"}:
        raise UnreadableDataset(f"It does not look like {named}: it has the columns {', '.join(columns)}.")
    if recipe is not None:
        records = [_convert(recipe, number, one) for number, one in enumerate(records, start=1)]
        columns = list(dict.fromkeys([*(name for name in columns if name in records[0]), *records[0]]))
    return Loaded(
        records=records,
        columns=columns,
        format=recipe.name if recipe else kind,
        skipped=taking.skipped,
        recipe=recipe,
    )


def _convert(recipe: Recipe, number: int, record: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return recipe.convert(record)
    except (LookupError, TypeError, ValueError, AttributeError, StopIteration) as error:
        raise UnreadableDataset(
            f"Sample {number:,} does not look like {recipe.name}, as the first one does; "
            "give `format: plain` to take the columns as they are."
        ) from error


def clean(value: Any, depth: int = 0) -> Any:  # noqa: ANN401 - whatever a file holds
    """As plain JSON, without what PostgreSQL cannot keep. Raises `RecursionError` for what is nested too deeply."""
    if depth > DEEPEST:
        raise RecursionError
    match value:
        case None | bool() | int():
            return value
        case float():
            return value if math.isfinite(value) else None
        case Mapping():
            return {clean(str(name)): clean(one, depth + 1) for name, one in value.items()}
        case list() | tuple():
            return [clean(one, depth + 1) for one in value]
        case _:
            return _NUL.sub("", _write(value))


def _write(value: object) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", errors="replace")
    return value.isoformat() if isinstance(value, date | time) else str(value)

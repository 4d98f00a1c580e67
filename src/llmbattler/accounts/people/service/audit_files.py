"""The audit log as a file."""

import csv
import io
import json
from collections.abc import AsyncIterator, Sequence
from typing import IO, Literal

from ..schemas import AuditEntryOut

Form = Literal["csv", "jsonl"]
COLUMNS = ("at", "actor", "actor_name", "action", "subject", "before", "after")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def render(entries: Sequence[AuditEntryOut], form: Form) -> str:
    return "".join([_head(form), *(_line(entry, form) for entry in entries)])


async def write_entries(file: IO[bytes], entries: AsyncIterator[AuditEntryOut], form: Form) -> None:
    """Write entry by entry, because a long log may not fit into memory."""
    file.write(_head(form).encode())
    async for entry in entries:
        file.write(_line(entry, form).encode())


def _head(form: Form) -> str:
    return _row(COLUMNS) if form == "csv" else ""


def _line(entry: AuditEntryOut, form: Form) -> str:
    if form == "jsonl":
        return f"{entry.model_dump_json()}\n"
    plain = entry.model_dump(mode="json")
    return _row([_cell(plain[column]) for column in COLUMNS])


def _row(cells: Sequence[str]) -> str:
    out = io.StringIO()
    csv.writer(out).writerow(cells)
    return out.getvalue()


def _cell(value: object) -> str:
    """Escape text that a spreadsheet would run as a formula."""
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else str(value)
    return f"'{text}" if text.startswith(_FORMULA) else text

"""The audit log as a file."""

import csv
import io
import json
from collections.abc import Sequence
from typing import Literal

from .schemas import AuditEntryOut

COLUMNS = ("at", "actor", "actor_name", "action", "subject", "before", "after")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def render(entries: Sequence[AuditEntryOut], form: Literal["csv", "jsonl"]) -> str:
    if form == "jsonl":
        return "".join(f"{entry.model_dump_json()}\n" for entry in entries)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for entry in entries:
        plain = entry.model_dump(mode="json")
        writer.writerow([_cell(plain[column]) for column in COLUMNS])
    return out.getvalue()


def _cell(value: object) -> str:
    """A spreadsheet would run what begins like a formula."""
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else str(value)
    return f"'{text}" if text.startswith(_FORMULA) else text

import csv
import io
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from uuid import UUID

import pytest

from llmbattler.accounts.people.schemas import AuditEntryOut
from llmbattler.accounts.people.service.audit_files import COLUMNS, Form, render, write_entries

ENTRY = AuditEntryOut(
    entry_id=UUID(int=1),
    at=datetime(2026, 1, 2, tzinfo=UTC),
    actor="m_1",
    actor_name="=HYPERLINK(1)",
    action="person.changed",
    subject="@m_2",
    before={"name": "Zoë, A"},
    after={},
)


def test_csv_cells_that_begin_like_a_formula_are_quoted() -> None:
    head, row = csv.reader(io.StringIO(render([ENTRY], "csv")))
    assert tuple(head) == COLUMNS
    cells = dict(zip(head, row, strict=True))
    assert (cells["actor_name"], cells["subject"]) == ("'=HYPERLINK(1)", "'@m_2")
    assert json.loads(cells["before"]) == {"name": "Zoë, A"}


def test_json_lines_hold_the_entry_unchanged() -> None:
    (line,) = render([ENTRY], "jsonl").splitlines()
    assert AuditEntryOut.model_validate_json(line) == ENTRY


@pytest.mark.parametrize("form", ["csv", "jsonl"])
async def test_a_written_file_equals_the_rendered_text(form: Form) -> None:
    async def entries() -> AsyncIterator[AuditEntryOut]:
        yield ENTRY
        yield ENTRY

    file = io.BytesIO()
    await write_entries(file, entries(), form)
    assert file.getvalue().decode() == render([ENTRY, ENTRY], form)

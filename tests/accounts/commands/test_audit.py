import asyncio
import json

import pytest
from structlog.testing import capture_logs
from typer.testing import CliRunner

from llmbattler.accounts.commands import audit
from llmbattler.accounts.service.audit import COMMAND_LINE, record
from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.settings import Settings


@pytest.fixture
def log(terminal: None, address: DatabaseAddress, settings: Settings) -> None:
    """An audit log with two entries."""

    async def work() -> None:
        database = Database(address, settings)
        async with database.unit() as session:
            await record(session, actor=COMMAND_LINE, action="model.paused", subject="one", after={"status": "[red]"})
            await record(session, actor=COMMAND_LINE, action="person.changed", subject="m_1")
        await database.close()

    asyncio.run(work())


def run(*arguments: str) -> str:
    with capture_logs():
        return CliRunner().invoke(audit.app, list(arguments)).stdout


def test_the_list_shows_only_entries_of_the_wanted_action(log: None) -> None:
    shown = run("list", "--action", "model.")
    assert "model.paused" in shown
    assert "person.changed" not in shown
    assert "[red]" in shown


def test_the_export_writes_one_json_object_per_entry(log: None) -> None:
    entries = [json.loads(line) for line in run("export").splitlines()]
    assert {entry["action"]: entry["after"] for entry in entries} == {
        "model.paused": {"status": "[red]"},
        "person.changed": {},
    }

import asyncio
from collections.abc import Callable

import pytest
from structlog.testing import capture_logs
from typer.testing import CliRunner, Result

from llmbattler.arena.exports import commands as command
from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.settings import Settings
from tests.arena.integrity.voted_sites import count, put_careless, put_honest

Run = Callable[..., Result]


@pytest.fixture
def run(terminal: None) -> Run:
    """The commands as people find them, below `llmbattler votes`."""

    def run(*arguments: str) -> Result:
        with capture_logs():
            return CliRunner().invoke(command.app, list(arguments))

    return run


def test_liars_are_found_excluded_and_restored(run: Run, address: DatabaseAddress, settings: Settings) -> None:
    async def vote() -> None:
        database = Database(address, settings)
        await put_honest(database)
        await put_careless(database)
        await count(database)
        await database.close()

    assert "Nobody is suspected." in run("suspects").stdout
    asyncio.run(vote())
    reviewed = run("review")
    assert reviewed.exit_code == 0, reviewed.output
    assert "13 voters, 13 with enough votes to test, 1 suspected." in reviewed.stdout
    assert "liar" in run("suspects", "--status", "open").stdout
    assert "liar is excluded: 0 of 150 votes count." in run("exclude", "liar").stdout
    assert "liar is not excluded: 150 of 150 votes count." in run("restore", "liar").stdout
    unknown = run("exclude", "nobody")
    assert (unknown.exit_code, "No voter has this id." in unknown.stderr) == (1, True)

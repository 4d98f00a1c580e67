import asyncio
from collections.abc import Callable

import pytest
from structlog.testing import capture_logs
from typer.testing import CliRunner, Result

from llmbattler.arena.vote_counts import commands as command
from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.settings import Settings
from tests.arena.vote_counts.ballots import put, random_ballots

Run = Callable[..., Result]


@pytest.fixture
def run(terminal: None) -> Run:

    def run(*arguments: str) -> Result:
        with capture_logs():
            return CliRunner().invoke(command.app, list(arguments))

    return run


def test_boards_are_counted_anew_and_shown(run: Run, address: DatabaseAddress, settings: Settings) -> None:
    async def vote() -> None:
        database = Database(address, settings)
        await put(database, *random_ballots(120))
        await database.close()

    assert "No votes have been counted yet." in run("status").stdout
    asyncio.run(vote())
    done = run("recompute")
    assert done.exit_code == 0, done.stderr
    assert "120 votes were new" in done.stdout
    shown = run("show").stdout
    assert "Overall: " in shown
    assert shown.index("dog") < shown.index("ant")
    assert "ratings: ok" in run("status").stdout


def test_a_board_that_does_not_exist_is_a_sentence(run: Run) -> None:
    shown = run("show", "nonsense")
    assert shown.exit_code == 1
    assert "This leaderboard does not exist." in shown.stderr

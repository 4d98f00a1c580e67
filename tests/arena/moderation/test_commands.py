import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from structlog.testing import capture_logs
from typer.testing import CliRunner, Result

from llmbattler.accounts.models import Account, AccountKind
from llmbattler.arena.moderation import commands as moderation
from llmbattler.arena.moderation.service import scan
from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.settings import Settings
from tests.arena.moderation.flagged_battles import all_audits, all_flags, say, share
from tests.arena.rows import OWNER

Run = Callable[..., Result]
Do = Callable[[Callable[[Database], Any]], Any]


@pytest.fixture
def run(terminal: None) -> Run:

    def run(*arguments: str) -> Result:
        with capture_logs():
            return CliRunner().invoke(moderation.app, list(arguments))

    return run


@pytest.fixture
def do(address: DatabaseAddress, settings: Settings) -> Do:
    def do(work: Callable[[Database], Any]) -> Any:
        async def in_a_loop() -> Any:
            database = Database(address, settings)
            try:
                return await work(database)
            finally:
                await database.close()

        return asyncio.run(in_a_loop())

    return do


async def _say_and_scan(database: Database) -> str:
    battle = await say(database, "Zounds, what is it?")
    async with database.unit() as session:
        session.add(Account(account_id=OWNER, kind=AccountKind.VISITOR))
        await scan.scan_turns(session, review=False)
    return await share(database, battle)


def test_flags_words_and_visitors_are_managed_from_the_command_line(run: Run, do: Do) -> None:
    assert "empty" in run("words").output
    assert "zounds was added to the list" in run("add", "zounds", "--category", "spam").output
    assert run("add", "x" * 201).exit_code == run("add", "…").exit_code == 1
    listed = run("words").output
    assert "zounds" in listed
    do(_say_and_scan)
    (flag,) = do(all_flags)
    shown = run("list").output
    assert str(flag.flag_id) in shown
    assert "Zounds, what is it?" in shown
    for verb, status in (("hide", "hidden"), ("restore", "open"), ("keep", "kept")):
        assert run(verb, str(flag.flag_id)).exit_code == 0
        assert [one.status for one in do(all_flags)] == [status]
    assert "No flag is open." in run("list").output
    assert "is blocked" in run("block", OWNER).output
    assert "no longer blocked" in run("unblock", OWNER).output
    assert run("block", "v_nobody").exit_code == 1
    word_id = listed.split()[-1]
    assert "was removed" in run("remove", word_id).output
    audits = do(all_audits)
    assert {row["actor"] for row in audits} == {"command line"}
    assert [row["action"] for row in audits] == [
        "word.added",
        "battle.hidden",
        "flag.restored",
        "flag.kept",
        "visitor.blocked",
        "visitor.unblocked",
        "word.removed",
    ]

"""What moderators do is written down once, whole and for ever: the part of A92 that is theirs."""

from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from tests.arena.moderation.flagged_battles import all_audits, flag_one
from tests.arena.rows import OWNER
from tests.clients import ClientFactory

from llmbattler.accounts.models import Account, AccountKind
from llmbattler.core.db import Database
from llmbattler.core.errors import AppError
from llmbattler.core.resources import Resources

FLAGS, WORDS = "/api/admin/moderation/flags", "/api/admin/moderation/words"


async def audits_since(database: Database, before: int) -> list[dict[str, Any]]:
    return (await all_audits(database))[before:]


async def test_a92_each_decision_about_a_battle_is_one_row(
    resources: Resources, clients: ClientFactory, database: Database
) -> None:
    battle, flag_id = await flag_one(resources)
    moderator = await clients.moderator()
    for verb, action, was, now in (
        ("hide", "battle.hidden", "open", "hidden"),
        ("restore", "flag.restored", "hidden", "open"),
        ("keep", "flag.kept", "open", "kept"),
    ):
        known = len(await all_audits(database))
        for _ in range(2):  # the second click decides nothing
            assert (await moderator.post(f"{FLAGS}/{flag_id}/{verb}", json={})).status_code == 200
        (row,) = await audits_since(database, known)
        assert (row["actor"], row["action"], row["subject"]) == (moderator.account_id, action, str(battle.battle_id))
        assert (row["before"]["status"], row["after"]["status"]) == (was, now)
        assert "ounds" not in str(row)  # what people said is not copied into a log that nobody can empty


async def test_a92_blocking_and_unblocking_are_one_row_each(clients: ClientFactory, database: Database) -> None:
    async with database.unit() as session:
        session.add(Account(account_id=OWNER, kind=AccountKind.VISITOR))
    moderator = await clients.moderator()
    known = len(await all_audits(database))
    for verb in ("block", "block", "unblock", "unblock"):
        assert (await moderator.post(f"/api/admin/visitors/{OWNER}/{verb}", json={})).status_code == 200
    assert await audits_since(database, known) == [
        {
            "actor": moderator.account_id,
            "action": f"visitor.{verb}ed",
            "subject": OWNER,
            "before": {"blocked": not blocked},
            "after": {"blocked": blocked},
        }
        for verb, blocked in (("block", True), ("unblock", False))
    ]


async def test_a92_changes_of_the_word_list_are_one_row_each(clients: ClientFactory, database: Database) -> None:
    moderator = await clients.moderator()
    known = len(await all_audits(database))
    wanted = {"phrase": "zounds", "category": "spam", "action": "refuse"}
    word_id = (await moderator.post(WORDS, json=wanted)).json()["word_id"]
    assert (await moderator.post(WORDS, json=wanted)).status_code == 409
    assert (await moderator.delete(f"{WORDS}/{word_id}")).status_code == 204
    assert (await moderator.delete(f"{WORDS}/{word_id}")).status_code == 404
    common = {"actor": moderator.account_id, "subject": word_id}
    assert await audits_since(database, known) == [
        {**common, "action": "word.added", "before": {}, "after": wanted},
        {**common, "action": "word.removed", "before": wanted, "after": {}},
    ]


async def test_a92_what_fails_is_not_written_down_and_what_is_written_stays(
    resources: Resources, clients: ClientFactory, database: Database
) -> None:
    _, flag_id = await flag_one(resources)
    member, moderator = await clients.member(), await clients.moderator()
    known = len(await all_audits(database))
    assert (await member.post(f"{FLAGS}/{flag_id}/hide", json={})).status_code == 403
    assert await audits_since(database, known) == []
    await moderator.post(f"{FLAGS}/{flag_id}/hide", json={})
    for change in ("UPDATE audit_log SET actor = 'nobody'", "DELETE FROM audit_log", "TRUNCATE audit_log"):
        with pytest.raises((DBAPIError, AppError)):
            async with database.unit() as session:
                await session.execute(text(change))
    assert len(await audits_since(database, known)) == 1

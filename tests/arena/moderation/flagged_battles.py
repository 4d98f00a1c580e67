"""Shared and flagged battles, for tests of moderation."""

from typing import Any
from uuid import UUID

from sqlalchemy import text

from llmbattler.arena.models import Battle
from llmbattler.arena.moderation.jobs import scan as scan_turns
from llmbattler.arena.moderation.models import Category, Flagged, WordAction
from llmbattler.arena.moderation.schemas import WordIn
from llmbattler.arena.moderation.service import scan, word_list
from llmbattler.arena.shares.service import links
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from tests.arena.rows import OWNER, add_battle, all_rows, talk

SECRETS = "jane@corp.com, +49 30 1234567, 4111 1111 1111 1111, DE89 3704 0044 0532 0130 00"
HIDDEN_AWAY = ("jane@corp.com", "1234567", "4111", "DE89")


async def list_word(
    database: Database, phrase: str, category: Category = Category.OTHER, action: WordAction = WordAction.FLAG
) -> None:
    async with database.unit() as session:
        wanted = WordIn(phrase=phrase, category=category, action=action)
        await word_list.add_word(session, actor="site", wanted=wanted)


async def say(database: Database, prompt: str, *answers: str, **more: Any) -> Battle:
    """Add a battle with these texts, queued for scanning."""
    both = (answers[0], answers[-1]) if answers else ("Left answer.", "Right answer.")
    async with database.unit() as session:
        battle = await add_battle(session, prompt, entries=talk(prompt, answers=both), **more)
        await scan.note_turn(session, battle_id=battle.battle_id, turn=1)
    return battle


async def share(database: Database, battle: Battle) -> str:
    async with database.unit() as session:
        return (await links.share_battle(session, owner=battle.owner, battle_id=battle.battle_id)).token


async def flag_one(resources: Resources, **more: Any) -> tuple[Battle, UUID]:
    """Add a battle with one flag, found by the scan job."""
    database = resources.get(Database)
    await list_word(database, "zounds", Category.HARASSMENT)
    battle = await say(database, "Zounds, what is it?", owner=more.pop("owner", OWNER), **more)
    await scan_turns(resources)
    return battle, (await all_flags(database))[-1].flag_id


async def all_flags(database: Database) -> list[Flagged]:
    return sorted(await all_rows(database, Flagged), key=lambda flag: flag.flag_id)


async def all_audits(database: Database) -> list[dict[str, Any]]:
    async with database.unit() as session:
        rows = await session.execute(text("SELECT actor, action, subject, before, after FROM audit_log ORDER BY at"))
        return [dict(row._mapping) for row in rows]

"""Scans finished turns for listed words, in the background."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from llmbattler.core.db import Session
from llmbattler.core.jobs import JobName, defer
from llmbattler.core.live import ADMIN_TOPIC, publish

from ...conversation import read_entries
from ...redaction import mask
from .. import repository
from ..models import Category, FlagSource, Where
from ..prompts import Reviewed, list_texts
from ..repository import UnscannedTurn
from ..words import Rule, WordList, cut_excerpt

AT_ONCE = 100
REVIEW = JobName("moderation.review")


@dataclass(frozen=True, slots=True)
class NewFlag:
    battle_id: UUID
    where: Where
    entry_id: str
    category: str
    excerpt: str


async def note_turn(session: Session, *, battle_id: UUID, turn: int) -> None:
    """Queue a turn for scanning, in the transaction that ends it."""
    await repository.add_queued(session, battle_id, turn)


async def scan_turns(session: Session, *, review: bool) -> bool:
    """Scan some queued turns, and request reviews. Return whether there may be more."""
    words = WordList([Rule(word.key, word.category) for word in await repository.list_words(session)])
    if not words and not review:
        await repository.delete_all_queued(session)
        return False
    turns = await repository.delete_oldest_queued(session, AT_ONCE)
    conversations = await repository.list_conversations(session, [turn.battle_id for turn in turns])
    found = await asyncio.to_thread(_find, words, turns, conversations)
    await add_flags(session, source=FlagSource.WORD_LIST, found=found)
    if review:
        for turn in turns:
            if turn.battle_id in conversations:
                await defer(session, REVIEW, battle_id=str(turn.battle_id), turn=turn.turn)
    return len(turns) == AT_ONCE


def _find(
    words: WordList, turns: Sequence[UnscannedTurn], conversations: Mapping[UUID, Sequence[Any]]
) -> list[NewFlag]:
    return [
        NewFlag(turn.battle_id, text.where, text.entry_id, one.rule.category, one.excerpt)
        for turn in turns
        for text in list_texts(read_entries(conversations.get(turn.battle_id, ())), turn.turn)
        for one in words.find(text.text)
    ]


async def add_flags(session: Session, *, source: FlagSource, found: Sequence[NewFlag]) -> int:
    rows = {
        (one.battle_id, one.entry_id, one.category): {
            "battle_id": one.battle_id,
            "where": one.where,
            "entry_id": one.entry_id,
            "source": source,
            "category": one.category,
            "excerpt": one.excerpt,
        }
        for one in found
    }
    added = await repository.add_flags(session, list(rows.values()))
    if added:
        await publish(session, ADMIN_TOPIC, "moderation")
    return added


async def list_turn_texts(session: Session, *, battle_id: UUID, turn: int) -> list[Reviewed]:
    """Return the texts of a turn for the reviewing model; none when the battle is deleted."""
    found = await repository.list_conversations(session, [battle_id])
    return list_texts(read_entries(found.get(battle_id, ())), turn)


async def store_review(
    session: Session, *, battle_id: UUID, texts: Sequence[Reviewed], categories: Sequence[Category | None]
) -> int:
    """Flag what the reviewing model named, unless the battle was deleted meanwhile."""
    if not await repository.list_conversations(session, [battle_id]):
        return 0
    found = [
        NewFlag(
            battle_id, text.where, text.entry_id, category, cut_excerpt(await asyncio.to_thread(mask, text.text), 0, 0)
        )
        for text, category in zip(texts, categories, strict=True)
        if category is not None
    ]
    return await add_flags(session, source=FlagSource.MODEL, found=found)


async def delete_orphaned_flags(session: Session) -> None:
    """Delete the flags of deleted battles."""
    await repository.delete_orphaned_flags(session)

"""Shows battles, corrects their categories and closes old ones."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from llmbattler.catalog.service import is_only_built_in
from llmbattler.core.db import Session
from llmbattler.generation.contestants.service import describe, list_offered
from llmbattler.generation.streams.service import list_live

from .. import repository
from ..conversation import find_answer, read_entries
from ..errors import BattleNotFound
from ..models import Battle, Position
from ..schemas import (
    ArenaOut,
    BattleOut,
    CategoriesIn,
    LimitsOut,
    ReplayOut,
    ReplayTurnOut,
)
from ..settings import ArenaSettings
from .suggestions import SUGGESTED
from .views import show_battle


async def show_arena(session: Session, *, settings: ArenaSettings) -> ArenaOut:
    """Return what an empty page needs. Without health: nobody may learn which models can be drawn right now."""
    waiting = [one for one in await list_offered(session, asker=None) if one.drawable]
    return ArenaOut(
        models_waiting=len(waiting),
        vision_models_waiting=sum(one.abilities.vision for one in waiting),
        only_built_in=await is_only_built_in(session),
        suggested_prompts=list(SUGGESTED),
        limits=LimitsOut(),
        blinding=settings.blinding,
        vote_labels=settings.vote_labels,
    )


async def get_battle(session: Session, *, owner: str, battle_id: UUID, with_reports: bool = False) -> BattleOut:
    """Return a battle; `with_reports` adds what providers said about failures, which is for admins."""
    battle = await find_battle(session, owner=owner, battle_id=battle_id)
    return (await show_battles(session, [battle], with_reports=with_reports))[0]


async def find_battle(session: Session, *, owner: str, battle_id: UUID) -> Battle:
    battle = await repository.get_battle(session, battle_id, owner)
    if battle is None:
        raise BattleNotFound
    return battle


async def show_battles(session: Session, battles: Sequence[Battle], *, with_reports: bool = False) -> list[BattleOut]:
    ids = [battle.battle_id for battle in battles]
    votes = await repository.list_votes(session, ids)
    shares = await repository.list_shares(session, ids)
    live = await list_live(session, subject_ids=ids)
    sides = [side for battle in battles for side in (battle.left_model_id, battle.right_model_id) if side]
    contestants = await describe(session, ids=sides)
    return [
        show_battle(
            battle,
            vote=votes.get(battle.battle_id),
            contestants=contestants,
            share_token=shares.get(battle.battle_id),
            answering=battle.battle_id in live,
            with_reports=with_reports,
        )
        for battle in battles
    ]


async def set_categories(session: Session, *, owner: str, battle_id: UUID, wanted: CategoriesIn) -> BattleOut:
    """Replace the categories and the language that the rules found.

    A vote that was cast keeps its categories: its voter has seen the names, and could choose the boards it counts on.
    """
    battle = await repository.lock_battle(session, battle_id, owner)
    if battle is None:
        raise BattleNotFound
    battle.categories, battle.language, battle.corrected = sorted(set(wanted.categories)), wanted.language, True
    await session.flush()
    return (await show_battles(session, [battle]))[0]


async def get_replay(session: Session, *, owner: str, battle_id: UUID) -> ReplayOut:
    battle = await find_battle(session, owner=owner, battle_id=battle_id)
    entries = read_entries(battle.conversation)
    turns = []
    for number, ticks in enumerate(battle.pace, start=1):
        asked = next((entry for entry in entries if entry.role == "user" and entry.turn == number), None)
        left = find_answer(entries, turn=number, position=Position.LEFT)
        right = find_answer(entries, turn=number, position=Position.RIGHT)
        if asked is not None and (left or right):
            texts = [one.content if one else "" for one in (left, right)]
            turns.append(ReplayTurnOut(prompt=asked.content, left=texts[0], right=texts[1], ticks=ticks))
    return ReplayOut(turns=turns)


async def expire_battles(session: Session, *, after: timedelta) -> int:
    """Close battles that had no vote for this long. Return how many."""
    return await repository.update_expired(session, after=after)

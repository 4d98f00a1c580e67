from datetime import timedelta

import pytest
from pydantic import ValidationError
from sqlalchemy import update

from llmbattler.arena.conversation import ask
from llmbattler.arena.errors import BattleNotFound
from llmbattler.arena.models import Battle, Mode, Status
from llmbattler.arena.schemas import CategoriesIn
from llmbattler.arena.service import battles
from llmbattler.arena.settings import ArenaSettings
from llmbattler.core.db import Database
from tests.arena.rows import OTHER, OWNER, add_battle, talk
from tests.arena.turns.steps import do, row_of


@pytest.mark.parametrize("status", [Status.GENERATING, Status.OPEN, Status.VOID, Status.EXPIRED])
async def test_before_the_vote_a_battle_is_positions_and_text(database: Database, status: Status) -> None:
    async with database.unit() as session:
        battle = await add_battle(session, status=status)
        shown = await battles.get_battle(session, owner=OWNER, battle_id=battle.battle_id)
    assert (shown.revealed_models, shown.details) == (None, None)
    assert shown.can_vote is (status is Status.OPEN)
    assert [message.position for message in shown.messages] == [None, "left", "right"]
    assert not {"model_id", "latency_ms", "output_tokens", "cost_usd", "sampling", "flags", "pace"} & set(
        shown.model_dump_json().replace('"', " ").split()
    )


@pytest.mark.parametrize("mode", [Mode.SIDE_BY_SIDE, Mode.DIRECT])
async def test_chosen_models_are_named_at_once(database: Database, mode: Mode) -> None:
    async with database.unit() as session:
        right = None if mode is Mode.DIRECT else "b"
        battle = await add_battle(session, mode=mode, right_model_id=right)
        shown = await battles.get_battle(session, owner=OWNER, battle_id=battle.battle_id)
    assert shown.revealed_models is not None
    assert (shown.revealed_models.left, shown.revealed_models.right) == ("a", right)
    assert shown.can_vote is (mode is Mode.SIDE_BY_SIDE)


async def test_corrected_categories_stay(database: Database) -> None:
    async with database.unit() as session:
        battle = await add_battle(session, categories=["math"], language="en")
        wanted = CategoriesIn(categories=["hard", "coding", "coding"], language="de")
        shown = await battles.set_categories(session, owner=OWNER, battle_id=battle.battle_id, wanted=wanted)
    assert (shown.categories, shown.language) == (["coding", "hard"], "de")
    async with database.unit() as session:
        row = await session.get(Battle, battle.battle_id)
        assert row is not None
        assert row.corrected
    with pytest.raises(BattleNotFound):
        async with database.unit() as session:
            await battles.set_categories(session, owner=OTHER, battle_id=battle.battle_id, wanted=wanted)


def test_only_languages_that_have_boards_can_be_named() -> None:
    with pytest.raises(ValidationError, match="must be one of"):
        CategoriesIn(categories=[], language="qqq")


async def test_a_replay_has_what_was_shown_when(database: Database) -> None:
    async with database.unit() as session:
        battle = await add_battle(session, "One?", "Two?")
        replay = await battles.get_replay(session, owner=OWNER, battle_id=battle.battle_id)
    assert [(turn.prompt, turn.left, turn.right) for turn in replay.turns] == [
        ("One?", "Left answer.", "Right answer."),
        ("Two?", "Left answer.", "Right answer."),
    ]
    assert replay.turns[0].ticks == [(0, 5, 5), (50, 12, 13)]
    with pytest.raises(BattleNotFound):
        async with database.unit() as session:
            await battles.get_replay(session, owner=OTHER, battle_id=battle.battle_id)


async def test_a_turn_without_answers_is_not_replayed(database: Database) -> None:
    entries = talk("One?")
    entries.append(ask(entries, prompt="Two?", images=()))
    async with database.unit() as session:
        battle = await add_battle(session, "One?", entries=entries, pace=[[(0, 12, 13)], []])
        replay = await battles.get_replay(session, owner=OWNER, battle_id=battle.battle_id)
    assert [turn.prompt for turn in replay.turns] == ["One?"]


async def test_an_empty_page_is_told_what_it_needs(database: Database) -> None:
    async with database.unit() as session:
        shown = await battles.show_arena(session, settings=ArenaSettings())
    assert (shown.models_waiting, shown.blinding, shown.vote_labels) == (0, "strict", "letters")
    assert not shown.only_built_in
    assert shown.limits.prompt_chars == 32_000
    assert shown.suggested_prompts


async def test_a_battle_nobody_votes_on_expires(database: Database) -> None:
    async with database.unit() as session:
        battle = await add_battle(session)
        await session.execute(update(Battle).values(updated_at=Battle.updated_at - timedelta(days=31)))
        await add_battle(session)
        chat = await add_battle(session, mode=Mode.DIRECT, right_model_id=None)
        old = update(Battle).where(Battle.battle_id == chat.battle_id)
        await session.execute(old.values(updated_at=Battle.updated_at - timedelta(days=99)))
    assert await do(database, lambda s: battles.expire_battles(s, after=timedelta(days=30))) == 1
    assert (await row_of(database, battle)).status == Status.EXPIRED

from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import text

from llmbattler.arena.conversation import Answer, Facts, read_entries
from llmbattler.arena.errors import BattleNotFound, StillAnswering
from llmbattler.arena.models import Battle, Mode, Position, Status
from llmbattler.arena.schemas import BattleOut
from llmbattler.arena.stored_answers.errors import NotComparable, StillHidden
from llmbattler.arena.stored_answers.schemas import ComparisonIn
from llmbattler.arena.stored_answers.service import Question, compare_answers, open_stored_battle
from llmbattler.core.db import Database
from tests.arena.rows import OTHER, OWNER, add_battle, talk


def comparison(*answers: tuple[Battle, str]) -> ComparisonIn:
    return ComparisonIn.model_validate(
        {"answers": [{"battle_id": battle.battle_id, "position": position} for battle, position in answers]}
    )


async def add_chat(database: Database, *prompts: str, model: str, said: str, **more: Any) -> Battle:
    """A direct chat with one model."""
    entries = talk(*prompts, answers=(said, ""), models=(model,))
    values = {"mode": Mode.DIRECT, "left_model_id": model, "right_model_id": None, "entries": entries, **more}
    async with database.unit() as session:
        return await add_battle(session, *prompts, **values)


async def compare(database: Database, *answers: tuple[Battle, str], owner: str = OWNER) -> BattleOut:
    async with database.unit() as session:
        return await compare_answers(session, owner=owner, wanted=comparison(*answers))


async def get_row(database: Database, out: BattleOut) -> Battle:
    async with database.unit() as session:
        return await session.get_one(Battle, out.battle_id)


async def test_answers_of_two_chats_become_an_open_blind_battle(database: Database) -> None:
    first = await add_chat(database, "Why?", "And then?", model="a", said="Said by a.")
    second = await add_chat(database, "why? ", "And  then?", model="b", said="Said by b.")
    out = await compare(database, (first, "left"), (second, "left"))
    assert (out.mode, out.status, out.can_vote, out.seen_before) == (Mode.BATTLE, Status.OPEN, True, True)
    assert (out.revealed_models, out.details) == (None, None)
    said = [(message.role, message.turn, message.position) for message in out.messages]
    assert said == [
        (role, turn, position)
        for turn in (1, 2)
        for role, position in (("user", None), ("assistant", Position.LEFT), ("assistant", Position.RIGHT))
    ]
    row = await get_row(database, out)
    by_side = {entry.position: entry for entry in read_entries(row.conversation) if entry.position is not None}
    assert {row.left_model_id, row.right_model_id} == {"a", "b"}
    assert by_side[Position.LEFT].content == f"Said by {row.left_model_id}."
    assert by_side[Position.RIGHT].content == f"Said by {row.right_model_id}."
    assert (row.turns, row.flags, row.sampling_probability) == (2, ["seen_before"], None)
    assert row.session_id not in {first.session_id, second.session_id}


async def test_chance_decides_the_sides(database: Database) -> None:
    async with database.unit() as session:
        battle = await add_battle(session, mode=Mode.SIDE_BY_SIDE)
    opened = [await compare(database, (battle, "left"), (battle, "right")) for _ in range(24)]
    assert {(await get_row(database, out)).left_model_id for out in opened} == {"a", "b"}


async def test_answers_of_a_hidden_battle_cannot_be_compared(database: Database) -> None:
    """Otherwise the vote on the copy would reveal the models of the battle that is still open."""
    async with database.unit() as session:
        hidden = [await add_battle(session, status=status) for status in (Status.OPEN, Status.EXPIRED, Status.VOID)]
        voted = await add_battle(session, status=Status.VOTED)
    for battle in hidden:
        with pytest.raises(StillHidden):
            await compare(database, (battle, "left"), (battle, "right"))
    assert (await compare(database, (voted, "left"), (voted, "right"))).can_vote


async def test_foreign_and_unknown_battles_do_not_exist(database: Database) -> None:
    async with database.unit() as session:
        mine = await add_battle(session, mode=Mode.SIDE_BY_SIDE)
        theirs = await add_battle(session, mode=Mode.SIDE_BY_SIDE, owner=OTHER)
    unknown = Battle(battle_id=uuid4())
    for other in (theirs, unknown):
        with pytest.raises(BattleNotFound):
            await compare(database, (mine, "left"), (other, "right"))


async def test_what_cannot_be_compared_is_named(database: Database) -> None:
    one = await add_chat(database, "Why?", model="a", said="Because.")
    same = await add_chat(database, "Why?", model="a", said="So.")
    other = await add_chat(database, "How?", model="b", said="So.")
    longer = await add_chat(database, "Why?", "And?", model="b", said="So.")
    busy = await add_chat(database, "Why?", model="b", said="So.", status=Status.GENERATING)
    for battle, position, says in (
        (same, "left", "two different models"),
        (other, "left", "different messages"),
        (longer, "left", "different messages"),
        (other, "right", "no such answer"),
    ):
        with pytest.raises(NotComparable, match=says):
            await compare(database, (one, "left"), (battle, position))
    with pytest.raises(StillAnswering):
        await compare(database, (one, "left"), (busy, "left"))
    async with database.unit() as session:
        assert (await session.execute(text("SELECT count(*) FROM battles"))).scalar_one() == 5


async def test_an_earlier_turn_can_be_chosen(database: Database) -> None:
    one = await add_chat(database, "Why?", model="a", said="Because.")
    longer = await add_chat(database, "Why?", "And?", model="b", said="So.")
    wanted = ComparisonIn.model_validate(
        {"answers": [{"battle_id": one.battle_id}, {"battle_id": longer.battle_id, "turn": 1}]}
    )
    async with database.unit() as session:
        out = await compare_answers(session, owner=OWNER, wanted=wanted)
    assert len(out.messages) == 3


async def test_an_answer_that_names_its_maker_is_flagged(database: Database) -> None:
    one = await add_chat(database, "Who are you?", model="a", said="I am ChatGPT, made by OpenAI.")
    other = await add_chat(database, "Who are you?", model="b", said="A helper.")
    row = await get_row(database, await compare(database, (one, "left"), (other, "left")))
    assert set(row.flags) == {"identity_leak", "identity_probe", "seen_before"}


async def test_other_slices_open_battles_of_answers_that_nobody_saw(database: Database) -> None:
    given = [[Answer(f"By {name}.", Facts(model_id=name, latency_ms=5))] for name in ("prompt:x@1", "prompt:x@2")]
    async with database.unit() as session:
        battle = await open_stored_battle(
            session, owner=OWNER, questions=[Question("Why?")], answers=(given[0], given[1]), seen=False
        )
    assert battle.flags == []
    assert {battle.left_model_id, battle.right_model_id} == {"prompt:x@1", "prompt:x@2"}

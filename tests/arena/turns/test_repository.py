import pytest

from llmbattler.arena.models import Battle, Mode
from llmbattler.arena.models import Session as SessionRow
from llmbattler.arena.turns import repository
from llmbattler.core.db import Database
from tests.arena.rows import add_battle, all_rows, talk
from tests.arena.turns.steps import start

pytestmark = pytest.mark.usefixtures("models")


async def test_a_battle_is_added_with_its_session_or_to_one(database: Database) -> None:
    turn = await start(database, prompt="Why?", mode=Mode.DIRECT, models=["a"])
    [session] = await all_rows(database, SessionRow)
    [battle] = await all_rows(database, Battle)
    assert (session.session_id, session.title) == (battle.session_id, "Why?")
    assert (battle.left_model_id, battle.right_model_id, battle.prompt_hash) != (None, None, "")
    assert (battle.conversation[0]["content"], battle.attempt) == ("Why?", 0)
    assert battle.battle_id == turn.ref.battle_id


async def test_answers_are_appended_under_the_lock(database: Database) -> None:
    async with database.unit() as session:
        battle = await add_battle(session, status="generating", entries=talk("Why?")[:1], turns=0)
    answers = talk("Why?")[1:]
    async with database.unit() as session:
        locked = await repository.lock_answered(session, battle.battle_id)
        assert locked is not None
        locked.status, locked.turns, locked.flags = "open", 1, ["identity_leak"]
        await repository.add_answers(session, battle.battle_id, locked, answers)
    [stored] = await all_rows(database, Battle)
    assert [entry["content"] for entry in stored.conversation] == ["Why?", "Left answer.", "Right answer."]
    assert (stored.status, stored.turns, stored.flags, stored.void_reason) == ("open", 1, ["identity_leak"], None)

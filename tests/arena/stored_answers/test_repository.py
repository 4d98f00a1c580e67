from llmbattler.arena.models import Battle, Mode, Status
from llmbattler.arena.models import Session as SessionRow
from llmbattler.arena.stored_answers import repository
from llmbattler.core.db import Database
from llmbattler.core.ids import uuid7
from tests.arena.rows import OWNER, all_rows


async def test_a_battle_is_added_with_a_session_of_its_own(database: Database) -> None:
    battle = Battle(
        session_id=uuid7(),
        owner=OWNER,
        mode=Mode.BATTLE,
        left_model_id="a",
        right_model_id="b",
        status=Status.OPEN,
        conversation=[],
        prompt_hash="",
    )
    async with database.unit() as session:
        await repository.add_battle(session, battle, title="A title")
        assert battle.created_at is not None  # the response contains it
    [row] = await all_rows(database, SessionRow)
    assert (row.session_id, row.owner, row.title) == (battle.session_id, OWNER, "A title")
    assert [one.session_id for one in await all_rows(database, Battle)] == [row.session_id]

from sqlalchemy import text

from llmbattler.core.db import Database
from llmbattler.core.db.orphans import Orphans, find_orphans, list_references

_ADD_SET = text("INSERT INTO imported_sets (name, origin, votes, skipped) VALUES ('here', 'file', 1, 0)")
_ADD_VOTE = text(
    "INSERT INTO imported_votes (imported_vote_id, set_name, model_a, model_b, winner) "
    "VALUES (gen_random_uuid(), :name, 'a', 'b', 'a')"
)


async def test_rows_that_refer_to_nothing_are_counted_by_column(database: Database) -> None:
    async with database.unit() as session:
        await session.execute(_ADD_SET)
        for name in ("here", "gone", "gone"):
            await session.execute(_ADD_VOTE, {"name": name})
        assert await find_orphans(session) == [Orphans("imported_votes.set_name", "imported_sets.name", 2)]


async def test_ids_of_a_subject_are_listed_once_for_each_column(database: Database) -> None:
    async with database.unit() as session:
        for order in ("as_shown", "swapped"):
            await session.execute(
                text(
                    'INSERT INTO judge_votes (judge_vote_id, battle_id, judge_model_id, "order", left_model_id, '
                    "right_model_id) VALUES (gen_random_uuid(), gen_random_uuid(), 'judge', :order, 'a', 'b')"
                ),
                {"order": order},
            )
        found = await list_references(session, "contestant")
        assert found["judge_votes.judge_model_id"] == ["judge"]
        assert found["battles.left_model_id"] == []
        assert await list_references(session, "nothing of this name") == {}

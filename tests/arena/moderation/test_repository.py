from typing import Any

from sqlalchemy import text

from llmbattler.arena.moderation import repository
from llmbattler.arena.moderation.models import Category, FlagSource, FlagStatus, Where, WordAction
from llmbattler.arena.moderation.repository import UnscannedTurn
from llmbattler.core.db import Database
from tests.arena.moderation.flagged_battles import all_flags, list_word, share
from tests.arena.rows import add_battle

REPORT = {"where": Where.BATTLE, "source": FlagSource.REPORT, "category": Category.OTHER, "excerpt": "Bad."}


async def test_a_worker_takes_no_more_turns_than_it_wants(database: Database) -> None:
    async with database.unit() as session:
        battle = await add_battle(session)
        for turn in (1, 2, 3):
            await repository.add_queued(session, battle.battle_id, turn)
        # The plan that PostgreSQL chose once: a nested loop, without a stored result of its inner side.
        for plan in ("hashjoin", "mergejoin", "material", "hashagg", "sort"):
            await session.execute(text(f"SET LOCAL enable_{plan} = off"))
        assert len(await repository.delete_oldest_queued(session, 1)) == 1


async def test_two_workers_take_different_turns(database: Database) -> None:
    async with database.unit() as session:
        battle = await add_battle(session)
        for turn in (1, 2, 3):
            await repository.add_queued(session, battle.battle_id, turn)
    turns = [UnscannedTurn(battle.battle_id, turn) for turn in (1, 2, 3)]
    async with database.unit() as first, database.unit() as second:
        assert await repository.delete_oldest_queued(first, 2) in (turns[:2], turns[1::-1])
        assert await repository.delete_oldest_queued(second, 2) == turns[2:]


async def test_a_report_again_is_counted_and_a_flag_again_is_not_added(database: Database) -> None:
    async with database.unit() as session:
        battle = await add_battle(session)
        flag: dict[str, Any] = {**REPORT, "battle_id": battle.battle_id}
        for _ in range(3):
            await repository.add_report(session, flag)
        words = {**flag, "source": FlagSource.WORD_LIST, "entry_id": "msg_1", "where": Where.PROMPT}
        assert await repository.add_flags(session, [words]) == 1
        assert await repository.add_flags(session, [words]) == 0
        assert await repository.add_flags(session, []) == 0
    assert [one.times for one in await all_flags(database)] == [3, 1]


async def test_only_words_that_refuse_are_read_for_a_prompt(database: Database) -> None:
    await list_word(database, "flagged", Category.SPAM)
    await list_word(database, "Refused", Category.HATE, WordAction.REFUSE)
    async with database.unit() as session:
        assert await repository.list_refused(session) == [("refused", "hate")]
        assert await repository.count_words(session) == 2


async def test_a_link_works_unless_the_battle_is_hidden_or_deleted(database: Database) -> None:
    async with database.unit() as session:
        battle = await add_battle(session)
    token = await share(database, battle)
    async with database.unit() as session:
        assert await repository.find_shared(session, token) == battle.battle_id
        assert await repository.find_shared(session, "another") is None
        await repository.add_report(session, {**REPORT, "battle_id": battle.battle_id})
        [flag] = await repository.lock_flags(session, battle.battle_id)
        for status, hidden in ((FlagStatus.HIDDEN, True), (FlagStatus.KEPT, False)):
            await repository.update_flags(session, [flag.flag_id], status=status, decided_by="m")
            assert await repository.find_hidden(session, battle.battle_id) is hidden
            assert (await repository.find_shared(session, token) is None) is hidden
        await session.execute(text("UPDATE sessions SET deleted_at = now()"))
        assert await repository.find_shared(session, token) is None


async def test_flags_of_deleted_battles_are_deleted(database: Database) -> None:
    async with database.unit() as session:
        gone, stays = await add_battle(session), await add_battle(session)
        for battle in (gone, stays):
            await repository.add_report(session, {**REPORT, "battle_id": battle.battle_id})
        await session.delete(gone)
        await session.flush()
        await repository.delete_orphaned_flags(session)
    assert [one.battle_id for one in await all_flags(database)] == [stays.battle_id]

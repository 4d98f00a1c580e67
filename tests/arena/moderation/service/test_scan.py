from llmbattler.arena.models import Status, VoidReason
from llmbattler.arena.moderation.models import Category, FlagStatus, QueuedTurn, Where
from llmbattler.arena.moderation.service import flags, scan
from llmbattler.arena.turns.service import end
from llmbattler.core.db import Database
from tests.arena.moderation.flagged_battles import all_flags, list_word, say
from tests.arena.rows import add_battle, all_rows, talk


async def test_prompts_and_answers_are_flagged_by_message(database: Database) -> None:
    await list_word(database, "zounds", Category.HARASSMENT)
    await list_word(database, "buy now", Category.SPAM)
    battle = await say(database, "Zounds?", "Nothing here.", "ZOUNDS! Buy now at me@corp.com")
    async with database.unit() as session:
        assert not await scan.scan_turns(session, review=False)
    flags = {(flag.where, flag.entry_id, flag.category) for flag in await all_flags(database)}
    assert flags == {
        (Where.PROMPT, "msg_1", Category.HARASSMENT),
        (Where.RIGHT, "msg_3", Category.HARASSMENT),
        (Where.RIGHT, "msg_3", Category.SPAM),
    }
    assert {flag.battle_id for flag in await all_flags(database)} == {battle.battle_id}
    assert {flag.excerpt for flag in await all_flags(database)} == {"Zounds?", "ZOUNDS! Buy now at [email]"}
    assert await all_rows(database, QueuedTurn) == []


async def test_a_second_scan_does_not_reopen_a_decided_flag(database: Database) -> None:
    await list_word(database, "zounds")
    battle = await say(database, "Zounds?")
    async with database.unit() as session:
        await scan.scan_turns(session, review=False)
    (flag,) = await all_flags(database)
    async with database.unit() as session:
        await flags.keep(session, actor="site", flag_id=flag.flag_id)
        await scan.note_turn(session, battle_id=battle.battle_id, turn=1)
    async with database.unit() as session:
        await scan.scan_turns(session, review=False)
    assert [flag.status for flag in await all_flags(database)] == [FlagStatus.KEPT]


async def test_without_words_and_reviews_the_queue_is_emptied(database: Database) -> None:
    await say(database, "Zounds?")
    async with database.unit() as session:
        assert not await scan.scan_turns(session, review=False)
    assert await all_rows(database, QueuedTurn) == []
    await list_word(database, "zounds")
    async with database.unit() as session:
        await scan.scan_turns(session, review=False)
    assert await all_flags(database) == []


async def test_the_queue_is_scanned_in_batches(database: Database) -> None:
    await list_word(database, "zounds")
    battle = await say(database, "Zounds?")
    async with database.unit() as session:
        for _ in range(scan.AT_ONCE):
            await scan.note_turn(session, battle_id=battle.battle_id, turn=1)
    async with database.unit() as session:
        assert await scan.scan_turns(session, review=False)
    async with database.unit() as session:
        assert not await scan.scan_turns(session, review=False)
    assert len(await all_flags(database)) == 1


async def test_a_prompt_without_answers_is_scanned_too(database: Database) -> None:
    await list_word(database, "zounds")
    async with database.unit() as session:
        battle = await add_battle(session, entries=talk("Zounds?")[:1], status=Status.GENERATING, turns=0)
    async with database.unit() as session:
        await end.fail_turn(session, battle_id=battle.battle_id, reason=VoidReason.FAILED)
    async with database.unit() as session:
        await scan.scan_turns(session, review=False)
    assert [flag.where for flag in await all_flags(database)] == [Where.PROMPT]

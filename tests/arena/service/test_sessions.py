import asyncio
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from sqlalchemy import update

from llmbattler.arena.errors import SessionNotFound
from llmbattler.arena.models import Battle, Mode, Share, Status, VoteWord
from llmbattler.arena.models import Session as SessionRow
from llmbattler.arena.service import sessions
from llmbattler.arena.shares.service import links
from llmbattler.arena.voting.schemas import VoteIn
from llmbattler.arena.voting.service import Voter, cast_vote
from llmbattler.core.db import Database
from llmbattler.core.errors import Invalid
from llmbattler.core.settings import Profile
from llmbattler.generation.streams.models import LiveChunk, LiveGeneration
from llmbattler.library.models import Image
from tests.arena.rows import OTHER, OWNER, add_battle, add_session, all_rows, all_votes
from tests.library.stored_files import list_files_to_delete
from tests.polling import wait_for_lock_conflict

START = datetime(2026, 1, 1, tzinfo=UTC)


async def titles(database: Database, search: str | None = None, owner: str = OWNER) -> list[str]:
    async with database.unit() as session:
        found = await sessions.list_sessions(session, owner=owner, search=search, cursor=None, limit=100)
    return [one.title for one in found.sessions]


async def test_the_latest_comes_first_with_its_battles_counted(database: Database) -> None:
    async with database.unit() as session:
        old = await add_session(session, title="old", last_active_at=START)
        new = await add_session(session, title="new", last_active_at=START + timedelta(hours=1))
        await add_battle(session, row=old, created_at=START)
        last = await add_battle(session, row=old, created_at=START + timedelta(minutes=1))
        await add_session(session, title="foreign", owner=OTHER)
    async with database.unit() as session:
        found = await sessions.list_sessions(session, owner=OWNER, search=None, cursor=None, limit=10)
    assert [one.session_id for one in found.sessions] == [new.session_id, old.session_id]
    assert [(one.battle_count, one.latest_battle_id) for one in found.sessions] == [(0, None), (2, last.battle_id)]
    assert found.next_cursor is None


async def test_pages_give_everything_once_even_at_the_same_moment(database: Database) -> None:
    async with database.unit() as session:
        for number in range(7):
            await add_session(session, title=str(number), last_active_at=START)
    seen: list[str] = []
    cursor, pages = None, 0
    while cursor is not None or not pages:
        async with database.unit() as session:
            page = await sessions.list_sessions(session, owner=OWNER, search=None, cursor=cursor, limit=3)
        seen += [one.title for one in page.sessions]
        cursor, pages = page.next_cursor, pages + 1
    assert pages == 3
    assert sorted(seen) == [str(number) for number in range(7)]


@pytest.mark.parametrize(
    "cursor", ["", "x", "bnVsbA==", "WzEsMl0=", "WyIyMDI2LTAxLTAxIiwgInh4Il0=", "e30=", "é", "[" * 190]
)
async def test_a_made_up_cursor_is_refused(database: Database, cursor: str) -> None:
    with pytest.raises(Invalid):
        async with database.unit() as session:
            await sessions.list_sessions(session, owner=OWNER, search=None, cursor=cursor, limit=3)


async def test_search_looks_into_titles_and_prompts_but_not_into_answers(database: Database) -> None:
    async with database.unit() as session:
        await add_battle(session, "Bake bread", "And 100% rye_flour?", row=await add_session(session, title="one"))
        await add_battle(session, "Nothing", row=await add_session(session, title="Bread and butter"))
        await add_battle(session, "bread", row=await add_session(session, title="foreign", owner=OTHER))
    assert sorted(await titles(database, "BREAD")) == ["Bread and butter", "one"]
    assert await titles(database, "rye_flour") == ["one"]
    assert await titles(database, "100%") == ["one"]
    assert await titles(database, "ryeXflour") == []
    assert await titles(database, "%") == ["one"]
    assert await titles(database, "Left answer") == []


async def test_renaming_tidies_the_title(database: Database) -> None:
    async with database.unit() as session:
        row = await add_session(session)
        renamed = await sessions.rename_session(
            session, owner=OWNER, session_id=row.session_id, title="  A \n new\tname  "
        )
    assert renamed.title == "A new name"
    assert await titles(database) == ["A new name"]


async def test_deleting_hides_at_once_and_can_be_undone(database: Database) -> None:
    async with database.unit() as session:
        row = await add_session(session, title="gone")
    async with database.unit() as session:
        await sessions.delete_session(session, owner=OWNER, session_id=row.session_id)
    assert await titles(database) == []
    for attempt in (sessions.get_session, sessions.get_outline, sessions.delete_session):
        with pytest.raises(SessionNotFound):
            async with database.unit() as session:
                await attempt(session, owner=OWNER, session_id=row.session_id)
    async with database.unit() as session:
        await sessions.purge_sessions(session)
        restored = await sessions.restore_session(session, owner=OWNER, session_id=row.session_id)
    assert restored.title == "gone"
    assert await titles(database) == ["gone"]


async def test_others_find_nothing_to_change(database: Database) -> None:
    async with database.unit() as session:
        row = await add_session(session)
    for attempt in (sessions.get_session, sessions.get_outline, sessions.delete_session, sessions.restore_session):
        with pytest.raises(SessionNotFound):
            async with database.unit() as session:
                await attempt(session, owner=OTHER, session_id=row.session_id)
    with pytest.raises(SessionNotFound):
        async with database.unit() as session:
            await sessions.rename_session(session, owner=OTHER, session_id=row.session_id, title="mine")


async def test_purging_takes_everything_but_the_votes(database: Database) -> None:
    async with database.unit() as session:
        gone, kept = await add_session(session, title="gone"), await add_session(session, title="kept")
        for row in (gone, kept):
            battle = await add_battle(session, row=row)
            session.add(
                Image(
                    owner=OWNER,
                    battle_id=battle.battle_id,
                    storage_key=f"file of {row.title}",
                    media_type="image/png",
                    width=1,
                    height=1,
                )
            )
            answering = {"subject_id": battle.battle_id, "part": "1"}
            session.add(LiveGeneration(**answering, kind="battle", owner=OWNER, process=uuid4()))
            session.add(LiveChunk(**answering, seq=0, texts=["l", "r"]))
            await links.share_battle(session, owner=OWNER, battle_id=battle.battle_id)
            await cast_vote(
                session,
                voter=Voter(OWNER, None, Profile.PRIVATE),
                battle_id=battle.battle_id,
                wanted=VoteIn(vote=VoteWord.TIE),
            )
    async with database.unit() as session:
        await sessions.delete_session(session, owner=OWNER, session_id=gone.session_id)
        old = SessionRow.deleted_at - sessions.UNDO - timedelta(seconds=1)
        await session.execute(update(SessionRow).values(deleted_at=old))
    async with database.unit() as session:
        await sessions.purge_sessions(session)
    assert await list_files_to_delete(database) == ["file of gone"]
    for table in (SessionRow, Battle, Image, LiveGeneration, LiveChunk, Share):
        assert len(await all_rows(database, table)) == 1, table
    assert await titles(database) == ["kept"]
    assert len(await all_votes(database)) == 2
    with pytest.raises(SessionNotFound):
        async with database.unit() as session:
            await sessions.restore_session(session, owner=OWNER, session_id=gone.session_id)


async def test_restoring_what_is_just_being_purged_finds_nothing(database: Database) -> None:
    async with database.unit() as session:
        row = await add_session(session, deleted_at=START)

    async def restore() -> None:
        async with database.unit() as session:
            await sessions.restore_session(session, owner=OWNER, session_id=row.session_id)

    async with database.unit() as session:
        await sessions.purge_sessions(session)
        restoring = asyncio.create_task(restore())
        await wait_for_lock_conflict(database)
    with pytest.raises(SessionNotFound):
        await restoring


async def test_an_outline_leads_from_battle_to_battle_without_a_word_of_them(database: Database) -> None:
    async with database.unit() as session:
        row = await add_session(session, title="Bread")
        late = await add_battle(session, row=row, created_at=START + timedelta(hours=1))
        early = await add_battle(session, row=row, created_at=START, status=Status.VOTED)
    async with database.unit() as session:
        outline = await sessions.get_outline(session, owner=OWNER, session_id=row.session_id)
    assert (outline.session_id, outline.title) == (row.session_id, "Bread")
    assert [one.model_dump() for one in outline.battles] == [
        {"battle_id": early.battle_id, "mode": Mode.BATTLE, "status": Status.VOTED},
        {"battle_id": late.battle_id, "mode": Mode.BATTLE, "status": Status.OPEN},
    ]

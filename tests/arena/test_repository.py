import asyncio
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text

from llmbattler.arena import repository
from llmbattler.arena.models import Battle, Mode, Share, Status
from llmbattler.arena.models import Session as SessionRow
from llmbattler.arena.voting.repository import LockedBattle, lock_battle
from llmbattler.core.db import Database, Session
from tests.arena.rows import OTHER, OWNER, add_battle, add_session, all_rows

MONTH = timedelta(days=30)


async def stored(database: Database, **more: Any) -> Battle:
    async with database.unit() as session:
        return await add_battle(session, **more)


async def lock_to_vote(session: Session, battle_id: UUID, owner: str) -> LockedBattle | None:
    return (await lock_battle(session, battle_id, owner)).battle


async def test_a_battle_is_found_by_its_owner_until_its_session_is_deleted(database: Database) -> None:
    battle = await stored(database)
    async with database.unit() as session:
        for get in (repository.get_battle, repository.lock_battle, lock_to_vote):
            assert await get(session, battle.battle_id, OWNER) is not None
            assert await get(session, battle.battle_id, OTHER) is None
        await session.execute(text("UPDATE sessions SET deleted_at = now()"))
        for get in (repository.get_battle, repository.lock_battle, lock_to_vote):
            assert await get(session, battle.battle_id, OWNER) is None
        assert await repository.get_any_battle(session, battle.battle_id) is not None
        assert await repository.lock_any_battle(session, battle.battle_id) is not None


@pytest.mark.parametrize(
    ("more", "expires"),
    [
        ({}, True),
        ({"mode": Mode.SIDE_BY_SIDE}, True),
        ({"mode": Mode.DIRECT, "right_model_id": None}, False),
        ({"status": Status.VOTED}, False),
        ({"status": Status.GENERATING}, False),
    ],
)
async def test_only_open_battles_without_a_vote_expire(
    database: Database, more: dict[str, Any], *, expires: bool
) -> None:
    await stored(database, **more)
    async with database.unit() as session:
        assert await repository.update_expired(session, after=MONTH) == 0
        await session.execute(text("UPDATE battles SET updated_at = now() - interval '31 days'"))
        assert await repository.update_expired(session, after=MONTH) == expires
    [battle] = await all_rows(database, Battle)
    assert (battle.status == Status.EXPIRED) is expires


async def test_requests_of_one_person_are_serialized(database: Database) -> None:
    order: list[str] = []
    locked = asyncio.Event()

    async def first() -> None:
        async with database.unit() as session:
            await repository.lock_owner(session, OWNER)
            locked.set()
            await asyncio.sleep(0.2)
            order.append("first")

    async def later(owner: str) -> None:
        await locked.wait()
        async with database.unit() as session:
            await repository.lock_owner(session, owner)
            order.append(owner)

    await asyncio.gather(first(), later(OWNER), later(OTHER))
    assert order == [OTHER, "first", OWNER]


async def test_the_previous_battle_is_the_newest_of_the_session(database: Database) -> None:
    async with database.unit() as session:
        row = await add_session(session)
        assert await repository.get_previous_battle(session, row.session_id) is None
        older = await add_battle(session, row=row)
        newer = await add_battle(session, row=row)
        await session.execute(
            text("UPDATE battles SET created_at = now() - interval '1 hour' WHERE battle_id = :id"),
            {"id": older.battle_id},
        )
        previous = await repository.get_previous_battle(session, row.session_id)
        assert previous is newer
        outlines = await repository.list_outlines(session, row.session_id)
    assert [one.battle_id for one in outlines] == [older.battle_id, newer.battle_id]


async def test_deleting_sessions_takes_their_battles_and_links_only(database: Database) -> None:
    gone, stays = await stored(database), await stored(database)
    async with database.unit() as session:
        session.add_all(Share(token=f"{one.battle_id}", battle_id=one.battle_id) for one in (gone, stays))
    async with database.unit() as session:
        await repository.delete_sessions(session, [gone.session_id])
    for table, key in ((SessionRow, "session_id"), (Battle, "battle_id"), (Share, "battle_id")):
        assert [getattr(row, key) for row in await all_rows(database, table)] == [getattr(stays, key)]


async def test_sessions_are_purged_when_the_time_to_undo_is_over(database: Database) -> None:
    async with database.unit() as session:
        rows = [await add_session(session) for _ in range(3)]
        for row, minutes in zip(rows, (20, 5, None), strict=True):
            if minutes is not None:
                row.deleted_at = row.created_at - timedelta(minutes=minutes)
        await session.flush()
        ids = await repository.list_sessions_to_purge(session, after=timedelta(minutes=10), limit=10)
    assert ids == [rows[0].session_id]

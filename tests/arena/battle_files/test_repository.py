from typing import Any

import pytest
from tests.arena.exports.test_service import add_vote
from tests.arena.rows import OWNER, add_battle, add_session, all_rows

from llmbattler.arena.battle_files import repository
from llmbattler.arena.models import Session as SessionRow
from llmbattler.arena.models import Share, Status
from llmbattler.arena.moderation.models import Flagged, FlagStatus
from llmbattler.core import clock
from llmbattler.core.db import Database, Session
from llmbattler.core.ids import uuid7


async def list_all(session: Session) -> tuple[list[repository.StoredBattle], list[Any]]:
    battles = [one async for part in repository.list_battles(session) for one in part]
    return battles, [one async for part in repository.list_other_votes(session) for one in part]


async def test_a_site_is_empty_until_it_has_a_battle(database: Database) -> None:
    async with database.unit() as session:
        assert not await repository.find_any_battle(session)
        await add_battle(session)
        assert await repository.find_any_battle(session)


async def test_a_site_with_the_vote_of_a_deleted_battle_is_not_empty(database: Database) -> None:
    async with database.unit() as session:
        battle = await add_battle(session)
        add_vote(session, battle)
        await session.flush()
        await session.delete(battle)
        await session.flush()
        assert await repository.find_any_battle(session)


async def test_a_battle_comes_with_its_session_vote_and_link(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repository, "AT_ONCE", 2)
    async with database.unit() as session:
        row = await add_session(session)
        battles = [await add_battle(session, f"Number {number}", row=row) for number in range(5)]
        add_vote(session, battles[1])
        session.add(Share(token="abc", battle_id=battles[2].battle_id))
        ids = [battle.battle_id for battle in battles]
    async with database.unit() as session:
        found, others = await list_all(session)
    assert others == []
    assert [one.battle.battle_id for one in found] == ids
    assert {one.session.session_id for one in found} == {row.session_id}
    assert [one.vote is not None for one in found] == [False, True, False, False, False]
    assert [one.share and one.share.token for one in found] == [None, None, "abc", None, None]


async def test_what_is_deleted_hidden_or_unfinished_leaves_only_its_vote(database: Database) -> None:
    async with database.unit() as session:
        battles = {
            "deleted": await add_battle(session, row=await add_session(session, deleted_at=clock.now())),
            "hidden": await add_battle(session),
            "unfinished": await add_battle(session, status=Status.GENERATING),
            "gone": await add_battle(session),
        }
        for name, battle in battles.items():
            add_vote(session, battle, comment=name)
        hidden = battles["hidden"].battle_id
        facts = {"where": "prompt", "source": "report", "category": "other", "excerpt": ""}
        session.add(Flagged(battle_id=hidden, status=FlagStatus.HIDDEN, **facts))
        await session.flush()
        await session.delete(battles["gone"])
    async with database.unit() as session:
        found, others = await list_all(session)
    assert found == []
    assert {one["comment"] for one in others} == {"deleted", None, "unfinished", "gone"}
    assert next(one for one in others if one["comment"] is None)["battle_id"] == hidden


@pytest.mark.parametrize("number", [0, 2, 3, 7])
async def test_rows_are_added_each_once(database: Database, number: int) -> None:
    rows: list[dict[str, Any]] = [
        {"session_id": uuid7(), "owner": OWNER, "title": f"Title {place}"} for place in range(number)
    ]
    async with database.unit() as session:
        await repository.add_sessions(session, rows)
    stored = await all_rows(database, SessionRow)
    assert sorted(row.title for row in stored) == [row["title"] for row in rows]

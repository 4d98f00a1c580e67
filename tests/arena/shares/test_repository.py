from datetime import timedelta
from typing import Any

from sqlalchemy import text

from llmbattler.arena.models import Battle, Mode, Share, Status
from llmbattler.arena.moderation.models import Category, Flagged, FlagSource, FlagStatus, Where
from llmbattler.arena.shares import repository
from llmbattler.core.db import Database, Session
from tests.arena.judges.judge_setup import add_vote
from tests.arena.rows import add_battle, all_rows
from tests.arena.vote_counts.ballots import NOON

HIDDEN: dict[str, Any] = {
    "where": Where.BATTLE,
    "source": FlagSource.REPORT,
    "category": Category.OTHER,
    "excerpt": "",
    "status": FlagStatus.HIDDEN,
}


async def add_shared(session: Session, token: str, *, hours: int = 0, **more: Any) -> Battle:
    battle = await add_battle(session, **{"status": Status.VOTED, **more})
    session.add(Share(token=token, battle_id=battle.battle_id, created_at=NOON + timedelta(hours=hours)))
    await session.flush()
    return battle


async def list_tokens(session: Session, *models: str, limit: int = 10) -> list[str]:
    return [row.token for row in await repository.list_shared(session, models, limit)]


async def test_the_newest_links_of_all_these_models_come_first(database: Database) -> None:
    async with database.unit() as session:
        await add_shared(session, "old")
        await add_shared(session, "new", hours=2, left_model_id="b", right_model_id="a")
        await add_shared(session, "other", hours=1, right_model_id="c")
        assert await list_tokens(session, "a") == ["new", "other", "old"]
        assert await list_tokens(session, "a", "b") == ["new", "old"]
        assert await list_tokens(session, "a", limit=1) == ["new"]
        assert await list_tokens(session, "d") == []


async def test_battles_that_are_blind_hidden_deleted_or_chats_are_no_examples(database: Database) -> None:
    async with database.unit() as session:
        await add_shared(session, "blind", status=Status.OPEN)
        await add_shared(session, "chosen", mode=Mode.SIDE_BY_SIDE, status=Status.OPEN)
        await add_shared(session, "chat", mode=Mode.DIRECT, right_model_id=None, status=Status.OPEN)
        hidden = await add_shared(session, "hidden")
        session.add(Flagged(battle_id=hidden.battle_id, **HIDDEN))
        deleted = await add_shared(session, "deleted")
        await session.execute(
            text("UPDATE sessions SET deleted_at = now() WHERE session_id = :id"), {"id": deleted.session_id}
        )
        add_vote(session, await add_shared(session, "voted", hours=1), "tie")
        await session.flush()
        found = await repository.list_shared(session, ["a"], 10)
    assert [(row.token, row.vote) for row in found] == [("voted", "tie"), ("chosen", None)]


async def test_a_link_is_deleted_with_its_token(database: Database) -> None:
    async with database.unit() as session:
        one, other = await add_battle(session), await add_battle(session)
        for battle, token in ((one, "one"), (other, "other")):
            repository.add_share(session, token=token, battle_id=battle.battle_id)
        await session.flush()
        await repository.delete_share(session, one.battle_id)
    assert [row.token for row in await all_rows(database, Share)] == ["other"]
    async with database.unit() as session:
        assert await repository.get_share(session, "one") is None
        assert await repository.get_share(session, "other") is not None

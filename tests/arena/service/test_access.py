from datetime import UTC, datetime

from llmbattler.accounts.schemas import Visitor
from llmbattler.arena.service.access import may_view_battle, may_view_session
from llmbattler.core.db import Database
from llmbattler.core.settings import Settings
from tests.arena.rows import OTHER, OWNER, add_battle, add_session


async def test_battles_and_sessions_are_viewable_by_their_owner(database: Database, settings: Settings) -> None:
    async with database.unit() as session:
        battle = await add_battle(session)
        for owner, allowed in ((OWNER, True), (OTHER, False)):
            viewer = Visitor(owner)
            assert await may_view_battle(session, settings, viewer, str(battle.battle_id)) is allowed
            assert await may_view_session(session, settings, viewer, str(battle.session_id)) is allowed


async def test_a_deleted_session_is_not_viewable(database: Database, settings: Settings) -> None:
    async with database.unit() as session:
        row = await add_session(session, deleted_at=datetime.now(UTC))
        assert not await may_view_session(session, settings, Visitor(OWNER), str(row.session_id))

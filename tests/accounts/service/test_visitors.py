import pytest
from sqlalchemy import text

from llmbattler.accounts.errors import Blocked
from llmbattler.accounts.service.visitors import admit_visitor, check_not_blocked
from llmbattler.core.db import Database


async def test_a_visitor_is_renewed_once_an_hour(database: Database) -> None:
    async with database.unit() as session:
        first = await admit_visitor(session, account_id=None)
    assert first.account_id.startswith("v_")
    assert first.renewed
    async with database.unit() as session:
        again = await admit_visitor(session, account_id=first.account_id)
        assert (again.account_id, again.renewed) == (first.account_id, False)
        await session.execute(text("UPDATE accounts SET last_seen_at = now() - interval '61 minutes'"))
    for renewed in (True, False):
        async with database.unit() as session:
            assert (await admit_visitor(session, account_id=first.account_id)).renewed is renewed


async def test_a_blocked_visitor_is_refused(database: Database) -> None:
    async with database.unit() as session:
        blocked = await admit_visitor(session, account_id=None)
        await session.execute(text("UPDATE accounts SET deactivated_at = now()"))
        welcome = await admit_visitor(session, account_id=None)
        await check_not_blocked(session, account_id=welcome.account_id)
        with pytest.raises(Blocked):
            await check_not_blocked(session, account_id=blocked.account_id)
        with pytest.raises(Blocked):
            await admit_visitor(session, account_id=blocked.account_id)

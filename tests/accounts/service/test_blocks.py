import pytest

from llmbattler.accounts.errors import Blocked, PersonNotFound
from llmbattler.accounts.models import Account, AccountKind
from llmbattler.accounts.service import blocks, visitors
from llmbattler.core.db import Database

VISITOR = "v_" + "1" * 32


async def add(database: Database, account_id: str, kind: AccountKind) -> None:
    async with database.unit() as session:
        session.add(Account(account_id=account_id, kind=kind))


async def test_a_blocked_visitor_is_not_admitted_until_unblocked(database: Database) -> None:
    await add(database, VISITOR, AccountKind.VISITOR)
    async with database.unit() as session:
        assert (await blocks.block(session, actor="site", account_id=VISITOR)).blocked
    async with database.unit() as session:
        with pytest.raises(Blocked):
            await visitors.admit_visitor(session, account_id=VISITOR)
        found = await blocks.find_account_status(session, account_id=VISITOR)
        assert found == blocks.AccountStatus(VISITOR, AccountKind.VISITOR, blocked=True)
    async with database.unit() as session:
        assert not (await blocks.unblock(session, actor="site", account_id=VISITOR)).blocked
    async with database.unit() as session:
        assert (await visitors.admit_visitor(session, account_id=VISITOR)).account_id == VISITOR


@pytest.mark.parametrize("kind", [kind for kind in AccountKind if kind is not AccountKind.VISITOR])
async def test_members_are_not_blocked_here(database: Database, kind: AccountKind) -> None:
    await add(database, "m_1", kind)
    async with database.unit() as session:
        with pytest.raises(blocks.NotAVisitor):
            await blocks.block(session, actor="site", account_id="m_1")
        with pytest.raises(PersonNotFound):
            await blocks.block(session, actor="site", account_id="m_2")
        assert await blocks.find_account_status(session, account_id="m_2") is None

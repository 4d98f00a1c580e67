from sqlalchemy import text

from llmbattler.accounts.models import Account, AccountKind
from llmbattler.accounts.repository import find_by_email, lock_account
from llmbattler.core.db import Database


async def test_a_locked_account_is_as_it_is_now(database: Database) -> None:
    """Who signs in while the password is changed must not be measured by the old one."""
    async with database.unit() as session:
        session.add(Account(account_id="m_1", kind=AccountKind.MEMBER, email="a@example.org", password_hash="old"))
    async with database.unit() as session:
        known = await find_by_email(session, "a@example.org")
        assert known is not None
        async with database.unit() as other:
            await other.execute(text("UPDATE accounts SET password_hash = 'new'"))
        locked = await lock_account(session, known.account_id)
        assert locked is not None
        assert locked.password_hash == "new"

from datetime import UTC, datetime, timedelta

from sqlalchemy import select

from llmbattler.accounts.authentication.jobs import delete_ended
from llmbattler.accounts.models import Account, AccountKind, Guess, SignIn
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources


async def test_the_cleanup_keeps_recent_sign_ins_and_guesses(database: Database) -> None:
    now = datetime.now(UTC)
    resources = Resources()
    resources.add(Database, database)
    async with database.unit() as session:
        session.add(Account(account_id="m_1", kind=AccountKind.MEMBER))
        await session.flush()
        for name, ended in (("open", None), ("recent", now - timedelta(days=29)), ("old", now - timedelta(days=31))):
            session.add(
                SignIn(
                    account_id="m_1",
                    kind="browser",
                    secret_hash=name,
                    device="",
                    address="",
                    expires_at=now + timedelta(days=1),
                    ended_at=ended,
                )
            )
        session.add(Guess(key="recent", slot=now - timedelta(hours=1), count=1))
        session.add(Guess(key="old", slot=now - timedelta(hours=3), count=1))
    await delete_ended(resources)
    async with database.unit() as session:
        assert set((await session.execute(select(SignIn.secret_hash))).scalars()) == {"open", "recent"}
        assert set((await session.execute(select(Guess.key))).scalars()) == {"recent"}

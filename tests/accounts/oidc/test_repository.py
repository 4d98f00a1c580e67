import asyncio

from llmbattler.accounts.models import Account, AccountKind
from llmbattler.accounts.oidc.repository import lock_by_email, lock_by_subject, lock_subject
from llmbattler.core.db import Database


async def test_accounts_are_found_by_exact_subject_or_address(database: Database) -> None:
    async with database.unit() as session:
        session.add(
            Account(account_id="m_1", kind=AccountKind.MEMBER, email="ann@corp.example", oidc_subject="issuer|1")
        )
    async with database.unit() as session:
        for found in (
            await lock_by_subject(session, "issuer|1"),
            await lock_by_email(session, "ann@corp.example"),
        ):
            assert found is not None
            assert found.account_id == "m_1"
        assert await lock_by_subject(session, "issuer|11") is None
        assert await lock_by_email(session, "bob@corp.example") is None


async def test_sign_ins_of_one_subject_wait_for_each_other(database: Database) -> None:
    order: list[str] = []

    async def sign_in(subject: str) -> None:
        async with database.unit() as session:
            await lock_subject(session, subject)
            order.append(subject)

    async with database.unit() as session:
        await lock_subject(session, "one")
        waiting = asyncio.create_task(sign_in("one"))
        await sign_in("two")
        await asyncio.sleep(0.1)
        assert order == ["two"]
    await waiting
    assert order == ["two", "one"]

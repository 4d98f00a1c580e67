from uuid import uuid4

from sqlalchemy import text
from tests.clients import ClientFactory

from llmbattler.accounts.flow import CredentialWatch
from llmbattler.core.db import Database


async def test_a_held_credential_is_called_once_when_its_sign_in_ends(
    clients: ClientFactory, database: Database
) -> None:
    member, other = await clients.member(), await clients.member()
    watch = CredentialWatch(database)
    ended: list[str] = []
    with (
        watch.hold(member.person.credential, lambda: ended.append("member")),
        watch.hold(other.person.credential, lambda: ended.append("other")),
        watch.hold(None, lambda: ended.append("visitor")),
    ):
        await watch.check()
        assert ended == []
        async with database.unit() as session:
            query = text("UPDATE sign_ins SET ended_at = now() WHERE account_id = :account")
            await session.execute(query, {"account": member.account_id})
        for _ in range(2):
            await watch.check()
            assert ended == ["member"]


async def test_a_credential_is_not_checked_after_its_block(database: Database) -> None:
    watch, credential = CredentialWatch(database), uuid4()
    ended: list[int] = []
    with watch.hold(credential, lambda: ended.append(1)), watch.hold(credential, lambda: ended.append(2)):
        pass
    await watch.check()
    assert ended == []
    with watch.hold(credential, lambda: ended.append(3)):
        await watch.check()
    assert ended == [3]

from llmbattler.accounts.models import Account, AccountKind
from llmbattler.accounts.service.names import describe_people, find_names
from llmbattler.core.db import Database


async def test_people_are_known_by_the_names_they_gave_and_never_by_their_addresses(database: Database) -> None:
    async with database.unit() as session:
        session.add(Account(account_id="m_1", kind=AccountKind.MEMBER, name="Ada", email="ada@example.org"))
        session.add(Account(account_id="m_2", kind=AccountKind.MEMBER, email="nameless@example.org"))
        session.add(Account(account_id="m_3", kind=AccountKind.MEMBER, name="Somebody else"))
    async with database.unit() as session:
        assert await find_names(session, account_ids=["m_1", "m_2", "gone"]) == {"m_1": "Ada"}
        assert await find_names(session, account_ids=[]) == {}
        shown = await describe_people(session, account_ids=["m_1", "m_2", "gone"])
        assert shown == {"m_1": "Ada", "m_2": "nameless@example.org"}
        assert await describe_people(session, account_ids=[]) == {}

import pytest
from tests.clients import PASSWORD, ClientFactory

from llmbattler.accounts.authentication.flow.passwords import Authentication
from llmbattler.accounts.errors import WrongPassword
from llmbattler.accounts.models import Account, AccountKind
from llmbattler.accounts.profile.flow import change_password, change_profile, check_password, leave
from llmbattler.accounts.profile.schemas import LeaveIn, PasswordIn, ProfileIn
from llmbattler.accounts.repository import get_account
from llmbattler.accounts.schemas import Person
from llmbattler.core.db import Database
from llmbattler.core.settings import Settings
from llmbattler.core.signing import SigningKey

NETWORK = "203.0.113.7"


@pytest.fixture
def authentication(database: Database, settings: Settings) -> Authentication:
    return Authentication(database, SigningKey(b"k" * 32), settings)


async def test_a_new_address_and_leaving_need_the_password_but_a_new_name_does_not(
    clients: ClientFactory, authentication: Authentication
) -> None:
    person = (await clients.member("m@example.org")).person
    wrong = {"password": "another password"}
    await change_profile(authentication, person=person, wanted=ProfileIn(name="Ann"), network=NETWORK)
    for given in ({}, wrong):
        wanted = ProfileIn.model_validate({"email": "new@example.org", **given})
        with pytest.raises(WrongPassword):
            await change_profile(authentication, person=person, wanted=wanted, network=NETWORK)
        with pytest.raises(WrongPassword):
            await leave(authentication, person=person, wanted=LeaveIn.model_validate(given), network=NETWORK)
    wanted = ProfileIn.model_validate({"email": "new@example.org", "password": PASSWORD})
    await change_profile(authentication, person=person, wanted=wanted, network=NETWORK)
    async with authentication.database.unit() as session:
        account = await get_account(session, person.account_id)
        assert account is not None
        assert (account.name, account.email) == ("Ann", "new@example.org")
    await leave(authentication, person=person, wanted=LeaveIn.model_validate({"password": PASSWORD}), network=NETWORK)
    async with authentication.database.unit() as session:
        assert await get_account(session, person.account_id) is None


async def test_people_without_a_password_need_none_and_cannot_change_it(authentication: Authentication) -> None:
    async with authentication.database.unit() as session:
        session.add(Account(account_id="m_1", kind=AccountKind.MEMBER, email="m@example.org"))
    person = Person("m_1", AccountKind.MEMBER, email="m@example.org")
    assert await check_password(authentication, person=person, password=None, network=NETWORK) is None
    wanted = PasswordIn.model_validate({"current": "anything", "new": PASSWORD})
    with pytest.raises(WrongPassword, match="company"):
        await change_password(authentication, person=person, wanted=wanted, network=NETWORK)

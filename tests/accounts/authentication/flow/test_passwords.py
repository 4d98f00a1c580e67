import pytest
from tests.clients import PASSWORD, ClientFactory

from llmbattler.accounts.access_tokens import read_access_token
from llmbattler.accounts.authentication.flow.passwords import Authentication, refresh, sign_in
from llmbattler.accounts.authentication.schemas import SignInIn
from llmbattler.accounts.authentication.service.sign_ins import Device
from llmbattler.accounts.errors import BadToken, WrongPassword
from llmbattler.accounts.models import SignInKind
from llmbattler.accounts.passwords import needs_rehash
from llmbattler.accounts.repository import get_account
from llmbattler.core.db import Database
from llmbattler.core.settings import Settings
from llmbattler.core.signing import SigningKey

PROGRAM = Device(SignInKind.PROGRAM, "a program", "203.0.113.7")


@pytest.fixture
def authentication(database: Database, settings: Settings) -> Authentication:
    return Authentication(database, SigningKey(b"k" * 32), settings)


@pytest.mark.usefixtures("costly_passwords")
async def test_signing_in_replaces_a_hash_of_lower_cost(clients: ClientFactory, authentication: Authentication) -> None:
    member = await clients.member("m@example.org")
    wanted = SignInIn.model_validate({"email": "M@example.org", "password": PASSWORD})
    signed_in = await sign_in(authentication, wanted=wanted, device=PROGRAM, network="203.0.113.7")
    assert signed_in.person.account_id == member.account_id
    async with authentication.database.unit() as session:
        account = await get_account(session, member.account_id)
        assert account is not None
        assert account.password_hash is not None
        assert not needs_rehash(account.password_hash)
    wrong = SignInIn.model_validate({"email": "m@example.org", "password": "another password"})
    with pytest.raises(WrongPassword):
        await sign_in(authentication, wanted=wrong, device=PROGRAM, network="203.0.113.7")


async def test_using_a_refresh_token_twice_ends_the_sign_in(
    clients: ClientFactory, authentication: Authentication
) -> None:
    await clients.member("m@example.org")
    wanted = SignInIn.model_validate({"email": "m@example.org", "password": PASSWORD})
    signed_in = await sign_in(authentication, wanted=wanted, device=PROGRAM, network="203.0.113.7")
    tokens = await refresh(authentication, secret=signed_in.secret)
    claims = read_access_token(authentication.key, tokens.access_token)
    assert claims is not None
    assert (claims.account_id, claims.sign_in_id) == (signed_in.person.account_id, signed_in.sign_in_id)
    for secret in (signed_in.secret, tokens.refresh_token):
        with pytest.raises(BadToken):
            await refresh(authentication, secret=secret)

from datetime import UTC, datetime

import pytest
from tests.clients import ClientFactory

from llmbattler.accounts.access_tokens import AccessClaims, write_access_token
from llmbattler.accounts.authentication.service.sign_ins import Device, create_sign_in
from llmbattler.accounts.deps import SESSION_COOKIE
from llmbattler.accounts.errors import BadToken, SignedOut
from llmbattler.accounts.models import Scope, SignInKind
from llmbattler.accounts.repository import get_account
from llmbattler.accounts.service.credentials import PresentedCredentials, identify, note_admin_view
from llmbattler.core.db import Database
from llmbattler.core.signing import SigningKey

KEY = SigningKey(b"k" * 32)


async def test_each_kind_of_credential_identifies_its_owner(clients: ClientFactory, database: Database) -> None:
    member = await clients.member()
    program = await clients.program(member, Scope.READ)
    sign_in_id = member.person.credential
    assert sign_in_id is not None
    api_token = program.headers["authorization"].removeprefix("Bearer ")
    access_token = write_access_token(KEY, AccessClaims(member.account_id, sign_in_id), now=datetime.now(UTC))
    async with database.unit() as session:
        by_cookie = await identify(
            session, presented=PresentedCredentials(session=member.cookies[SESSION_COOKIE]), key=KEY
        )
        by_access_token = await identify(session, presented=PresentedCredentials(bearer=access_token), key=KEY)
        by_api_token = await identify(session, presented=PresentedCredentials(bearer=api_token), key=KEY)
    assert {one.account_id for one in (by_cookie, by_access_token, by_api_token)} == {member.account_id}
    assert by_cookie.scopes == by_access_token.scopes == set(Scope)
    assert by_api_token.scopes == {Scope.READ}


async def test_a_wrong_credential_is_refused(clients: ClientFactory, database: Database) -> None:
    member, other = await clients.member(), await clients.member()
    assert other.person.credential is not None
    mixed = AccessClaims(member.account_id, other.person.credential)
    access_token = write_access_token(KEY, mixed, now=datetime.now(UTC))
    async with database.unit() as session:
        account = await get_account(session, member.account_id)
        assert account is not None
        refresh_token = await create_sign_in(session, account=account, device=Device(SignInKind.PROGRAM, "", ""))
        for secret in ("llmbs_unknown", refresh_token.secret):
            with pytest.raises(SignedOut):
                await identify(session, presented=PresentedCredentials(session=secret), key=KEY)
        for bearer in ("llmbt_unknown", "no token", access_token):
            with pytest.raises(BadToken):
                await identify(session, presented=PresentedCredentials(bearer=bearer), key=KEY)


async def test_a_view_of_the_admin_pages_is_recorded(clients: ClientFactory, database: Database) -> None:
    admin = await clients.admin()
    presented = PresentedCredentials(session=admin.cookies[SESSION_COOKIE])
    async with database.unit() as session:
        assert (await identify(session, presented=presented, key=KEY)).looked_at is None
        await note_admin_view(session, person=admin.person)
    async with database.unit() as session:
        assert (await identify(session, presented=presented, key=KEY)).looked_at is not None

from dataclasses import replace

import pytest
from tests.clients import ClientFactory

from llmbattler.accounts.errors import LastAdmin, NeedsScope, TooManyTokens, WrongPassword
from llmbattler.accounts.models import Scope
from llmbattler.accounts.profile.schemas import ProfileIn, TokenIn
from llmbattler.accounts.profile.service import profile
from llmbattler.accounts.repository import get_account
from llmbattler.accounts.schemas import Person
from llmbattler.core.db import Database


async def test_a_token_cannot_have_more_rights_than_its_maker(clients: ClientFactory, database: Database) -> None:
    member, admin = (await clients.member()).person, (await clients.admin()).person
    read_only: Person = replace(admin, scopes=frozenset({Scope.READ}))
    async with database.unit() as session:
        for person, scope in ((member, Scope.ADMIN), (read_only, Scope.WRITE)):
            with pytest.raises(NeedsScope):
                await profile.make_token(session, person=person, wanted=TokenIn(name="x", scopes=[scope]))
        made = await profile.make_token(session, person=admin, wanted=TokenIn(name="x", scopes=[Scope.ADMIN]))
        assert made.token.startswith(made.hint)
        assert (await profile.list_tokens(session, account_id=member.account_id)).tokens == []


async def test_the_number_of_tokens_is_limited(
    clients: ClientFactory, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(profile, "MOST_TOKENS", 1)
    member, wanted = (await clients.member()).person, TokenIn(name="x", scopes=[Scope.READ])
    async with database.unit() as session:
        made = await profile.make_token(session, person=member, wanted=wanted)
        with pytest.raises(TooManyTokens):
            await profile.make_token(session, person=member, wanted=wanted)
        await profile.revoke_token(session, actor=member, token_id=made.token_id)
        await profile.make_token(session, person=member, wanted=wanted)


async def test_a_password_that_changed_after_the_check_is_refused(clients: ClientFactory, database: Database) -> None:
    admin = (await clients.admin()).person
    async with database.unit() as session:
        with pytest.raises(WrongPassword):
            await profile.change_password(session, person=admin, checked_hash="old", password_hash="new")
        wanted = ProfileIn(email="new@example.org")
        with pytest.raises(WrongPassword):
            await profile.change_profile(session, person=admin, wanted=wanted, checked_hash="old")


async def test_the_last_admin_cannot_leave(clients: ClientFactory, database: Database) -> None:
    first = (await clients.admin()).person
    async with database.unit() as session:
        with pytest.raises(LastAdmin):
            await profile.erase_account(session, person=first)
    await clients.admin()
    async with database.unit() as session:
        await profile.erase_account(session, person=first)
    async with database.unit() as session:
        assert await get_account(session, first.account_id) is None

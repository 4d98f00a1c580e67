from dataclasses import replace

import pytest

from llmbattler.accounts.authentication.service.sign_ins import Device, SignedIn
from llmbattler.accounts.models import Account, AccountKind, SignInKind
from llmbattler.accounts.oidc.errors import DomainNotAllowed, EmailNotVerified, EmailOfOtherAccount
from llmbattler.accounts.oidc.id_tokens import Claims
from llmbattler.accounts.oidc.service import read_email, sign_in_with_claims
from llmbattler.accounts.repository import get_account
from llmbattler.accounts.schemas import Visitor
from llmbattler.core.db import Database
from llmbattler.core.settings import Settings

ANN = Claims(subject="1", email="Ann@corp.example", email_verified=True, name="  Ann   Lee ")


async def create_sign_in(database: Database, settings: Settings, claims: Claims) -> SignedIn:
    device = Device(SignInKind.BROWSER, "", "")
    async with database.unit() as session:
        return await sign_in_with_claims(
            session, claims=claims, issuer="issuer", visitor=Visitor(None), device=device, settings=settings
        )


def test_only_addresses_of_the_company_are_accepted(settings: Settings) -> None:
    assert read_email(ANN, settings) == "ann@corp.example"
    for email in ("ann@example.org", "ann@sub.corp.example", "corp.example", ""):
        with pytest.raises(DomainNotAllowed):
            read_email(replace(ANN, email=email), settings)
    kelvin = settings.model_copy(update={"oidc_domains": ("kelvin.example",)})
    assert read_email(replace(ANN, email="ann@Kelvin.example"), kelvin) == "ann@kelvin.example"
    with pytest.raises(DomainNotAllowed):  # the Kelvin sign becomes a plain k in lowercase
        read_email(replace(ANN, email="ann@\u212aelvin.example"), kelvin)


async def test_the_first_sign_in_makes_an_account_that_keeps_its_subject(
    database: Database, settings: Settings
) -> None:
    with pytest.raises(EmailNotVerified):
        await create_sign_in(database, settings, replace(ANN, email_verified=False))
    first = await create_sign_in(database, settings, ANN)
    assert (first.person.email, first.person.name, first.person.kind) == (
        "ann@corp.example",
        "Ann Lee",
        AccountKind.MEMBER,
    )
    renamed = await create_sign_in(database, settings, replace(ANN, email="ann.lee@corp.example", email_verified=False))
    assert renamed.person.account_id == first.person.account_id
    with pytest.raises(EmailOfOtherAccount):
        await create_sign_in(database, settings, replace(ANN, subject="2"))


async def test_linking_an_account_removes_its_password(database: Database, settings: Settings) -> None:
    async with database.unit() as session:
        session.add(
            Account(account_id="m_1", kind=AccountKind.MEMBER, email="ann@corp.example", password_hash="of somebody")
        )
    assert (await create_sign_in(database, settings, ANN)).person.account_id == "m_1"
    async with database.unit() as session:
        account = await get_account(session, "m_1")
        assert account is not None
        assert (account.password_hash, account.oidc_subject) == (None, "issuer|1")

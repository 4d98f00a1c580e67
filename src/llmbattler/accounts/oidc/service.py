"""Find, link or create the account of a person who signed in through the company."""

from pydantic import TypeAdapter, ValidationError

from llmbattler.core.db import Session
from llmbattler.core.ids import uuid7
from llmbattler.core.settings import Settings

from ..authentication.company import belongs_to_company
from ..authentication.repository import add_account
from ..authentication.schemas import Email
from ..authentication.service.sign_ins import Device, SignedIn, create_sign_in, delete_links, move_visitor_data
from ..models import Account, AccountKind
from ..profile.repository import delete_tokens
from ..repository import delete_sign_ins
from ..schemas import Visitor
from ..service import audit
from ..settings import AccountSettings
from . import repository
from .errors import AccountClosed, DomainNotAllowed, EmailNotVerified, EmailOfOtherAccount
from .id_tokens import Claims

LONGEST_NAME = 60
_EMAIL: TypeAdapter[str] = TypeAdapter(Email)


async def sign_in_with_claims(
    session: Session, *, claims: Claims, issuer: str, visitor: Visitor, device: Device, settings: Settings
) -> SignedIn:
    """Find or create the account, and sign in."""
    email = read_email(claims, settings)
    subject = f"{issuer}|{claims.subject}"
    await repository.lock_subject(session, subject)
    account = await repository.lock_by_subject(session, subject)
    if account is None:
        if not claims.email_verified:
            raise EmailNotVerified
        account = await repository.lock_by_email(session, email)
        if account is None:
            account = await _create_account(
                session, subject, email, claims.name, visitor, AccountKind(settings.of(AccountSettings).oidc_role)
            )
        else:
            await _link(session, account, subject)
    if account.deactivated_at is not None:
        raise AccountClosed
    return await create_sign_in(session, account=account, device=device)


def read_email(claims: Claims, settings: Settings) -> str:
    """Return the address in lowercase; refuse domains that are not the company's."""
    try:
        email = _EMAIL.validate_python(claims.email)
    except ValidationError:
        raise DomainNotAllowed from None
    # Lowercasing turns some non-ASCII letters into ASCII ones, but such a domain is a different domain.
    if not claims.email.rpartition("@")[2].isascii() or not belongs_to_company(settings, email):
        raise DomainNotAllowed
    return email


async def _create_account(
    session: Session, subject: str, email: str, name: str, visitor: Visitor, kind: AccountKind
) -> Account:
    account_id = f"m_{uuid7().hex}"
    tidy = " ".join(name.split())[:LONGEST_NAME]
    facts: dict[str, object] = {
        "account_id": account_id,
        "kind": kind,
        "email": email,
        "name": tidy if tidy.isprintable() else "",
        "oidc_subject": subject,
    }
    await add_account(session, facts)
    account = await repository.lock_by_subject(session, subject)
    if account is None:  # the address was taken a moment ago
        raise EmailOfOtherAccount
    await audit.record(
        session,
        actor=account_id,
        action="person.joined",
        subject=account_id,
        after={"kind": kind, "through": "company"},
    )
    await move_visitor_data(session, visitor=visitor, account_id=account_id)
    return account


async def _link(session: Session, account: Account, subject: str) -> None:
    """Link an existing account to the person whose email address it has.

    Addresses are not verified at sign-up, so another person may have created the account: all its credentials end.
    """
    if account.oidc_subject is not None:
        raise EmailOfOtherAccount
    if account.deactivated_at is not None:
        raise AccountClosed
    account.oidc_subject = subject
    account.password_hash = None
    account.reset_asked_at = None
    await delete_sign_ins(session, account.account_id)
    await delete_tokens(session, account.account_id)
    await delete_links(session, account_id=account.account_id)
    await audit.record(
        session, actor=account.account_id, action="person.linked", subject=account.account_id, after={"company": True}
    )

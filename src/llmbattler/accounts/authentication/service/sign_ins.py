"""Accounts, sign-ins, tokens and links; each function is one unit of work."""

from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID

from llmbattler.core.db import Session, get_transaction_time
from llmbattler.core.ids import uuid7
from llmbattler.core.ownership import move_all_owned
from llmbattler.core.settings import Settings

from ...errors import BadInvitation, BadLink, BadToken, EmailTaken, SignUpClosed
from ...models import Account, AccountKind, LinkPurpose, OneTimeLink, Scope, SignIn, SignInKind
from ...opaque import Prefix, hash_secret, make_secret
from ...repository import delete_sign_ins, find_by_email, get_account, lock_account
from ...schemas import Person, Visitor
from ...service import audit
from ...service.visitors import check_not_blocked
from ...settings import AccountSettings
from .. import repository
from ..company import refuse_company
from ..schemas import InvitationOut, MeOut

LIFETIMES = {SignInKind.BROWSER: timedelta(days=30), SignInKind.PROGRAM: timedelta(days=90)}
SETUP_LASTS = timedelta(hours=24)
RESET_LASTS = timedelta(hours=2)
LONGEST_DEVICE = 200


@dataclass(frozen=True, slots=True)
class Device:
    """The device or program that signs in."""

    kind: SignInKind
    name: str
    address: str


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A new sign-in. The secret is shown once, as a cookie or as a refresh token."""

    person: Person
    sign_in_id: UUID
    secret: str = field(repr=False)


async def describe_me(session: Session, *, asker: Visitor, settings: Settings) -> MeOut:
    account = await get_account(session, asker.account_id) if isinstance(asker, Person) else None
    return MeOut(
        account_id=asker.account_id,
        kind=asker.kind,
        name=account.name if account else "",
        email=account.email if account else None,
        scopes=sorted(asker.scopes) if account else [Scope.READ, Scope.WRITE],
        has_password=account is not None and account.password_hash is not None,
        sign_up=settings.of(AccountSettings).sign_up or "closed",
        needs_setup=not await repository.find_admin(session),
        company=settings.of(AccountSettings).oidc_name if settings.of(AccountSettings).oidc_issuer else None,
        mail=settings.smtp_url is not None,
    )


def check_open(settings: Settings, *, invited: bool) -> None:
    """Allow sign-up with an invitation, or on an open site."""
    if not invited and settings.of(AccountSettings).sign_up != "open":
        raise SignUpClosed


async def sign_up(
    session: Session,
    *,
    visitor: Visitor,
    email: str,
    name: str,
    password_hash: str,
    invitation: str | None,
) -> str | None:
    """Create the account and move the visitor's data to it. Returns `None`, without an error, if it exists."""
    kind = AccountKind.MEMBER
    taken = None
    if invitation is not None:
        taken = await repository.update_invitation_use(session, hash_secret(invitation))
        if taken is None:
            raise BadInvitation
        kind = taken.kind
    account_id = f"m_{uuid7().hex}"
    added = await repository.add_account(
        session,
        {
            "account_id": account_id,
            "kind": kind,
            "email": email,
            "name": name,
            "password_hash": password_hash,
        },
    )
    if not added:
        if taken is not None:
            await repository.update_invitation_return(session, taken.invitation_id)
        return None
    if taken is not None:
        facts = {"kind": kind, "invitation": taken.hint}
        await audit.record(session, actor=account_id, action="person.joined", subject=account_id, after=facts)
    await move_visitor_data(session, visitor=visitor, account_id=account_id)
    return account_id


async def move_visitor_data(session: Session, *, visitor: Visitor, account_id: str) -> None:
    """Move everything that a visitor owns to a new account. Raises `Blocked` for a blocked visitor."""
    if visitor.account_id is not None and not isinstance(visitor, Person):
        await check_not_blocked(session, account_id=visitor.account_id)
        await move_all_owned(session, source=visitor.account_id, target=account_id)


async def get_invitation(session: Session, *, secret: str) -> InvitationOut:
    found = await repository.find_invitation(session, hash_secret(secret))
    if found is None:
        raise BadInvitation
    return InvitationOut(kind=found.kind, note=found.note, expires_at=found.expires_at)


async def find_password(session: Session, *, email: str) -> str | None:
    account = await find_by_email(session, email)
    return account.password_hash if account is not None and account.deactivated_at is None else None


async def create_sign_in(session: Session, *, account: Account, device: Device) -> SignedIn:
    """Store the sign-in and return its secret."""
    secret = make_secret(Prefix.SESSION if device.kind is SignInKind.BROWSER else Prefix.REFRESH)
    now = await get_transaction_time(session)
    sign_in_id = await repository.add_sign_in(
        session,
        SignIn(
            account_id=account.account_id,
            kind=device.kind,
            secret_hash=hash_secret(secret),
            device=device.name[:LONGEST_DEVICE],
            address=device.address,
            expires_at=now + LIFETIMES[device.kind],
        ),
    )
    person = Person(account.account_id, account.kind, credential=sign_in_id, name=account.name, email=account.email)
    return SignedIn(person, sign_in_id, secret)


async def create_sign_in_by_email(
    session: Session, *, email: str, checked_hash: str, fresh_hash: str | None, device: Device
) -> SignedIn | None:
    """Sign in after a correct password, unless it was changed in between."""
    known = await find_by_email(session, email)
    account = None if known is None else await lock_account(session, known.account_id)
    if account is None or account.deactivated_at is not None or account.password_hash != checked_hash:
        return None
    if fresh_hash is not None:
        account.password_hash = fresh_hash
    account.reset_asked_at = None
    return await create_sign_in(session, account=account, device=device)


async def end_sign_in(session: Session, *, secret: str) -> None:
    await repository.delete_sign_in_by_secret(session, hash_secret(secret))


async def refresh(session: Session, *, secret: str) -> tuple[str, str, UUID] | None:
    """Exchange a refresh token; `None` when it was used before."""
    new = make_secret(Prefix.REFRESH)
    sign_in = await repository.update_refresh(session, old=hash_secret(secret), new=hash_secret(new))
    if sign_in is not None:
        account = await get_account(session, sign_in.account_id)
        if account is None or account.deactivated_at is not None:
            raise BadToken
        return account.account_id, new, sign_in.sign_in_id
    if await repository.delete_stolen(session, hash_secret(secret)):
        return None
    raise BadToken


async def make_setup_link(session: Session) -> str | None:
    """Create a link for the first admin; `None` if there is an admin."""
    if await repository.find_admin(session):
        return None
    return await _make_link(session, LinkPurpose.SETUP, None, SETUP_LASTS)


async def delete_links(session: Session, *, account_id: str) -> None:
    """Invalidate every link made for this person."""
    await repository.delete_links(session, account_id)


async def make_reset_link(session: Session, *, account_id: str) -> str:
    await repository.delete_links(session, account_id)
    return await _make_link(session, LinkPurpose.RESET, account_id, RESET_LASTS)


async def _make_link(session: Session, purpose: LinkPurpose, account_id: str | None, lasts: timedelta) -> str:
    secret = make_secret(Prefix.LINK)
    now = await get_transaction_time(session)
    repository.add_link(
        session,
        OneTimeLink(purpose=purpose, account_id=account_id, secret_hash=hash_secret(secret), expires_at=now + lasts),
    )
    return secret


async def set_up(
    session: Session,
    *,
    secret: str,
    visitor: Visitor,
    email: str,
    name: str,
    password_hash: str,
    device: Device,
) -> SignedIn:
    """Create the first admin; two concurrent links create one."""
    await repository.lock_setup(session)
    link = await repository.find_and_spend_link(session, LinkPurpose.SETUP, hash_secret(secret))
    if link is None or await repository.find_admin(session):
        raise BadLink
    account_id = f"m_{uuid7().hex}"
    added = await repository.add_account(
        session,
        {
            "account_id": account_id,
            "kind": AccountKind.ADMIN,
            "email": email,
            "name": name,
            "password_hash": password_hash,
        },
    )
    account = await get_account(session, account_id)
    if not added or account is None:
        raise EmailTaken
    await audit.record(
        session, actor=account_id, action="person.joined", subject=account_id, after={"kind": AccountKind.ADMIN}
    )
    await move_visitor_data(session, visitor=visitor, account_id=account_id)
    return await create_sign_in(session, account=account, device=device)


async def reset_password(session: Session, *, secret: str, password_hash: str, settings: Settings) -> None:
    """Set a new password by a link, which also ends every sign-in."""
    link = await repository.find_and_spend_link(session, LinkPurpose.RESET, hash_secret(secret))
    account = None if link is None or link.account_id is None else await lock_account(session, link.account_id)
    if account is None or account.deactivated_at is not None:
        raise BadLink
    refuse_company(settings, account.email)
    account.password_hash = password_hash
    account.reset_asked_at = None
    await repository.delete_links(session, account.account_id)
    await delete_sign_ins(session, account.account_id)
    await audit.record(session, actor=account.account_id, action="person.password_reset", subject=account.account_id)


async def delete_ended(session: Session) -> None:
    await repository.delete_old_guesses(session, timedelta(hours=2))
    await repository.delete_ended(session, timedelta(days=30))

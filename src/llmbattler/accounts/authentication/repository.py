"""Queries about sign-ins, links, invitations and guesses."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from llmbattler.core.db import Session

from ..models import Account, AccountKind, Guess, Invitation, LinkPurpose, OneTimeLink, SignIn


async def count_guess(session: Session, key: str, slot: datetime) -> int:
    """Count one more and return the total. Concurrent callers wait for this row."""
    query = (
        insert(Guess)
        .values(key=key, slot=slot, count=1)
        .on_conflict_do_update(index_elements=[Guess.key, Guess.slot], set_={"count": Guess.count + 1})
        .returning(Guess.count)
    )
    return (await session.execute(query)).scalar_one()


async def delete_guesses(session: Session, keys: Sequence[str]) -> None:
    await session.execute(delete(Guess).where(Guess.key.in_(keys)))


async def delete_old_guesses(session: Session, span: timedelta) -> None:
    await session.execute(delete(Guess).where(Guess.slot < func.now() - span))


async def add_account(session: Session, account: Mapping[str, object]) -> bool:
    """False when the email address is taken."""
    query = insert(Account).values(**account).on_conflict_do_nothing().returning(Account.account_id)
    return (await session.execute(query)).first() is not None


async def find_admin(session: Session) -> bool:
    query = select(Account.account_id).where(Account.kind == AccountKind.ADMIN, Account.deactivated_at.is_(None))
    return (await session.execute(query.limit(1))).first() is not None


async def lock_setup(session: Session) -> None:
    """Serialize creating the first admin."""
    await session.execute(select(func.pg_advisory_xact_lock(func.hashtext("accounts.first_admin"))))


async def add_sign_in(session: Session, sign_in: SignIn) -> UUID:
    session.add(sign_in)
    await session.flush()
    return sign_in.sign_in_id


async def delete_sign_in_by_secret(session: Session, secret_hash: str) -> str | None:
    query = (
        update(SignIn)
        .where(SignIn.secret_hash == secret_hash, SignIn.ended_at.is_(None))
        .values(ended_at=func.now())
        .returning(SignIn.account_id)
    )
    return (await session.execute(query)).scalar_one_or_none()


async def update_refresh(session: Session, *, old: str, new: str) -> SignIn | None:
    """Exchange a refresh token; of concurrent requests one succeeds."""
    query = (
        update(SignIn)
        .where(
            SignIn.secret_hash == old,
            SignIn.kind == "program",
            SignIn.ended_at.is_(None),
            SignIn.expires_at > func.now(),
        )
        .values(secret_hash=new, used_hash=old, last_seen_at=func.now())
        .returning(SignIn)
    )
    return (await session.execute(query)).scalar_one_or_none()


async def delete_stolen(session: Session, used_hash: str) -> bool:
    """End the sign-in whose used refresh token was presented again."""
    query = (
        update(SignIn)
        .where(SignIn.used_hash == used_hash, SignIn.ended_at.is_(None))
        .values(ended_at=func.now())
        .returning(SignIn.sign_in_id)
    )
    return (await session.execute(query)).first() is not None


async def update_invitation_use(session: Session, secret_hash: str) -> Invitation | None:
    """Use one place of an invitation; concurrent requests cannot use more than there are."""
    query = (
        update(Invitation)
        .where(
            Invitation.secret_hash == secret_hash,
            Invitation.revoked_at.is_(None),
            Invitation.expires_at > func.now(),
            Invitation.taken < Invitation.places,
        )
        .values(taken=Invitation.taken + 1)
        .returning(Invitation)
    )
    return (await session.execute(query)).scalar_one_or_none()


async def update_invitation_return(session: Session, invitation_id: UUID) -> None:
    query = update(Invitation).where(Invitation.invitation_id == invitation_id)
    await session.execute(query.values(taken=Invitation.taken - 1))


async def find_invitation(session: Session, secret_hash: str) -> Invitation | None:
    query = select(Invitation).where(
        Invitation.secret_hash == secret_hash,
        Invitation.revoked_at.is_(None),
        Invitation.expires_at > func.now(),
        Invitation.taken < Invitation.places,
    )
    return (await session.execute(query)).scalar_one_or_none()


def add_link(session: Session, link: OneTimeLink) -> None:
    session.add(link)


async def find_and_spend_link(session: Session, purpose: LinkPurpose, secret_hash: str) -> OneTimeLink | None:
    """Use a one-time link; of concurrent requests one succeeds."""
    query = (
        update(OneTimeLink)
        .where(
            OneTimeLink.purpose == purpose,
            OneTimeLink.secret_hash == secret_hash,
            OneTimeLink.used_at.is_(None),
            OneTimeLink.expires_at > func.now(),
        )
        .values(used_at=func.now())
        .returning(OneTimeLink)
    )
    return (await session.execute(query)).scalar_one_or_none()


async def delete_links(session: Session, account_id: str) -> None:
    """Invalidate every link of this person."""
    query = update(OneTimeLink).where(OneTimeLink.account_id == account_id, OneTimeLink.used_at.is_(None))
    await session.execute(query.values(used_at=func.now()))


async def update_reset_request(session: Session, email: str) -> Account | None:
    query = (
        update(Account)
        .where(
            Account.email == email,
            Account.deactivated_at.is_(None),
            Account.password_hash.is_not(None),
        )
        .values(reset_asked_at=func.now())
        .returning(Account)
    )
    return (await session.execute(query)).scalar_one_or_none()


async def delete_ended(session: Session, span: timedelta) -> None:
    """Delete sign-ins and links that ended this long ago."""
    before = func.now() - span
    await session.execute(delete(SignIn).where(or_(SignIn.ended_at < before, SignIn.expires_at < before)))
    await session.execute(delete(OneTimeLink).where(or_(OneTimeLink.used_at < before, OneTimeLink.expires_at < before)))

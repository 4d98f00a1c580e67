"""Queries about people, invitations and the audit log."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, Row, and_, func, or_, select, update

from llmbattler.core.db import Session

from ..models import Account, AccountKind, AuditEntry, Invitation, SignIn

SHOWN_INVITATIONS = 200


@dataclass(frozen=True, slots=True)
class PeopleQuery:
    q: str = ""
    kind: AccountKind | None = None
    deactivated: bool | None = None
    after: tuple[datetime, str] | None = None
    limit: int = 50


def _is_named(text: str) -> ColumnElement[bool]:
    known = func.concat_ws(" ", Account.name, Account.email, Account.account_id)
    return func.strpos(func.lower(known), text.lower()) > 0


async def list_people(session: Session, wanted: PeopleQuery) -> Sequence[Row[Account, int]]:
    held = (
        select(func.count())
        .where(
            SignIn.account_id == Account.account_id,
            SignIn.ended_at.is_(None),
            SignIn.expires_at > func.now(),
        )
        .correlate(Account)
        .scalar_subquery()
    )
    query = select(Account, held).order_by(Account.created_at.desc(), Account.account_id.desc()).limit(wanted.limit)
    if wanted.kind is None:
        query = query.where(Account.kind != AccountKind.VISITOR)
    else:
        query = query.where(Account.kind == wanted.kind)
    if wanted.q:
        query = query.where(_is_named(wanted.q))
    if wanted.deactivated is not None:
        query = query.where(Account.deactivated_at.is_not(None) == wanted.deactivated)
    if wanted.after is not None:
        at, account_id = wanted.after
        query = query.where(
            or_(Account.created_at < at, and_(Account.created_at == at, Account.account_id < account_id))
        )
    return (await session.execute(query)).all()


async def count_sign_ins(session: Session, account_id: str) -> int:
    query = select(func.count()).where(
        SignIn.account_id == account_id, SignIn.ended_at.is_(None), SignIn.expires_at > func.now()
    )
    return (await session.execute(query)).scalar_one()


async def add_invitation(session: Session, invitation: Invitation) -> Invitation:
    session.add(invitation)
    await session.flush()
    await session.refresh(invitation)
    return invitation


async def list_invitations(session: Session) -> Sequence[Invitation]:
    """List all that can still be used, and the newest of the others."""
    newest = select(Invitation.invitation_id).order_by(Invitation.created_at.desc()).limit(SHOWN_INVITATIONS)
    query = (
        select(Invitation)
        .where(or_(_is_open(), Invitation.invitation_id.in_(newest)))
        .order_by(Invitation.created_at.desc(), Invitation.invitation_id.desc())
    )
    return (await session.execute(query)).scalars().all()


def _is_open() -> ColumnElement[bool]:
    return and_(
        Invitation.revoked_at.is_(None), Invitation.expires_at > func.now(), Invitation.taken < Invitation.places
    )


async def delete_invitation(session: Session, invitation_id: UUID) -> Invitation | None:
    query = (
        update(Invitation)
        .where(Invitation.invitation_id == invitation_id, Invitation.revoked_at.is_(None))
        .values(revoked_at=func.now())
        .returning(Invitation)
    )
    return (await session.execute(query)).scalar_one_or_none()


async def delete_invitations_of(
    session: Session, account_id: str, kinds: Collection[AccountKind]
) -> Sequence[Invitation]:
    """Revoke the usable invitations that this person made for these roles."""
    query = (
        update(Invitation)
        .where(
            Invitation.created_by == account_id,
            Invitation.kind.in_(kinds),
            _is_open(),
        )
        .values(revoked_at=func.now())
        .returning(Invitation)
    )
    return (await session.execute(query)).scalars().all()


@dataclass(frozen=True, slots=True)
class AuditQuery:
    actor: str | None = None
    action: str | None = None
    subject: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    before: UUID | None = None
    limit: int = 50


async def list_entries(session: Session, wanted: AuditQuery) -> Sequence[Row[AuditEntry, Account | None]]:
    """Newest first: the ids carry the time."""
    query = (
        select(AuditEntry, Account)
        .outerjoin(Account, Account.account_id == AuditEntry.actor)
        .order_by(AuditEntry.entry_id.desc())
        .limit(wanted.limit)
    )
    if wanted.actor is not None:
        query = query.where(AuditEntry.actor == wanted.actor)
    if wanted.subject is not None:
        query = query.where(AuditEntry.subject == wanted.subject)
    if wanted.action is not None:
        beginning = wanted.action.endswith(".")
        matches = AuditEntry.action.startswith(wanted.action, autoescape=True)
        query = query.where(matches if beginning else AuditEntry.action == wanted.action)
    if wanted.since is not None:
        query = query.where(AuditEntry.at >= wanted.since)
    if wanted.until is not None:
        query = query.where(AuditEntry.at < wanted.until)
    if wanted.before is not None:
        query = query.where(AuditEntry.entry_id < wanted.before)
    return (await session.execute(query)).all()

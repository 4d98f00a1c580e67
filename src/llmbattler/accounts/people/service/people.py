"""What admins change about other people, on the admin pages or the command line."""

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from uuid import UUID

from llmbattler.core.cursors import CursorCodec
from llmbattler.core.db import Session, get_transaction_time
from llmbattler.core.live import ADMIN_TOPIC, publish
from llmbattler.core.settings import Settings

from ...authentication.company import refuse_company
from ...authentication.service.sign_ins import RESET_LASTS, delete_links, make_reset_link
from ...errors import EmailTaken, InvitationNotFound, LastAdmin, PersonNotFound
from ...models import Account, AccountKind, AuditEntry, Invitation
from ...opaque import Prefix, hash_secret, hint_of, make_secret
from ...profile.repository import count_admins, delete_tokens
from ...repository import delete_sign_ins, find_by_email, lock_account, update_email
from ...schemas import Person, Visitor
from ...service import audit
from .. import repository
from ..schemas import (
    AuditEntryOut,
    AuditIn,
    AuditOut,
    InvitationRowOut,
    InvitationsOut,
    LinkOut,
    NewInvitationIn,
    NewInvitationOut,
    PeopleIn,
    PeopleOut,
    PersonIn,
    PersonOut,
)

EXPORT_PAGE = 500
_PEOPLE = CursorCodec[datetime, str]("accounts.people", datetime, str)
_ENTRIES = CursorCodec[UUID]("accounts.audit", UUID)


async def list_people(session: Session, *, wanted: PeopleIn) -> PeopleOut:
    found = await repository.list_people(
        session,
        repository.PeopleQuery(
            q=wanted.q.strip(),
            kind=wanted.kind,
            deactivated=wanted.deactivated,
            after=_PEOPLE.find(wanted.cursor or None),
            limit=wanted.limit + 1,
        ),
    )
    people = [_show(account, held) for account, held in found[: wanted.limit]]
    last = people[-1] if len(found) > wanted.limit else None
    return PeopleOut(
        people=people, next_cursor=None if last is None else _PEOPLE.write(last.created_at, last.account_id)
    )


async def change_person(session: Session, *, actor: Visitor | str, account_id: str, wanted: PersonIn) -> PersonOut:
    """Change role, name, address or deactivation. Losing rights ends all sign-ins and tokens."""
    loses = wanted.deactivated is True or (wanted.kind is not None and wanted.kind is not AccountKind.ADMIN)
    # Locked before the person, always in this order: two admins who demote each other must not deadlock.
    admins = await count_admins(session) if loses else None
    account = await _lock_person(session, actor, account_id)
    before = _facts(account)
    is_admin = account.kind is AccountKind.ADMIN and account.deactivated_at is None
    if is_admin and admins is not None and admins <= 1:
        raise LastAdmin
    kind = AccountKind(wanted.kind or account.kind)
    demoted = not kind.includes(account.kind)
    account.kind = kind
    if wanted.deactivated is not None and wanted.deactivated != (account.deactivated_at is not None):
        account.deactivated_at = await get_transaction_time(session) if wanted.deactivated else None
    if demoted or account.deactivated_at is not None:
        await _revoke_access(session, account_id)
        await _revoke_invitations(session, actor, account)
    await _rename(session, account, wanted)
    old, new = audit.changes(before, _facts(account))
    if new:
        await audit.record(session, actor=actor, action="person.changed", subject=account_id, before=old, after=new)
        await publish(session, ADMIN_TOPIC, "people")
    return _show(account, await repository.count_sign_ins(session, account_id))


async def _revoke_access(session: Session, account_id: str) -> None:
    """End every sign-in, token and link of this person; open streams end within seconds."""
    await delete_sign_ins(session, account_id)
    await delete_tokens(session, account_id)
    await delete_links(session, account_id=account_id)


async def _revoke_invitations(session: Session, actor: Visitor | str, account: Account) -> None:
    """Revoke the invitations with which this person could regain the lost role."""
    gone = account.deactivated_at is not None
    kinds = [kind for kind in AccountKind if gone or not account.kind.includes(kind)]
    for invitation in await repository.delete_invitations_of(session, account.account_id, kinds):
        await _record_revoked(session, actor, invitation)


async def _rename(session: Session, account: Account, wanted: PersonIn) -> None:
    if wanted.name is not None:
        account.name = wanted.name
    if wanted.email is not None and wanted.email != account.email:
        if not await update_email(session, account, wanted.email):
            raise EmailTaken
        await delete_links(session, account_id=account.account_id)


async def sign_out(session: Session, *, actor: Visitor | str, account_id: str) -> None:
    await _lock_person(session, actor, account_id)
    await delete_sign_ins(session, account_id)
    await audit.record(session, actor=actor, action="person.signed_out", subject=account_id)


async def create_reset_link(session: Session, *, actor: Visitor | str, account_id: str, settings: Settings) -> LinkOut:
    """Create a password reset link, which an admin passes on."""
    account = await _lock_person(session, actor, account_id)
    if account.deactivated_at is not None:
        raise PersonNotFound("This account is deactivated; activate it first.")
    refuse_company(settings, account.email)  # they have no password here
    secret = await make_reset_link(session, account_id=account_id)
    account.reset_asked_at = None
    await audit.record(session, actor=actor, action="person.reset_link_made", subject=account_id)
    return LinkOut(
        link=f"{settings.address}/reset#{secret}", expires_at=await get_transaction_time(session) + RESET_LASTS
    )


async def invite(session: Session, *, actor: Visitor | str, wanted: NewInvitationIn, site: str) -> NewInvitationOut:
    secret = make_secret(Prefix.INVITATION)
    now = await get_transaction_time(session)
    invitation = await repository.add_invitation(
        session,
        Invitation(
            secret_hash=hash_secret(secret),
            hint=hint_of(secret),
            kind=AccountKind(wanted.kind),
            note=wanted.note,
            created_by=actor if isinstance(actor, str) else actor.owner,
            places=wanted.places,
            expires_at=now + timedelta(days=wanted.days),
        ),
    )
    facts = {"kind": invitation.kind, "places": wanted.places, "expires_at": invitation.expires_at}
    await audit.record(
        session, actor=actor, action="invitation.made", subject=str(invitation.invitation_id), after=facts
    )
    await publish(session, ADMIN_TOPIC, "invitations")
    return NewInvitationOut(**_show_invitation(invitation).model_dump(), code=secret, link=f"{site}/join#{secret}")


async def list_invitations(session: Session) -> InvitationsOut:
    return InvitationsOut(invitations=[_show_invitation(one) for one in await repository.list_invitations(session)])


async def revoke_invitation(session: Session, *, actor: Visitor | str, invitation_id: UUID) -> None:
    invitation = await repository.delete_invitation(session, invitation_id)
    if invitation is None:
        raise InvitationNotFound
    await _record_revoked(session, actor, invitation)


async def _record_revoked(session: Session, actor: Visitor | str, invitation: Invitation) -> None:
    facts = {"kind": invitation.kind, "taken": invitation.taken, "places": invitation.places}
    subject = str(invitation.invitation_id)
    await audit.record(session, actor=actor, action="invitation.revoked", subject=subject, before=facts)
    await publish(session, ADMIN_TOPIC, "invitations")


async def find_person(session: Session, *, who: str) -> str:
    """Return the id of a person given by id or email address."""
    return (await _find_account(session, who)).account_id


async def get_viewer(session: Session, *, who: str) -> Visitor:
    """Return a person given by id or email address as the viewer of an object; nobody if they are deactivated."""
    account = await _find_account(session, who)
    if account.deactivated_at is not None:
        return Visitor(None)
    return Person(account.account_id, account.kind, name=account.name, email=account.email)


async def _find_account(session: Session, who: str) -> Account:
    account = await find_by_email(session, who.strip().lower()) if "@" in who else await lock_account(session, who)
    if account is None or account.kind is AccountKind.VISITOR:
        raise PersonNotFound(f"Nobody has the id or address {who!r}.")
    return account


async def list_entries(session: Session, *, wanted: AuditIn) -> AuditOut:
    rows = await repository.list_entries(session, _make_query(wanted, _find_start(wanted), wanted.limit + 1))
    entries = [_show_entry(entry, actor) for entry, actor in rows[: wanted.limit]]
    more = len(rows) > wanted.limit
    return AuditOut(entries=entries, next_cursor=_ENTRIES.write(entries[-1].entry_id) if more else None)


async def export_entries(session: Session, *, wanted: AuditIn) -> AsyncIterator[AuditEntryOut]:
    before = _find_start(wanted)
    while True:
        rows = await repository.list_entries(session, _make_query(wanted, before, EXPORT_PAGE))
        for entry, actor in rows:
            yield _show_entry(entry, actor)
            before = entry.entry_id
        if len(rows) < EXPORT_PAGE:
            return


def _find_start(wanted: AuditIn) -> UUID | None:
    found = _ENTRIES.find(wanted.cursor)
    return None if found is None else found[0]


def _make_query(wanted: AuditIn, before: UUID | None, limit: int) -> repository.AuditQuery:
    return repository.AuditQuery(
        actor=wanted.actor,
        action=wanted.action,
        subject=wanted.subject,
        since=wanted.since,
        until=wanted.until,
        before=before,
        limit=limit,
    )


async def _lock_person(session: Session, actor: Visitor | str, account_id: str) -> Account:
    """Lock a person and the actor, ordered by id: two admins may change each other at the same time."""
    actor_id = None if isinstance(actor, str) else actor.account_id
    locked = {one: await lock_account(session, one) for one in sorted({account_id, actor_id or account_id})}
    account = locked[account_id]
    if account is None or account.kind is AccountKind.VISITOR:
        raise PersonNotFound
    return account


def _facts(account: Account) -> dict[str, object]:
    return {
        "kind": account.kind,
        "name": account.name,
        "email": account.email,
        "deactivated": account.deactivated_at is not None,
    }


def _show(account: Account, sign_ins: int) -> PersonOut:
    return PersonOut(
        account_id=account.account_id,
        kind=account.kind,
        name=account.name,
        email=account.email,
        company=account.oidc_subject is not None,
        reset_asked_at=account.reset_asked_at,
        deactivated_at=account.deactivated_at,
        created_at=account.created_at,
        last_seen_at=account.last_seen_at,
        sign_ins=sign_ins,
    )


def _show_invitation(one: Invitation) -> InvitationRowOut:
    return InvitationRowOut.model_validate(one, from_attributes=True)


def _show_entry(entry: AuditEntry, actor: Account | None) -> AuditEntryOut:
    return AuditEntryOut(
        entry_id=entry.entry_id,
        at=entry.at,
        actor=entry.actor,
        actor_name=(actor.name or actor.email or entry.actor) if actor else entry.actor,
        action=entry.action,
        subject=entry.subject,
        before=entry.before,
        after=entry.after,
    )

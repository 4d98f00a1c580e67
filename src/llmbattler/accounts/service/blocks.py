"""Block visitors: they keep their data and cannot add to it."""

from dataclasses import dataclass

from llmbattler.core import clock
from llmbattler.core.db import Session
from llmbattler.core.errors import Conflict
from llmbattler.core.live import ADMIN_TOPIC, publish

from .. import repository
from ..errors import PersonNotFound
from ..models import Account, AccountKind
from ..schemas import Visitor
from . import audit


class NotAVisitor(Conflict):
    """Only visitors can be blocked; deactivate members under Admin, People."""


@dataclass(frozen=True, slots=True)
class AccountStatus:
    account_id: str
    kind: AccountKind
    blocked: bool


async def find_account_status(session: Session, *, account_id: str) -> AccountStatus | None:
    """Return whether an account is blocked; `None` when it does not exist."""
    account = await repository.get_account(session, account_id)
    return None if account is None else _to_status(account)


async def block(session: Session, *, actor: Visitor | str, account_id: str) -> AccountStatus:
    """Block a visitor from starting, voting, uploading and sharing. Reading, exporting and deleting stay possible."""
    return await _set(session, actor, account_id, blocked=True)


async def unblock(session: Session, *, actor: Visitor | str, account_id: str) -> AccountStatus:
    return await _set(session, actor, account_id, blocked=False)


async def _set(session: Session, actor: Visitor | str, account_id: str, *, blocked: bool) -> AccountStatus:
    account = await repository.lock_account(session, account_id)
    if account is None:
        raise PersonNotFound
    if account.kind is not AccountKind.VISITOR:
        raise NotAVisitor
    if (account.deactivated_at is not None) is blocked:
        return _to_status(account)
    account.deactivated_at = clock.now() if blocked else None
    await audit.record(
        session,
        actor=actor,
        action="visitor.blocked" if blocked else "visitor.unblocked",
        subject=account_id,
        before={"blocked": not blocked},
        after={"blocked": blocked},
    )
    await publish(session, ADMIN_TOPIC, "visitors")
    return _to_status(account)


def _to_status(account: Account) -> AccountStatus:
    return AccountStatus(account.account_id, account.kind, account.deactivated_at is not None)

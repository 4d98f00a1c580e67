"""Visitors: people without an account, known by a cookie."""

from dataclasses import dataclass
from datetime import timedelta

from llmbattler.core.db import Session
from llmbattler.core.ids import uuid7

from .. import repository
from ..errors import Blocked
from ..repository import IS_DEACTIVATED

__all__ = ["IS_DEACTIVATED", "Admission", "admit_visitor", "check_not_blocked"]

SEEN_INTERVAL = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Admission:
    account_id: str
    renewed: bool
    """The row was created or updated now. The cookie is renewed with it, so that it does not expire."""


async def admit_visitor(session: Session, *, account_id: str | None) -> Admission:
    """Add or update the row of a visitor who writes."""
    if account_id is not None and await repository.find_recently_seen(session, account_id, SEEN_INTERVAL):
        return Admission(account_id, renewed=False)
    if account_id is not None:
        await check_not_blocked(session, account_id=account_id)
    admitted = account_id or f"v_{uuid7().hex}"
    await repository.add_or_touch_visitor(session, admitted)
    return Admission(admitted, renewed=True)


async def check_not_blocked(session: Session, *, account_id: str) -> None:
    """Raise `Blocked` for somebody whom a moderator has blocked."""
    if await repository.find_deactivated(session, account_id):
        raise Blocked

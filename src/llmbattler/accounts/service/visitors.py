"""Visitors: people without an account, known by a cookie."""

from dataclasses import dataclass
from datetime import timedelta

from llmbattler.core.db import Session
from llmbattler.core.ids import uuid7

from .. import repository
from ..errors import Blocked

SEEN_TO_THE = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Admission:
    account_id: str
    renewed: bool
    """The row was made or touched just now: time for a new cookie too, so that regular visitors never lose theirs."""


async def admit_visitor(session: Session, *, account_id: str | None) -> Admission:
    """Make sure that a visitor who writes has a row."""
    if account_id is not None and await repository.find_recently_seen(session, account_id, SEEN_TO_THE):
        return Admission(account_id, renewed=False)
    if account_id is not None:
        await check_welcome(session, account_id=account_id)
    admitted = account_id or f"v_{uuid7().hex}"
    await repository.add_or_touch_visitor(session, admitted)
    return Admission(admitted, renewed=True)


async def check_welcome(session: Session, *, account_id: str) -> None:
    """Refuse somebody whom a moderator has blocked."""
    if await repository.find_deactivated(session, account_id):
        raise Blocked

"""Limits on password guesses, counted in PostgreSQL before a password is checked."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from llmbattler.core.db import Session, get_transaction_time
from llmbattler.core.signing import SigningKey

from ...errors import TooManyGuesses
from .. import repository

_PURPOSE = "guess"


@dataclass(frozen=True, slots=True)
class Bound:
    most: int
    span: timedelta


PER_ACCOUNT_AND_ADDRESS = Bound(10, timedelta(minutes=15))
"""Separate for each address, so that nobody can lock out the owner of an account."""
PER_ACCOUNT = Bound(100, timedelta(hours=1))
"""For one account, from all addresses together."""
PER_ADDRESS = Bound(100, timedelta(minutes=15))
"""Per address over all accounts; a whole class may share one address."""
SIGN_UPS = Bound(100, timedelta(hours=1))
RESETS = Bound(5, timedelta(hours=1))


@dataclass(frozen=True, slots=True)
class GuessLimits:
    """Whose password is tried, and from which address."""

    key: SigningKey
    email: str
    network: str

    def name(self, *parts: str) -> str:
        return self.key.sign(_PURPOSE, "\n".join(parts).encode())

    @property
    def own(self) -> str:
        return self.name("here", self.email, self.network)


async def reserve_guess(session: Session, *, limits: GuessLimits) -> None:
    """Count one try, or refuse it. Commit before the password is checked."""
    for name, bound in (
        (limits.own, PER_ACCOUNT_AND_ADDRESS),
        (limits.name("anywhere", limits.email), PER_ACCOUNT),
        (limits.name("address", limits.network), PER_ADDRESS),
    ):
        await _count(session, name, bound)


async def reserve(session: Session, *, limits: GuessLimits, what: str, bound: Bound) -> None:
    """Count another action that would reveal accounts if repeated."""
    await _count(session, limits.name(what, limits.network), bound)


async def _count(session: Session, name: str, bound: Bound) -> None:
    now = await get_transaction_time(session)
    begin = datetime.fromtimestamp(now.timestamp() // bound.span.total_seconds() * bound.span.total_seconds(), UTC)
    if await repository.count_guess(session, name, begin) > bound.most:
        raise TooManyGuesses(retry_after=(begin + bound.span - now).total_seconds())


async def reset_guesses(session: Session, *, limits: GuessLimits) -> None:
    """Reset the counts after a correct password."""
    await repository.delete_guesses(session, [limits.own])

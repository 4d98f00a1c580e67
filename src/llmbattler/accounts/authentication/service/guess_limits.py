"""How often a password may be tried: counted in PostgreSQL before it is looked at, so that bursts gain nothing."""

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


HERE = Bound(10, timedelta(minutes=15))
"""For one account from one address: nobody can lock somebody else out by guessing from afar."""
ANYWHERE = Bound(100, timedelta(hours=1))
"""For one account, from all addresses together."""
ADDRESS = Bound(100, timedelta(minutes=15))
"""For one address and all accounts: a class may sit behind it."""
SIGN_UPS = Bound(100, timedelta(hours=1))
RESETS = Bound(5, timedelta(hours=1))


@dataclass(frozen=True, slots=True)
class GuessLimits:
    """Whose password is tried, from where."""

    key: SigningKey
    email: str
    network: str

    def name(self, *parts: str) -> str:
        return self.key.sign(_PURPOSE, "\n".join(parts).encode())

    @property
    def own(self) -> str:
        return self.name("here", self.email, self.network)


async def reserve_guess(session: Session, *, guessing: GuessLimits) -> None:
    """Count one try, or refuse it. Commit before the password is looked at."""
    for name, bound in (
        (guessing.own, HERE),
        (guessing.name("anywhere", guessing.email), ANYWHERE),
        (guessing.name("address", guessing.network), ADDRESS),
    ):
        await _count(session, name, bound)


async def reserve(session: Session, *, guessing: GuessLimits, what: str, bound: Bound) -> None:
    """Count something else that tells about accounts when it is done often."""
    await _count(session, guessing.name(what, guessing.network), bound)


async def _count(session: Session, name: str, bound: Bound) -> None:
    now = await get_transaction_time(session)
    begin = datetime.fromtimestamp(now.timestamp() // bound.span.total_seconds() * bound.span.total_seconds(), UTC)
    if await repository.count_guess(session, name, begin) > bound.most:
        raise TooManyGuesses(retry_after=(begin + bound.span - now).total_seconds())


async def reset_guesses(session: Session, *, guessing: GuessLimits) -> None:
    """After the right password the next mistakes start from none."""
    await repository.delete_guesses(session, [guessing.own])

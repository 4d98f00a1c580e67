"""A repeated request gets the answer of the first one and starts nothing.

Short work claims and settles its key in one unit. Long work settles the key with a reference, in the unit that starts
it: a repeated request is then led to the same work. A claim that is committed alone answers 409 until it is settled or
released.
"""

import hashlib
import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from .db import Database, Session
from .db import idempotency as table
from .errors import Conflict, Invalid
from .jobs import job
from .resources import Resources

KEEP_FOR = timedelta(hours=24)
ABANDONED_AFTER = timedelta(minutes=15)
RETRY_SECONDS = 2
_KEY = re.compile(r"[\x21-\x7e]{1,128}")


class BadIdempotencyKey(Invalid):
    """An Idempotency-Key has 1 to 128 visible ASCII characters."""


class KeyReused(Invalid):
    """This Idempotency-Key was already used for another request."""


class StillRunning(Conflict):
    """The first request with this Idempotency-Key is still running."""


@dataclass(frozen=True, slots=True)
class Replay:
    """The answer to the first request: a body, or the reference to what it started."""

    status: int
    body: Any
    reference: str | None


@dataclass(frozen=True, slots=True)
class Claim:
    replay: Replay | None = None

    @property
    def fresh(self) -> bool:
        return self.replay is None


def check_key(key: str) -> str:
    if not _KEY.fullmatch(key):
        raise BadIdempotencyKey
    return key


async def claim(session: Session, *, owner: str, key: str, route: str, body: bytes) -> Claim:
    """Start a request under this key, or return the answer to the first one. `route` is method and path."""
    name = table.RequestName(owner, check_key(key), route, hashlib.sha256(body).hexdigest())
    if await table.add_key(session, name, kept=KEEP_FOR, abandoned=ABANDONED_AFTER):
        return Claim()
    first = await table.get_key(session, owner=owner, key=key)
    if first is None:  # deleted or released between the two queries
        raise StillRunning(retry_after=RETRY_SECONDS)
    if (first.route, first.body_hash) != (route, name.body_hash):
        raise KeyReused
    if first.response_status is None:
        raise StillRunning(retry_after=RETRY_SECONDS)
    return Claim(Replay(first.response_status, first.response_body, first.reference))


async def settle(
    session: Session,
    *,
    owner: str,
    key: str,
    status: int,
    body: object = None,
    reference: str | None = None,
) -> None:
    """Store the answer for repetitions."""
    await table.update_key(session, owner=owner, key=key, status=status, body=body, reference=reference)


async def release(session: Session, *, owner: str, key: str) -> None:
    """Free the key of a failed request, so that it can be tried again."""
    await table.delete_key(session, owner=owner, key=key)


@job("core.forget_idempotency", cron="41 * * * *")
async def delete_old_idempotency_keys(resources: Resources) -> None:
    """Delete the answers that are no longer replayed."""
    async with resources.get(Database).unit() as session:
        await table.delete_old_keys(session, kept=KEEP_FOR)

"""The exact response cache, for every slice that asks contestants."""

from collections.abc import Sequence
from datetime import timedelta

from llmbattler.core.db import Session

from . import repository
from .cache_keys import make_fingerprint, make_key
from .responses import NewResponse, StoredResponse

__all__ = [
    "NewResponse",
    "StoredResponse",
    "add_responses",
    "count_responses",
    "delete_old_responses",
    "find_responses",
    "make_fingerprint",
    "make_key",
]


async def add_responses(session: Session, *, rows: Sequence[NewResponse]) -> None:
    """Cache responses. The first response of a key stays."""
    await repository.add_responses(session, rows)


async def find_responses(session: Session, *, keys: Sequence[str]) -> dict[str, StoredResponse]:
    return await repository.find_responses(session, keys)


async def count_responses(session: Session, *, keys: Sequence[str]) -> int:
    return await repository.count_responses(session, keys)


async def delete_old_responses(session: Session, *, older: timedelta) -> int:
    """Delete a batch of expired responses. Return how many; 0 means that none are left."""
    return await repository.delete_old_responses(session, older)

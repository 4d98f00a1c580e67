"""Keys that members own. An export says that there is one, never which."""

from collections.abc import AsyncIterator
from typing import Any

from llmbattler.core.db import Session
from llmbattler.core.ownership import OwnedData

from . import repository


async def export_keys(session: Session, owner: str) -> AsyncIterator[dict[str, Any]]:
    for row in await repository.list_keys_of(session, owner):
        yield {
            "provider_id": row.provider_id,
            "origin": row.origin,
            "last_characters": row.hint,
            "created_at": row.created_at.isoformat(),
            "last_used_at": row.last_used_at.isoformat() if row.last_used_at is not None else None,
        }


async def erase_keys(session: Session, owner: str) -> None:
    await repository.lock_keys(session)
    await repository.remove_keys_of(session, owner)


async def move_keys(session: Session, source: str, _target: str) -> None:
    """Visitors have no keys, and a key opens for its owner only: in other hands it would be of no use."""
    await erase_keys(session, source)


KEYS = OwnedData("provider_keys", export_keys, erase_keys, move_keys)

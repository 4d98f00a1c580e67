"""Members' keys as owned data. An export says that there is a key, never the key itself."""

from collections.abc import AsyncIterator
from typing import Any

from llmbattler.core.db import Session
from llmbattler.core.ownership import OwnedData

from .. import repository


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
    await repository.delete_keys_of(session, owner)


async def move_keys(session: Session, source: str, _target: str) -> None:
    """Delete them: visitors have no keys, and a key decrypts for its owner only."""
    await erase_keys(session, source)


KEYS = OwnedData("provider_keys", export_keys, erase_keys, move_keys)

"""Queries of the response cache."""

from collections.abc import Sequence
from datetime import timedelta

import msgspec
from sqlalchemy import delete, func, select, text

from llmbattler.core.db import Session

from .models import CachedResponse
from .responses import NewResponse, StoredResponse

BATCH_ROWS = 5_000

_ADD = text("""
INSERT INTO response_cache
    (key, contestant_id, answer, finish, input_tokens, output_tokens, first_token_ms, total_ms)
SELECT * FROM json_to_recordset(cast(:rows AS json)) AS r(key text, contestant_id text, answer text, finish text,
    input_tokens int, output_tokens int, first_token_ms int, total_ms int)
ORDER BY r.key ON CONFLICT (key) DO NOTHING
""")
_FIND = text("""
SELECT key, answer, finish, input_tokens, output_tokens, first_token_ms, total_ms
FROM response_cache WHERE key = ANY(:keys)
""")


async def add_responses(session: Session, rows: Sequence[NewResponse]) -> None:
    """Add responses in one statement. The first response of a key stays."""
    await session.execute(_ADD, {"rows": msgspec.json.encode(rows).decode()})


async def find_responses(session: Session, keys: Sequence[str]) -> dict[str, StoredResponse]:
    return {row[0]: StoredResponse(*row[1:]) for row in await session.execute(_FIND, {"keys": list(keys)})}


async def count_responses(session: Session, keys: Sequence[str]) -> int:
    query = select(func.count()).where(CachedResponse.key.in_(keys))
    return (await session.execute(query)).scalar_one()


async def delete_old_responses(session: Session, older: timedelta) -> int:
    """Delete a batch of expired responses. Return how many; 0 means that none are left."""
    some = select(CachedResponse.key).where(CachedResponse.created_at < func.now() - older).limit(BATCH_ROWS)
    statement = delete(CachedResponse).where(CachedResponse.key.in_(some))
    done = await session.execute(statement.execution_options(synchronize_session=False))
    return done.rowcount  # type: ignore[attr-defined,no-any-return]

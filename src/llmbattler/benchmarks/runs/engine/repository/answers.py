"""Queries of the answer cache."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import text

from llmbattler.core.db import Session

from ..answers import StoredAnswer

CACHE = """
INSERT INTO bench_answers (key, model_id, answer, finish, input_tokens, output_tokens, first_token_ms, total_ms)
SELECT * FROM json_to_recordset(cast(:rows AS json)) AS r(key text, model_id text, answer text, finish text,
    input_tokens int, output_tokens int, first_token_ms int, total_ms int)
ORDER BY r.key ON CONFLICT (key) DO NOTHING
"""


async def add_answers(session: Session, rows: Sequence[msgspec.Struct]) -> None:
    await session.execute(text(CACHE), {"rows": msgspec.json.encode(rows).decode()})


async def find_answers(session: Session, keys: Sequence[str]) -> dict[str, StoredAnswer]:
    statement = text(
        "SELECT key, answer, finish, input_tokens, output_tokens, first_token_ms, total_ms FROM bench_answers "
        "WHERE key = ANY(:keys)"
    )
    return {row[0]: StoredAnswer(*row[1:]) for row in await session.execute(statement, {"keys": list(keys)})}

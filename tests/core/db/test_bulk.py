import pytest
from sqlalchemy import select

from llmbattler.core.db import Database, copy_rows
from llmbattler.core.db.idempotency import IdempotencyKey

COLUMNS = ("owner", "key", "route", "body_hash", "status")


async def test_copied_rows_keep_their_text_and_get_defaults_elsewhere(database: Database) -> None:
    text = 'tab\t newline\n backslash\\ quote" \\N'
    async with database.unit() as session:
        await copy_rows(session, IdempotencyKey, COLUMNS, [("me", text, "POST /x", "0", "done")])
        (row,) = (await session.execute(select(IdempotencyKey))).scalars()
    assert row.key == text
    assert row.response_body is None
    assert row.created_at is not None


async def test_a_copy_is_undone_with_its_transaction(database: Database) -> None:
    with pytest.raises(ZeroDivisionError):
        async with database.unit() as session:
            await copy_rows(session, IdempotencyKey, COLUMNS, [("me", "k", "POST /x", "0", "done")])
            raise ZeroDivisionError
    async with database.unit() as session:
        assert (await session.execute(select(IdempotencyKey))).first() is None

from datetime import timedelta

from llmbattler.core.db import Database
from llmbattler.core.db.idempotency import (
    RequestName,
    RequestStatus,
    add_key,
    delete_key,
    delete_old_keys,
    get_key,
    update_key,
)

NAME = RequestName("me", "k", "POST /x", "hash")
DAY = timedelta(days=1)
PAST = timedelta(seconds=-1)
"""A span that ends in the future, so that every row counts as older than it."""


async def test_a_key_is_added_once_until_it_is_deleted(database: Database) -> None:
    async with database.unit() as session:
        assert await add_key(session, NAME, kept=DAY, abandoned=DAY)
        assert not await add_key(session, NAME, kept=DAY, abandoned=DAY)
        await delete_key(session, owner="me", key="k")
        assert await add_key(session, NAME, kept=DAY, abandoned=DAY)


async def test_a_key_that_is_taken_over_loses_the_stored_answer(database: Database) -> None:
    async with database.unit() as session:
        await add_key(session, NAME, kept=DAY, abandoned=DAY)
        await update_key(session, owner="me", key="k", status=200, body={"a": 1}, reference="battle:1")
        assert not await add_key(session, NAME, kept=DAY, abandoned=PAST)  # it is done, not abandoned
        assert await add_key(session, NAME, kept=PAST, abandoned=DAY)
        row = await get_key(session, owner="me", key="k")
    assert row is not None
    assert (row.status, row.response_status, row.response_body, row.reference) == (
        RequestStatus.RUNNING, None, None, None
    )  # fmt: skip


async def test_only_old_keys_are_deleted(database: Database) -> None:
    async with database.unit() as session:
        await add_key(session, NAME, kept=DAY, abandoned=DAY)
        await delete_old_keys(session, kept=DAY)
        assert await get_key(session, owner="me", key="k") is not None
        await delete_old_keys(session, kept=PAST)
        assert await get_key(session, owner="me", key="k") is None

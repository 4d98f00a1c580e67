import asyncio
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from llmbattler.core.db import Database, Session
from llmbattler.core.idempotency import (
    BadIdempotencyKey,
    Claim,
    KeyReused,
    Replay,
    StillRunning,
    check_key,
    claim,
    delete_old_idempotency_keys,
    release,
    settle,
)
from llmbattler.core.resources import Resources


async def _claim(session: Session, **changes: Any) -> Claim:
    given = {"owner": "v_1", "key": "k", "route": "POST /api/sessions", "body": b"{}"}
    return await claim(session, **{**given, **changes})


async def _age(database: Database, span: timedelta) -> None:
    async with database.unit() as session:
        await session.execute(text("UPDATE idempotency_keys SET created_at = now() - :span"), {"span": span})


async def test_a_repeated_request_gets_the_first_answer(database: Database) -> None:
    async with database.unit() as session:
        assert (await _claim(session)).fresh
    async with database.unit() as session:
        await settle(session, owner="v_1", key="k", status=201, body={"a": [1, None]})
    for _ in range(2):
        async with database.unit() as session:
            assert (await _claim(session)).replay == Replay(201, {"a": [1, None]}, None)


async def test_a_stream_is_replayed_by_reference(database: Database) -> None:
    async with database.unit() as session:
        assert (await _claim(session)).fresh
        await settle(session, owner="v_1", key="k", status=200, reference="battle:1")
    async with database.unit() as session:
        assert (await _claim(session)).replay == Replay(200, None, "battle:1")


@pytest.mark.parametrize("settled", [True, False])
@pytest.mark.parametrize("changes", [{"body": b"{ }"}, {"route": "POST /api/battles/1/vote"}])
async def test_another_request_under_the_same_key_is_refused(
    database: Database, changes: dict[str, Any], settled: bool
) -> None:
    async with database.unit() as session:
        await _claim(session)
        if settled:
            await settle(session, owner="v_1", key="k", status=200, body={})
    with pytest.raises(KeyReused) as refused:
        async with database.unit() as session:
            await _claim(session, **changes)
    assert refused.value.status == 422


async def test_a_running_request_is_a_conflict_until_it_is_abandoned(database: Database) -> None:
    async with database.unit() as session:
        await _claim(session)
    await _age(database, timedelta(minutes=14))
    with pytest.raises(StillRunning) as refused:
        async with database.unit() as session:
            await _claim(session)
    assert (refused.value.status, refused.value.retry_after) == (409, 2)
    await _age(database, timedelta(minutes=16))
    async with database.unit() as session:
        assert (await _claim(session)).fresh
    with pytest.raises(StillRunning):
        async with database.unit() as session:
            await _claim(session)


async def test_an_answer_is_kept_for_a_day(database: Database) -> None:
    async with database.unit() as session:
        await _claim(session)
        await settle(session, owner="v_1", key="k", status=200, body=1, reference="x")
    await _age(database, timedelta(hours=23, minutes=59))
    async with database.unit() as session:
        assert not (await _claim(session)).fresh
    await _age(database, timedelta(hours=24, minutes=1))
    async with database.unit() as session:
        assert (await _claim(session, body=b"other")).fresh
        await settle(session, owner="v_1", key="k", status=200, body=2)
    async with database.unit() as session:
        assert (await _claim(session, body=b"other")).replay == Replay(200, 2, None)


async def test_owners_do_not_share_keys(database: Database) -> None:
    async with database.unit() as session:
        await _claim(session)
        await settle(session, owner="v_1", key="k", status=200, body="secret")
        assert (await _claim(session, owner="v_2")).fresh


async def test_a_failed_unit_and_a_released_key_may_be_tried_again(database: Database) -> None:
    with pytest.raises(ZeroDivisionError):
        async with database.unit() as session:
            await _claim(session)
            raise ZeroDivisionError
    async with database.unit() as session:
        assert (await _claim(session)).fresh
    async with database.unit() as session:
        await release(session, owner="v_1", key="k")
    async with database.unit() as session:
        assert (await _claim(session)).fresh


@pytest.mark.parametrize("in_one_unit", [True, False])
async def test_of_many_at_once_exactly_one_is_fresh(database: Database, in_one_unit: bool) -> None:
    started = 0

    async def ask() -> str:
        nonlocal started
        try:
            async with database.unit() as session:
                if not (await _claim(session)).fresh:
                    return "replay"
                started += 1
                if in_one_unit:
                    await asyncio.sleep(0.05)
                    await settle(session, owner="v_1", key="k", status=200, body={})
        except StillRunning:
            return "running"
        return "fresh"

    outcomes = await asyncio.gather(*(ask() for _ in range(9)))
    assert started == outcomes.count("fresh") == 1
    assert outcomes.count("replay" if in_one_unit else "running") == 8


@pytest.mark.parametrize("key", ["", " ", "a b", "a" * 129, "ü", "a\n", "\x7f", "\x00"])
async def test_a_key_has_visible_characters(database: Database, key: str) -> None:
    with pytest.raises(BadIdempotencyKey) as refused:
        async with database.unit() as session:
            await _claim(session, key=key)
    assert refused.value.status == 422


def test_usual_keys_are_taken() -> None:
    for key in ("a", "~" * 128, "0192f1c4-7b1e-7cc0-9c51-6f1d0b0d6a01", '"quoted"'):
        assert check_key(key) == key


async def test_old_answers_are_forgotten(database: Database) -> None:
    async with database.unit() as session:
        await _claim(session, key="old")
    await _age(database, timedelta(hours=25))
    async with database.unit() as session:
        await _claim(session, key="new")
    resources = Resources()
    resources.add(Database, database)
    await delete_old_idempotency_keys(resources)
    async with database.unit() as session:
        assert (await session.execute(text("SELECT key FROM idempotency_keys"))).scalars().all() == ["new"]

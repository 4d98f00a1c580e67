import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from llmbattler.core.clock import shifted
from llmbattler.core.db import Database, get_database_time, get_transaction_time


async def test_a_transaction_has_one_time_and_the_clock_goes_on(database: Database) -> None:
    async with database.unit() as session:
        first, early = await get_transaction_time(session), await get_database_time(session)
        await asyncio.sleep(0.01)
        again, late = await get_transaction_time(session), await get_database_time(session)
    assert first == again <= early < late
    assert abs(first - datetime.now(UTC)) < timedelta(minutes=1)


@pytest.mark.parametrize("get", [get_transaction_time, get_database_time])
async def test_a_shifted_clock_shifts_the_time_of_the_database(database: Database, get) -> None:  # noqa: ANN001
    with shifted(timedelta(days=2)):
        async with database.unit() as session:
            assert await get(session) - datetime.now(UTC) > timedelta(days=1)

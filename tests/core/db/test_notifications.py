import asyncio

import pytest

from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.db.notifications import ListenConnectionLost, listen, notify

CHANNEL = "test channel"


async def test_payloads_arrive_in_order_and_only_those_of_committed_transactions(database: Database) -> None:
    started = asyncio.Event()
    received: asyncio.Queue[str] = asyncio.Queue()
    listener = asyncio.create_task(
        listen(database.address, CHANNEL, started=started.set, received=received.put_nowait, check_seconds=5)
    )
    try:
        async with asyncio.timeout(20):
            await started.wait()
            with pytest.raises(ZeroDivisionError):
                async with database.unit() as session:
                    await notify(session, CHANNEL, "rolled back")
                    raise ZeroDivisionError
            async with database.unit() as session:
                await notify(session, CHANNEL, "first", "second")
            assert [await received.get(), await received.get()] == ["first", "second"]
    finally:
        listener.cancel()
        await asyncio.gather(listener, return_exceptions=True)


async def test_an_unreachable_server_is_a_lost_connection() -> None:
    address = DatabaseAddress.parse("postgresql://nobody@127.0.0.1:1/none")
    with pytest.raises(ListenConnectionLost):
        await listen(address, CHANNEL, started=lambda: None, received=lambda _: None, check_seconds=1)

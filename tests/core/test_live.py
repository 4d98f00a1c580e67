import asyncio
from pathlib import Path

import psycopg

from llmbattler.core.db import Database
from llmbattler.core.db.embedded import EmbeddedPostgres
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.live import QUEUE_SIZE, Changed, LiveHub, Resync, Subscription, publish
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings


async def _next(subscription: Subscription) -> object:
    async with asyncio.timeout(20):
        return await subscription.next()


async def test_a_committed_change_reaches_those_who_asked_for_its_topic(resources: Resources) -> None:
    database, hub = resources.get(Database), resources.get(LiveHub)
    with hub.subscribe("models") as mine, hub.subscribe("boards") as other:
        async with database.unit() as session:
            await publish(session, "models", "a")
        assert await _next(mine) == Changed("models", "a")
        async with database.unit() as session:
            await publish(session, "boards", "b")
        assert await _next(other) == Changed("boards", "b")


async def test_a_reader_far_behind_gets_one_fresh_start(resources: Resources) -> None:
    with resources.get(LiveHub).subscribe("models") as slow:
        for number in range(QUEUE_SIZE + 1):
            slow.offer(Changed("models", str(number)))
        assert await _next(slow) == Resync()


async def test_after_a_cut_connection_it_listens_again_and_says_so(resources: Resources) -> None:
    database, hub = resources.get(Database), resources.get(LiveHub)
    with hub.subscribe("models") as subscription:
        with psycopg.connect(database.address.url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE application_name = 'llmbattler-live' AND datname = current_database()"
            )
        assert await _next(subscription) == Resync()
        async with database.unit() as session:
            await publish(session, "models", "after")
        assert await _next(subscription) == Changed("models", "after")


async def test_after_a_database_restart_it_listens_again(data_dir: Path) -> None:
    server = EmbeddedPostgres(data_dir / "postgres")
    address = DatabaseAddress.parse(await asyncio.to_thread(server.start))
    database, hub = Database(address, Settings(data_dir=data_dir)), LiveHub(address)
    await hub.open()
    with hub.subscribe("models") as subscription:
        await asyncio.to_thread(server.stop)
        await asyncio.to_thread(server.start)
        assert await _next(subscription) == Resync()
        async with database.unit() as session:
            await publish(session, "models", "after")
        assert await _next(subscription) == Changed("models", "after")
    await hub.close()
    await database.close()
    await asyncio.to_thread(server.stop)

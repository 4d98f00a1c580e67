"""Opening and closing what a process needs, in order."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager

from llmbattler.catalog.deps import ModelCalls
from llmbattler.connectors.calls import Caller
from llmbattler.connectors.registry import Registry
from llmbattler.connectors.transport import open_transport
from llmbattler.core.db import Database
from llmbattler.core.db.embedded import EmbeddedPostgres
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.db.migrate import migrate
from llmbattler.core.jobs import JobQueue
from llmbattler.core.live import LiveHub
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings


@contextmanager
def open_database_server(settings: Settings) -> Iterator[DatabaseAddress]:
    """Give the address of the configured database, or of the embedded one, which runs while the block does."""
    if settings.database_url is not None:
        direct = settings.database_direct_url
        yield DatabaseAddress.parse(
            settings.database_url.get_secret_value(), direct.get_secret_value() if direct is not None else None
        )
        return
    server = EmbeddedPostgres(settings.data_dir / "postgres")
    try:
        yield DatabaseAddress.parse(server.start())
    finally:
        server.stop()


@asynccontextmanager
async def open_resources(settings: Settings, address: DatabaseAddress) -> AsyncIterator[Resources]:
    """Open everything but the network: database, jobs, live channel, connectors. Closed in reverse order."""
    resources = Resources()
    resources.add(Settings, settings)
    async with AsyncExitStack() as stack:
        database = resources.add(Database, Database(address, settings))
        stack.push_async_callback(database.close)
        queue = resources.add(JobQueue, JobQueue(address))
        await queue.open()
        stack.push_async_callback(queue.close)
        hub = resources.add(LiveHub, LiveHub(address))
        await hub.open()
        stack.push_async_callback(hub.close)
        transport = open_transport(connect_timeout=settings.model_connect_timeout)
        stack.push_async_callback(transport.close)
        registry = Registry(transport)
        stack.push_async_callback(registry.close)
        caller = resources.add(Caller, Caller(registry))
        calls = resources.add(ModelCalls, ModelCalls(database, caller, settings))
        stack.push_async_callback(calls.close)
        yield resources


@asynccontextmanager
async def open_site(settings: Settings) -> AsyncIterator[Resources]:
    """Start or find the database, bring its schema up to date, and open the resources."""
    with open_database_server(settings) as address:
        await asyncio.to_thread(migrate, address)
        async with open_resources(settings, address) as resources:
            yield resources

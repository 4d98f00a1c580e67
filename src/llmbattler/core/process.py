"""Open and close what a process needs, in order."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass

from .db import Database
from .db.embedded import EmbeddedPostgres
from .db.engine import DatabaseAddress
from .db.failures import DriverError
from .db.migrate import migrate
from .errors import StartupProblem
from .jobs import JobQueue
from .limits import Limiter
from .live import LiveHub
from .logs import get_logger
from .manifests import Process, list_openers
from .master_keys import MasterKeys
from .resources import Resources
from .secret_files import resolve_secret_key
from .settings import Settings
from .signing import SigningKey
from .storage import Storage, open_storage
from .tasks import cancel_tasks
from .vault import Vault

WATCH_SECONDS = 2.0

_log = get_logger(__name__)


@dataclass(frozen=True, slots=True)
class DatabaseServer:
    address: DatabaseAddress
    embedded: EmbeddedPostgres | None = None

    async def keep_running(self, *, every: float = WATCH_SECONDS) -> None:
        """Restart the embedded server if it ends. A configured database is left alone."""
        while self.embedded is not None:
            await asyncio.sleep(every)
            try:
                await asyncio.to_thread(_restart_if_ended, self.embedded)
            except (StartupProblem, DriverError, OSError) as problem:
                _log.warning("the embedded PostgreSQL did not start; trying again", reason=str(problem))


def _restart_if_ended(server: EmbeddedPostgres) -> None:
    if not server.is_running():
        _log.warning("the embedded PostgreSQL ended; starting it again")
        server.start()


@contextmanager
def open_database_server(settings: Settings) -> Iterator[DatabaseServer]:
    """Yield the configured database, or the embedded one, which runs while the block does."""
    if settings.database_url is not None:
        direct = settings.database_direct_url
        yield DatabaseServer(
            DatabaseAddress.parse(
                settings.database_url.get_secret_value(), direct.get_secret_value() if direct is not None else None
            )
        )
        return
    server = EmbeddedPostgres(settings.data_dir / "postgres")
    try:
        yield DatabaseServer(DatabaseAddress.parse(server.start()), server)
    finally:
        server.stop()


@asynccontextmanager
async def open_resources(settings: Settings, address: DatabaseAddress) -> AsyncIterator[Resources]:
    """Open the resources of core, then those of each slice. They are closed in reverse order."""
    resources = Resources()
    resources.add(Settings, settings)
    resources.add(SigningKey, SigningKey(resolve_secret_key(settings)))
    resources.add(Limiter, Limiter())
    vault = resources.add(Vault, Vault(MasterKeys(settings)))
    vault.keys.check()
    async with AsyncExitStack() as stack:
        database = resources.add(Database, Database(address, settings))
        stack.push_async_callback(database.close)
        queue = resources.add(JobQueue, JobQueue(address))
        await queue.open()
        stack.push_async_callback(queue.close)
        hub = resources.add(LiveHub, LiveHub(address))
        await hub.open()
        stack.push_async_callback(hub.close)
        storage_url = settings.storage_url
        storage = resources.add(
            Storage, open_storage(storage_url.get_secret_value() if storage_url else None, settings.data_dir)
        )
        stack.push_async_callback(storage.close)
        for open_resource in list_openers(Process.ANY):
            await stack.enter_async_context(open_resource(resources))
        yield resources


@asynccontextmanager
async def open_server_resources(resources: Resources) -> AsyncIterator[None]:
    """Open the resources that only a server has, in addition to the others."""
    async with AsyncExitStack() as stack:
        for open_resource in list_openers(Process.SERVER):
            await stack.enter_async_context(open_resource(resources))
        yield


@asynccontextmanager
async def open_site(settings: Settings) -> AsyncIterator[Resources]:
    """Start or find the database, bring its schema up to date, and open the resources."""
    with open_database_server(settings) as server:
        await asyncio.to_thread(migrate, server.address)
        watch = asyncio.create_task(server.keep_running(), name="database")
        try:
            async with open_resources(settings, server.address) as resources:
                yield resources
        finally:
            await cancel_tasks([watch])

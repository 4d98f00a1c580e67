"""Connection pools that tests share. A new pool pays for new server processes and for compiling every statement."""

import asyncio
from typing import Any
from weakref import WeakSet

from psycopg import AsyncConnection
from sqlalchemy import Engine, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from llmbattler.core.db.pool_checks import check_pooled_connections


class SharedEngine(AsyncEngine):
    """An engine whose pool stays open when a test's application closes it."""

    async def dispose(self, close: bool = True) -> None:
        """Leave the pool to the next test."""


class EngineCache:
    """Makes engines like `create_async_engine`, and the same one again for the same database and options.

    Only in the event loop that the fixtures name: other loops end with their test, and their connections with them.
    """

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._engines: dict[str, SharedEngine] = {}
        self._checked: WeakSet[Engine] = WeakSet()
        self._connections: WeakSet[AsyncConnection[Any]] = WeakSet()

    def use_running_loop(self) -> None:
        """Share engines in this loop. Those of another one cannot be used any more."""
        if self._loop is not asyncio.get_running_loop():
            self.close()
            self._loop = asyncio.get_running_loop()

    def create(self, url: str, **options: Any) -> AsyncEngine:
        if self._loop is None or asyncio._get_running_loop() is not self._loop:
            return create_async_engine(url, **options)
        key = repr(sorted((name, value) for name, value in options.items() if not callable(value)))
        if key not in self._engines:
            engine = create_async_engine(url, **options).sync_engine
            event.listen(engine, "connect", lambda dbapi, _: self._connections.add(dbapi.driver_connection))
            self._engines[key] = SharedEngine(engine)
        return self._engines[key]

    def check_pooled_connections(self, engine: Engine) -> None:
        """Add the checks once to a pool that is used many times."""
        if engine not in self._checked:
            self._checked.add(engine)
            check_pooled_connections(engine)

    def close(self) -> None:
        """Close the connections without their event loop, which may be gone."""
        for connection in self._connections:
            connection.pgconn.finish()
        self._engines.clear()

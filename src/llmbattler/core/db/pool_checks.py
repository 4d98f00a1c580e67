"""Detect dead connections in a pool, mostly without a query.

SQLAlchemy's `pool_pre_ping` and the check of Procrastinate send a query before each use, a quarter of all queries of a
busy process. A server that goes away closes its sockets, which is visible locally. Only connections that were idle for
a while are pinged, since a network may drop them silently.
"""

import select
import time
from typing import Any
from weakref import WeakKeyDictionary

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool
from sqlalchemy import Engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.pool import ConnectionPoolEntry

IDLE_SECONDS = 60.0

_RETURNED_AT = "returned_at"


def check_pooled_connections(engine: Engine) -> None:
    """Check connections at checkout; a dead one invalidates the whole pool."""

    def check_out(connection: DBAPIConnection, entry: ConnectionPoolEntry, _: object) -> None:
        returned_at = entry.info.pop(_RETURNED_AT, None)
        if returned_at is None:  # a new connection
            return
        if _is_closed(connection.driver_connection) or (
            time.monotonic() - returned_at > IDLE_SECONDS and not _responds(engine, connection)
        ):
            raise InvalidatePoolError

    def check_in(_: DBAPIConnection | None, entry: ConnectionPoolEntry) -> None:
        entry.info[_RETURNED_AT] = time.monotonic()

    event.listen(engine, "checkout", check_out)
    event.listen(engine, "checkin", check_in)


def _is_closed(driver: Any) -> bool:  # noqa: ANN401 - SQLAlchemy does not know the type of its driver's connection
    """True when the server closed the connection: nothing else makes an idle socket readable."""
    if driver.closed:
        return True
    poll = select.poll()
    poll.register(driver.pgconn.socket, select.POLLIN)
    return bool(poll.poll(0))


def _responds(engine: Engine, connection: DBAPIConnection) -> bool:
    try:
        return engine.dialect.do_ping(connection)
    except engine.dialect.loaded_dbapi.Error:
        return False


class CheckedPool(AsyncConnectionPool[AsyncConnection[Any]]):
    """A pool of psycopg whose connections commit each statement and are checked before each use."""

    def __init__(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401 - those of psycopg's pool
        self._returned_at: WeakKeyDictionary[AsyncConnection[Any], float] = WeakKeyDictionary()
        super().__init__(*arguments, **{**options, "configure": _commit_each_statement, "check": self._check})

    async def putconn(self, conn: AsyncConnection[Any]) -> None:
        self._returned_at[conn] = time.monotonic()
        await super().putconn(conn)

    async def _check(self, connection: AsyncConnection[Any]) -> None:
        idle = time.monotonic() - self._returned_at.get(connection, 0.0)
        if _is_closed(connection) or idle > IDLE_SECONDS:
            await AsyncConnectionPool.check_connection(connection)


async def _commit_each_statement(connection: AsyncConnection[Any]) -> None:
    await connection.set_autocommit(True)

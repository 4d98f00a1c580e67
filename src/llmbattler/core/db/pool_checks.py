"""Detect dead connections in the pool, mostly without a query.

SQLAlchemy's `pool_pre_ping` sends a query before each use, a quarter of all queries of a busy process. A server that
goes away closes its sockets, which is visible locally. Only connections that were idle for a while are pinged, since a
network may drop them silently.
"""

import select
import time
from typing import Any

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
        if _is_closed(connection) or (
            time.monotonic() - returned_at > IDLE_SECONDS and not _responds(engine, connection)
        ):
            raise InvalidatePoolError

    def check_in(_: DBAPIConnection | None, entry: ConnectionPoolEntry) -> None:
        entry.info[_RETURNED_AT] = time.monotonic()

    event.listen(engine, "checkout", check_out)
    event.listen(engine, "checkin", check_in)


def _is_closed(connection: DBAPIConnection) -> bool:
    """True when the server closed the connection: nothing else makes an idle socket readable."""
    driver: Any = connection.driver_connection
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

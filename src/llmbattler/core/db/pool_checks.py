"""Whether a connection of the pool still lives, mostly without asking the server.

SQLAlchemy's own way asks before each use, which was a quarter of all questions that a busy process had for its
database. A server that goes away hangs up, and that can be seen on this side; only what nobody used for a while is
asked, since a network may have forgotten it without a word.
"""

import select
import time
from typing import Any

from sqlalchemy import Engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.pool import ConnectionPoolEntry

QUIET_SECONDS = 60.0

_LEFT_AT = "left_at"


def check_pooled_connections(engine: Engine) -> None:
    """Let nobody get a dead connection from this engine's pool: all of it is made anew when one is found."""

    def take(connection: DBAPIConnection, entry: ConnectionPoolEntry, _: object) -> None:
        left_at = entry.info.pop(_LEFT_AT, None)
        if left_at is None:  # it was made just now
            return
        if _hung_up(connection) or (time.monotonic() - left_at > QUIET_SECONDS and not _answers(engine, connection)):
            raise InvalidatePoolError

    def leave(_: DBAPIConnection | None, entry: ConnectionPoolEntry) -> None:
        entry.info[_LEFT_AT] = time.monotonic()

    event.listen(engine, "checkout", take)
    event.listen(engine, "checkin", leave)


def _hung_up(connection: DBAPIConnection) -> bool:
    """Nothing is to be read from a connection at rest, unless the other end says good-bye."""
    driver: Any = connection.driver_connection
    if driver.closed:
        return True
    poll = select.poll()
    poll.register(driver.pgconn.socket, select.POLLIN)
    return bool(poll.poll(0))


def _answers(engine: Engine, connection: DBAPIConnection) -> bool:
    try:
        return engine.dialect.do_ping(connection)
    except engine.dialect.loaded_dbapi.Error:
        return False

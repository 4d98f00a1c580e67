"""LISTEN and NOTIFY."""

from collections.abc import Callable
from typing import TypeVar

import psycopg
from psycopg import sql
from psycopg.abc import PQGen

from .engine import DatabaseAddress, Session
from .raw import run_statement

T = TypeVar("T")

WAKE_SECONDS = 60.0
NOTIFY = "SELECT pg_notify(%(channel)s, payload) FROM unnest(%(payloads)s::text[]) AS payload"
"""Also the last part of statements that change something."""


class ListenConnectionLost(Exception):
    """The connection that listens ended, or could not be opened."""


class ListenConnection(psycopg.AsyncConnection[tuple[object, ...]]):
    """Sleeps while there are no notifications.

    Psycopg wakes up ten times a second to look for Ctrl-C, which asyncio reports anyway. For two idle connections that
    was half of the CPU time of an idle process.
    """

    async def wait(self, gen: PQGen[T], interval: float = WAKE_SECONDS, timeout: float | None = None) -> T:  # noqa: ASYNC109 - psycopg's signature
        return await super().wait(gen, interval=interval, timeout=timeout)


async def notify(session: Session, channel: str, *payloads: str) -> None:
    """Send payloads to the listeners of a channel, if and when this transaction commits."""
    await run_statement(session, NOTIFY, {"channel": channel, "payloads": list(payloads)})


async def listen(
    address: DatabaseAddress,
    channel: str,
    *,
    started: Callable[[], None],
    received: Callable[[str], None],
    check_seconds: float,
) -> None:
    """Call `received` for each payload, past any pooler, until the connection ends with `ListenConnectionLost`."""
    try:
        async with await ListenConnection.connect(
            address.direct_url, autocommit=True, connect_timeout=5, application_name="llmbattler-live"
        ) as connection:
            await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
            started()
            while True:
                async for notification in connection.notifies(timeout=check_seconds):
                    received(notification.payload)
                await connection.execute("SELECT 1")  # fails when the server vanished without closing the connection
    except psycopg.Error as error:
        raise ListenConnectionLost(type(error).__name__) from error

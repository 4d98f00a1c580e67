"""A connection outside the pool for single statements that a process runs several times a second.

A unit of work costs ten times as much CPU time, for session, pool and transaction, none of which is needed here.
"""

import asyncio
import select
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.waiting import Ready, Wait

from .failures import translate
from .repeats import repeat_aborted

T = TypeVar("T")

_EVENTS = {Wait.R: select.POLLIN, Wait.W: select.POLLOUT, Wait.RW: select.POLLIN | select.POLLOUT}


class StatementConnection:
    """Connects at first use, and again after the database was away.

    With `pause` it does not wake the process for an answer: it polls whenever `pause` returns, when the process is
    awake anyway.
    """

    def __init__(self, arguments: Mapping[str, Any], pause: Callable[[], Awaitable[None]] | None = None) -> None:
        self._arguments = arguments
        self._pause = pause
        self._cursor: psycopg.AsyncCursor[tuple[Any, ...]] | None = None
        self._lock = asyncio.Lock()

    async def run(self, statement: str, parameters: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """Run one statement as its own transaction and return its rows. Errors are translated as in a unit of work."""
        return await repeat_aborted(partial(self._run_once, statement, parameters))

    async def _run_once(self, statement: str, parameters: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        try:
            async with self._lock:
                cursor = await self._connect()
                await cursor.execute(statement, parameters, prepare=True)
                return await cursor.fetchall() if cursor.description else []
        except psycopg.Error as error:
            named = translate(error)
            if named is error:
                raise
            raise named from error

    async def _connect(self) -> psycopg.AsyncCursor[tuple[Any, ...]]:
        if self._cursor is None or self._cursor.connection.closed:
            kind = psycopg.AsyncConnection if self._pause is None else _PollingConnection
            connection = await kind.connect(**self._arguments, autocommit=True)
            if isinstance(connection, _PollingConnection) and self._pause is not None:
                connection.pause = self._pause
            self._cursor = connection.cursor()
        return self._cursor

    async def close(self) -> None:
        if self._cursor is not None:
            await self._cursor.connection.close()


class _PollingConnection(psycopg.AsyncConnection[tuple[Any, ...]]):
    pause: Callable[[], Awaitable[None]]

    async def wait(self, gen: PQGen[T], interval: float = 0.0, timeout: float | None = None) -> T:  # noqa: ARG002, ASYNC109 - psycopg's signature
        """Advance psycopg's generator after each pause when the socket is ready."""
        try:
            state = next(gen)
            while True:
                await self.pause()
                state = gen.send(_poll(self.pgconn.socket, state))
        except StopIteration as done:
            result: T = done.value
            return result
        except asyncio.CancelledError:
            self.pgconn.finish()  # its answer would be read by the next statement
            raise


def _poll(socket: int, wanted: Wait) -> Ready:
    poll = select.poll()
    poll.register(socket, _EVENTS[wanted])
    found = poll.poll(0)
    events = found[0][1] if found else 0
    gone = events & ~(select.POLLIN | select.POLLOUT)
    reading = Ready.R if events & select.POLLIN or gone else Ready.NONE
    writing = Ready.W if events & select.POLLOUT else Ready.NONE
    return Ready(reading | writing)

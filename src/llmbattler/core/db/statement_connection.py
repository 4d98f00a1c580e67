"""A connection of its own for what a process says several times a second, one statement at a time.

A unit of work costs ten times as much: the session, the pool and the transaction are each some thousand steps, more
than fit into a processor's caches where little else goes on. None of them is needed here.
"""

import asyncio
import select
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.waiting import Ready, Wait

from .failures import translate

T = TypeVar("T")

_WANTED = {Wait.R: select.POLLIN, Wait.W: select.POLLOUT, Wait.RW: select.POLLIN | select.POLLOUT}


class StatementConnection:
    """Connects when it is first used, and again after the database was away.

    With `rest` it does not wake up for an answer: it looks whenever `rest` returns, when the process is awake anyway.
    """

    def __init__(self, arguments: Mapping[str, Any], rest: Callable[[], Awaitable[None]] | None = None) -> None:
        self._arguments = arguments
        self._rest = rest
        self._cursor: psycopg.AsyncCursor[tuple[Any, ...]] | None = None
        self._turn = asyncio.Lock()

    async def run(self, statement: str, parameters: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """Run one statement, which is its own transaction, and give its rows. Failures have the names of a unit's."""
        try:
            async with self._turn:
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
            kind = psycopg.AsyncConnection if self._rest is None else _RestingConnection
            connection = await kind.connect(**self._arguments, autocommit=True)
            if isinstance(connection, _RestingConnection) and self._rest is not None:
                connection.rest = self._rest
            self._cursor = connection.cursor()
        return self._cursor

    async def close(self) -> None:
        if self._cursor is not None:
            await self._cursor.connection.close()


class _RestingConnection(psycopg.AsyncConnection[tuple[Any, ...]]):
    rest: Callable[[], Awaitable[None]]

    async def wait(self, gen: PQGen[T], interval: float = 0.0, timeout: float | None = None) -> T:  # noqa: ARG002, ASYNC109 - psycopg's signature
        """Go on with what psycopg does whenever the rest is over and the socket is ready for it."""
        try:
            state = next(gen)
            while True:
                await self.rest()
                state = gen.send(_look(self.pgconn.socket, state))
        except StopIteration as done:
            result: T = done.value
            return result
        except asyncio.CancelledError:
            self.pgconn.finish()  # nobody will hear its answer
            raise


def _look(socket: int, wanted: Wait) -> Ready:
    poll = select.poll()
    poll.register(socket, _WANTED[wanted])
    found = poll.poll(0)
    events = found[0][1] if found else 0
    gone = events & ~(select.POLLIN | select.POLLOUT)
    reading = Ready.R if events & select.POLLIN or gone else Ready.NONE
    writing = Ready.W if events & select.POLLOUT else Ready.NONE
    return Ready(reading | writing)

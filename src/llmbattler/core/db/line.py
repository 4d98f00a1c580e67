"""A connection of its own for what a process says several times a second, one statement at a time.

A unit of work costs four times as much, and ten times where little else goes on and nothing is in the processor's
caches: the session, the pool and the transaction are each some thousand steps. None of them is needed here.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

import psycopg

from .failures import translate


class Line:
    """Connects when it is first used, and again after the database was away."""

    def __init__(self, arguments: Mapping[str, Any]) -> None:
        self._arguments = arguments
        self._connection: psycopg.AsyncConnection[tuple[Any, ...]] | None = None
        self._connecting = asyncio.Lock()

    async def run(self, statement: str, parameters: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """Run one statement, which is its own transaction, and give its rows. Failures have the names of a unit's."""
        try:
            connection = await self._connect()
            cursor = await connection.execute(statement, parameters, prepare=True)
            return await cursor.fetchall() if cursor.description else []
        except psycopg.Error as error:
            named = translate(error)
            if named is error:
                raise
            raise named from error

    async def _connect(self) -> psycopg.AsyncConnection[tuple[Any, ...]]:
        async with self._connecting:
            if self._connection is None or self._connection.closed:
                self._connection = await psycopg.AsyncConnection.connect(**self._arguments, autocommit=True)
            return self._connection

    async def close(self) -> None:
        if self._connection is not None:
            await self._connection.close()

"""A connection that waits for notifications, and sleeps while there are none."""

from typing import TypeVar

import psycopg
from psycopg.abc import PQGen

T = TypeVar("T")

LOOK_SECONDS = 60.0


class ListeningConnection(psycopg.AsyncConnection[tuple[object, ...]]):
    """Psycopg wakes up ten times a second to see whether Ctrl-C was pressed, which asyncio tells anyway.

    Two connections that listen were half of what a process costs that does nothing.
    """

    async def wait(self, gen: PQGen[T], interval: float = LOOK_SECONDS, timeout: float | None = None) -> T:  # noqa: ASYNC109 - psycopg's signature
        return await super().wait(gen, interval=interval, timeout=timeout)

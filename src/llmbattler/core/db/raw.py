"""The driver's own connection, for what SQLAlchemy cannot say, in the transaction of a session."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus
from sqlalchemy.ext.asyncio import AsyncConnection

from .engine import Session
from .failures import translate

_ANSWERS = frozenset({TransactionStatus.IDLE, TransactionStatus.INTRANS, TransactionStatus.INERROR})


@asynccontextmanager
async def raw_connection(session: Session) -> AsyncIterator[psycopg.AsyncConnection[Any]]:
    """Lend the connection behind this session, and name what fails there as `unit()` does.

    Whoever is cancelled in the middle of a command leaves a connection on which no ROLLBACK can be sent: it is thrown
    away, since SQLAlchemy, which saw none of this, would try.
    """
    connection = await session.connection()
    driver: Any = (await connection.get_raw_connection()).driver_connection
    try:
        yield driver
    except psycopg.Error as error:
        await _leave(connection, driver)
        named = translate(error)
        if named is error:
            raise
        raise named from error
    except BaseException:
        await _leave(connection, driver)
        raise


async def _leave(connection: AsyncConnection, driver: psycopg.AsyncConnection[Any]) -> None:
    if driver.pgconn.transaction_status not in _ANSWERS:
        await asyncio.shield(connection.invalidate())

"""The driver's connection, in the transaction of a session, for what SQLAlchemy does not offer."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus
from sqlalchemy.ext.asyncio import AsyncConnection

from .engine import Session
from .failures import translate

_READY = frozenset({TransactionStatus.IDLE, TransactionStatus.INTRANS, TransactionStatus.INERROR})


@asynccontextmanager
async def raw_connection(session: Session) -> AsyncIterator[psycopg.AsyncConnection[Any]]:
    """Give the driver's connection of this session; its errors are translated as in `unit()`.

    After a cancellation in the middle of a command no ROLLBACK can be sent, so the connection is invalidated before
    SQLAlchemy tries.
    """
    connection = await session.connection()
    driver: Any = (await connection.get_raw_connection()).driver_connection
    try:
        yield driver
    except psycopg.Error as error:
        await _invalidate_if_busy(connection, driver)
        named = translate(error)
        if named is error:
            raise
        raise named from error
    except BaseException:
        await _invalidate_if_busy(connection, driver)
        raise


async def _invalidate_if_busy(connection: AsyncConnection, driver: psycopg.AsyncConnection[Any]) -> None:
    if driver.pgconn.transaction_status not in _READY:
        await asyncio.shield(connection.invalidate())

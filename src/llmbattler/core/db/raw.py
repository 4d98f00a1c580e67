"""The driver's connection, in the transaction of a session, for what SQLAlchemy does not offer."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, LiteralString

import psycopg
from psycopg.pq import ExecStatus, TransactionStatus
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import Session as OrmSession
from sqlalchemy.util.concurrency import greenlet_spawn

from .engine import Session
from .failures import translate

_DRIVER = "driver"
"""Key in the facts of a session: its transaction, and the driver's connection in it."""
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
    except BaseException as error:
        await _invalidate_if_busy(connection, driver)
        _raise_translated(error)
        raise


async def run_statement(
    session: Session, statement: LiteralString, parameters: Mapping[str, Any]
) -> list[tuple[Any, ...]]:
    """Run a statement of a hot path in the transaction of this session, prepared, and return its rows.

    It skips the work of SQLAlchemy for each statement. Changes of rows that the session tracks are not flushed before.
    """
    driver = await _get_driver(session)
    try:
        cursor = await driver.execute(statement, parameters, prepare=True)
        # Not `description`, which makes an object for each column.
        returned = cursor.pgresult is not None and cursor.pgresult.status == ExecStatus.TUPLES_OK
        return await cursor.fetchall() if returned else []
    except BaseException as error:
        await _invalidate_if_busy(await session.connection(), driver)
        _raise_translated(error)
        raise


def _raise_translated(error: BaseException) -> None:
    """Raise an error of the driver as the one that `unit()` raises, if it has one."""
    if isinstance(error, psycopg.Error) and (named := translate(error)) is not error:
        raise named from error


def _connect(session: OrmSession) -> Any:  # noqa: ANN401 - SQLAlchemy gives no type
    return session.connection().connection.driver_connection


async def _get_driver(session: Session) -> psycopg.AsyncConnection[Any]:
    transaction, driver = session.info.get(_DRIVER, (None, None))
    if driver is None or transaction is not session.sync_session.get_transaction():
        driver = await greenlet_spawn(_connect, session.sync_session)
        session.info[_DRIVER] = (session.sync_session.get_transaction(), driver)
    found: psycopg.AsyncConnection[Any] = driver
    return found


async def _invalidate_if_busy(connection: AsyncConnection, driver: psycopg.AsyncConnection[Any]) -> None:
    if driver.pgconn.transaction_status not in _READY:
        await asyncio.shield(connection.invalidate())

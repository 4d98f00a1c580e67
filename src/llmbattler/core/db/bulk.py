"""Add many rows with COPY."""

from collections.abc import Iterable, Sequence
from typing import Any

from psycopg import sql

from .base import Base
from .engine import Session
from .raw import raw_connection


async def copy_rows(session: Session, table: type[Base], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Add rows in the transaction of this session. Columns that are left out get their defaults."""
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(
        sql.Identifier(table.__tablename__), sql.SQL(", ").join(map(sql.Identifier, columns))
    )
    async with raw_connection(session) as raw, raw.cursor() as cursor, cursor.copy(statement) as copy:
        for row in rows:
            await copy.write_row(row)

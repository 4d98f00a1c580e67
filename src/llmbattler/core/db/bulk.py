"""Many rows at once, the way PostgreSQL likes it best."""

from collections.abc import Iterable, Sequence
from typing import Any

from psycopg import sql

from .base import Base
from .engine import Session
from .raw import raw_connection


async def copy_rows(session: Session, table: type[Base], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Add rows by COPY, in the transaction of this session. What the columns leave out gets its default."""
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(
        sql.Identifier(table.__tablename__), sql.SQL(", ").join(map(sql.Identifier, columns))
    )
    async with raw_connection(session) as raw, raw.cursor() as cursor, cursor.copy(statement) as copy:
        for row in rows:
            await copy.write_row(row)

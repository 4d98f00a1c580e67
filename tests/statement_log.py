"""Records SQL statements."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import psycopg
from sqlalchemy import event

from llmbattler.core.db import Database


@contextmanager
def record_statements(database: Database) -> Iterator[list[tuple[str, Any]]]:
    """Collect the statements that are sent while the block runs, through SQLAlchemy or `run_statement`."""
    statements: list[tuple[str, Any]] = []

    def listen(_connection: object, _cursor: object, statement: str, parameters: object, *_: object) -> None:
        statements.append((statement, parameters))

    execute = psycopg.AsyncConnection.execute

    async def listen_to_driver(self: Any, query: Any, params: Any = None, **options: Any) -> Any:
        statements.append((query, params))
        return await execute(self, query, params, **options)

    event.listen(database.engine.sync_engine, "before_cursor_execute", listen)
    try:
        with patch.object(psycopg.AsyncConnection, "execute", listen_to_driver):
            yield statements
    finally:
        event.remove(database.engine.sync_engine, "before_cursor_execute", listen)

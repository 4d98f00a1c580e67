"""Records SQL statements."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from llmbattler.core.db import Database


@contextmanager
def record_statements(database: Database) -> Iterator[list[tuple[str, Any]]]:
    """Collect the statements that are sent while the block runs."""
    statements: list[tuple[str, Any]] = []

    def listen(_connection: object, _cursor: object, statement: str, parameters: object, *_: object) -> None:
        statements.append((statement, parameters))

    event.listen(database.engine.sync_engine, "before_cursor_execute", listen)
    try:
        yield statements
    finally:
        event.remove(database.engine.sync_engine, "before_cursor_execute", listen)

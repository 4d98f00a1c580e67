"""What the database is told."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from llmbattler.core.db import Database


@contextmanager
def overheard(database: Database) -> Iterator[list[tuple[str, Any]]]:
    """The statements that are sent while the block runs."""
    heard: list[tuple[str, Any]] = []

    def listen(_connection: object, _cursor: object, statement: str, parameters: object, *_: object) -> None:
        heard.append((statement, parameters))

    event.listen(database.engine.sync_engine, "before_cursor_execute", listen)
    try:
        yield heard
    finally:
        event.remove(database.engine.sync_engine, "before_cursor_execute", listen)

"""Databases for tests. They are reused: creating one takes 250 ms, emptying one a few milliseconds."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import psycopg

from llmbattler.core.db.embedded import EmbeddedPostgres
from llmbattler.core.db.engine import DatabaseAddress

TEMPLATE = "llmbattler"
KEPT = "alembic_version"
LARGE = 128 * 1024
"""Tables of more bytes are truncated, which takes 5 ms for each table and index; from others, rows are deleted."""

_TABLES = """
SELECT format('%%I.%%I', schemaname, tablename) FROM pg_tables
WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND tablename <> %s ORDER BY 1
"""
# Everything a test may have changed that is not a row: tables, columns, functions, triggers, constraints, settings.
_SHAPE = """
SELECT md5(concat_ws('|',
  (SELECT string_agg(format('%s %s %s', relname, relkind, relpersistence), ',' ORDER BY relname, oid)
     FROM pg_class WHERE oid >= 16384 AND relkind IN ('r', 'i', 'S', 'v', 'p')),
  (SELECT string_agg(format('%s %s %s', attrelid::regclass, attname, atttypid), ',' ORDER BY attrelid, attnum)
     FROM pg_attribute WHERE attrelid >= 16384 AND attnum > 0
      AND attrelid IN (SELECT oid FROM pg_class WHERE relkind IN ('r', 'p'))),
  (SELECT string_agg(format('%s %s', proname, md5(prosrc)), ',' ORDER BY proname, oid) FROM pg_proc WHERE oid >= 16384),
  (SELECT string_agg(format('%s %s %s', tgname, tgrelid::regclass, tgenabled), ',' ORDER BY tgname, oid)
     FROM pg_trigger WHERE NOT tgisinternal),
  (SELECT string_agg(conname, ',' ORDER BY conname, oid) FROM pg_constraint WHERE oid >= 16384),
  (SELECT string_agg(version_num, ',') FROM alembic_version),
  (SELECT string_agg(setconfig::text, ',' ORDER BY setconfig) FROM pg_db_role_setting
    WHERE setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))),
  (SELECT string_agg(extname, ',' ORDER BY extname) FROM pg_extension)
))
"""
_LARGE = "SELECT name FROM unnest(%s::text[]) AS name WHERE pg_relation_size(name::regclass) > %s"
_RESTART = """
SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
FROM pg_sequences WHERE last_value IS NOT NULL
"""
_HANG_UP = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
  AND NOT (application_name = 'llmbattler' AND state = 'idle')
"""


class Databases:
    """The databases of one server. A database that is taken has the current schema and no rows."""

    def __init__(self, postgres: EmbeddedPostgres) -> None:
        self._postgres = postgres
        self._spare: list[str] = []
        self._shape: str | None = None
        self._connections: dict[str, psycopg.Connection[tuple[str]]] = {}
        """Kept open: in a new one, PostgreSQL reads its whole catalog again."""

    @contextmanager
    def take(self) -> Iterator[DatabaseAddress]:
        name = self._spare.pop() if self._spare else self._make()
        yield DatabaseAddress.parse(self._postgres.url(name))
        if self._empty(name):
            self._spare.append(name)
        else:
            drop(self._postgres, name)

    def _make(self) -> str:
        name = make(self._postgres, TEMPLATE)
        if self._shape is None:
            self._shape = self._look(self._connect(name))
        return name

    def _empty(self, name: str) -> bool:
        """Empty a database. Returns false if it cannot be reused: a test changed the schema or dropped it."""
        try:
            connection = self._connect(name)
            self._hang_up(connection)
            if self._look(connection) != self._shape:
                return False
            tables = [row[0] for row in connection.execute(_TABLES, [KEPT])]
            self._delete_rows(connection, tables)
            # What the planner learned of one test's rows is wrong for the next.
            connection.execute("DELETE FROM pg_statistic WHERE starelid >= 16384")
        except psycopg.Error:
            return False
        return True

    def _delete_rows(self, connection: psycopg.Connection[tuple[str]], tables: list[str]) -> None:
        probes = [f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {table})" for table in tables]  # noqa: S608
        used = [row[0] for row in connection.execute(" UNION ALL ".join(probes))]
        large = {row[0] for row in connection.execute(_LARGE, [used, LARGE])}
        for table in used:
            if table not in large:
                connection.execute(f"DELETE FROM {table}")  # noqa: S608
        if large:
            connection.execute(f"TRUNCATE {', '.join(large)} CASCADE")
        connection.execute(_RESTART)

    def _connect(self, name: str) -> psycopg.Connection[tuple[str]]:
        connection = self._connections.get(name)
        if connection is None or connection.closed:
            connection = psycopg.connect(self._postgres.url(name), autocommit=True, connect_timeout=10)
            # The audit log lets nobody else delete its rows.
            connection.execute("SET session_replication_role = replica")
            self._connections[name] = connection
        return connection

    def _look(self, connection: psycopg.Connection[tuple[str]]) -> str:
        [row] = connection.execute(_SHAPE)
        return row[0]

    def _hang_up(self, connection: psycopg.Connection[tuple[str]]) -> None:
        """End the connections of the test, except those of the shared pools, and wait until they are gone."""
        while connection.execute(_HANG_UP).rowcount:
            time.sleep(0.002)

    def close(self) -> None:
        for connection in self._connections.values():
            connection.close()


def make(postgres: EmbeddedPostgres, template: str) -> str:
    name = f"test_{uuid4().hex}"
    _execute(postgres, f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY FILE_COPY')
    return name


def drop(postgres: EmbeddedPostgres, name: str) -> None:
    _execute(postgres, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def _execute(postgres: EmbeddedPostgres, statement: str) -> None:
    with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
        connection.execute(statement)

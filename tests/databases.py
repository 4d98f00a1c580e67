"""Databases for tests. They are reused: creating one takes 250 ms, emptying one a few milliseconds."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import psycopg

from llmbattler.core.db.embedded import EmbeddedPostgres
from llmbattler.core.db.engine import DatabaseAddress

TEMPLATE = "llmbattler"
KEPT = "alembic_version"

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


class Databases:
    """The databases of one server. A database that is taken has the current schema and no rows."""

    def __init__(self, postgres: EmbeddedPostgres) -> None:
        self._postgres = postgres
        self._spare: list[str] = []
        self._shape: str | None = None

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
            with self._connect(name) as connection:
                self._shape = self._look(connection)
        return name

    def _empty(self, name: str) -> bool:
        """Empty a database. Returns false if it cannot be reused: a test changed the schema or dropped it."""
        try:
            with self._connect(name) as connection:
                self._hang_up(connection)
                if self._look(connection) != self._shape:
                    return False
                tables = [row[0] for row in connection.execute(_TABLES, [KEPT])]
                probes = [f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {table})" for table in tables]  # noqa: S608
                used = [row[0] for row in connection.execute(" UNION ALL ".join(probes))]
                if used:
                    # The audit log takes no such order from anybody else.
                    connection.execute("SET session_replication_role = replica")
                    connection.execute(f"TRUNCATE {', '.join(used)} RESTART IDENTITY CASCADE")
                # What the planner learned of one test's rows is wrong for the next.
                connection.execute("DELETE FROM pg_statistic WHERE starelid >= 16384")
        except psycopg.Error:
            return False
        return True

    def _connect(self, name: str) -> psycopg.Connection[tuple[str]]:
        return psycopg.connect(self._postgres.url(name), autocommit=True, connect_timeout=10)

    def _look(self, connection: psycopg.Connection[tuple[str]]) -> str:
        [row] = connection.execute(_SHAPE)
        return row[0]

    def _hang_up(self, connection: psycopg.Connection[tuple[str]]) -> None:
        connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def make(postgres: EmbeddedPostgres, template: str) -> str:
    name = f"test_{uuid4().hex}"
    _execute(postgres, f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY FILE_COPY')
    return name


def drop(postgres: EmbeddedPostgres, name: str) -> None:
    _execute(postgres, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def _execute(postgres: EmbeddedPostgres, statement: str) -> None:
    with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
        connection.execute(statement)

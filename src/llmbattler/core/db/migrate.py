"""Bring the schema up to date, also when several processes start at once."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.exc import OperationalError

from ..errors import StartupProblem
from ..manifests import list_manifests
from .base import Base
from .engine import DRIVER, DatabaseAddress, Session

LOCK = 7_265_001
MINIMUM_VERSION = 160_000
FOREIGN_PREFIX = "procrastinate_"


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
        said = str(error.orig).strip().splitlines()
        raise StartupProblem(
            f"The database cannot be reached: {said[0] if said else 'no reason given'}. "
            "Check DATABASE_URL and whether PostgreSQL is running there."
        ) from None
    finally:
        engine.dispose()


def migrate(address: DatabaseAddress) -> None:
    """Apply missing revisions under an advisory lock, so that one process does it and the others wait."""
    with _connect(address) as connection:
        _check_version(connection)
        connection.execute(text("SELECT pg_advisory_lock(:lock)"), {"lock": LOCK})
        connection.commit()
        _refuse_newer_schema(connection)
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "heads")
        connection.commit()
        connection.execute(text("SELECT pg_advisory_unlock(:lock)"), {"lock": LOCK})


def is_current(address: DatabaseAddress) -> bool:
    """True when the schema is exactly the one this version knows."""
    with _connect(address) as connection:
        return set(MigrationContext.configure(connection).get_current_heads()) == _known_heads()


async def has_current_schema(session: Session) -> bool:
    """The same over an open connection; cheap enough for readiness checks."""

    def read(connection: Connection) -> set[str]:
        return set(MigrationContext.configure(connection).get_current_heads())

    return await (await session.connection()).run_sync(read) == _known_heads()


def find_drift(address: DatabaseAddress) -> list[str]:
    """List differences between the tables in the code and those in the database."""
    with _connect(address) as connection:
        context = MigrationContext.configure(
            connection, opts={"include_name": is_own_table, "compare_type": True, "compare_server_default": False}
        )
        return [str(difference) for difference in compare_metadata(context, Base.metadata)]


def is_own_table(name: str | None, kind: str, _parents: object) -> bool:
    """False for tables of Procrastinate, which autogenerate must not touch."""
    return not (kind == "table" and name is not None and name.startswith(FOREIGN_PREFIX))


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


@cache
def _known_heads() -> frozenset[str]:
    """Cached, since reading all revisions is slow and they do not change while the process runs."""
    return frozenset(_scripts().get_heads())


def _check_version(connection: Connection) -> None:
    version = int(connection.execute(text("SHOW server_version_num")).scalar_one())
    if version < MINIMUM_VERSION:
        raise StartupProblem(f"This PostgreSQL is version {version // 10_000}; llmbattler needs 16 or newer.")


def _refuse_newer_schema(connection: Connection) -> None:
    scripts = _scripts()
    for revision in MigrationContext.configure(connection).get_current_heads():
        try:
            scripts.get_revision(revision)
        except CommandError:
            raise StartupProblem(
                f"The database has the schema {revision}, which this version does not know: it was upgraded by a newer "
                "llmbattler. Install that version, or restore a backup made before the upgrade."
            ) from None
    connection.rollback()

"""A small site to back up, and an empty database for the check."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import psycopg
import pytest
from tests.databases import drop, make

from llmbattler.core.backups.create import Source
from llmbattler.core.db.embedded import EmbeddedPostgres
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.settings import Settings
from llmbattler.core.storage import open_storage

Scratch = Callable[[Path], AbstractContextManager[DatabaseAddress]]


def quiet(*_: object) -> None:
    """Show no progress."""


def add_rows(address: DatabaseAddress, count: int = 1) -> None:
    with psycopg.connect(address.url) as connection:
        for number in range(count):
            connection.execute(
                "INSERT INTO sessions (session_id, owner, title) VALUES (gen_random_uuid(), %s, 't')", [str(number)]
            )


@pytest.fixture
def scratch(postgres: EmbeddedPostgres) -> Scratch:
    """Opens an empty database on the server of the tests; the product starts a server for it."""

    @contextmanager
    def open_empty(_: Path) -> Iterator[DatabaseAddress]:
        name = make(postgres, "template1")
        yield DatabaseAddress.parse(postgres.url(name))
        drop(postgres, name)

    return open_empty


@pytest.fixture
async def source(settings: Settings, address: DatabaseAddress) -> Source:
    return Source(settings, address, open_storage(None, settings.data_dir))


def copy_backup(folder: Path, name: str, number: int) -> str:
    """Copy a backup, so that a test can damage it."""
    other = f"{name[:-4]}{number:04x}"
    shutil.copytree(folder / name, folder / other)
    return other

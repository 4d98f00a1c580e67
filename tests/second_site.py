"""A second site, without rows, to import into."""

from collections.abc import AsyncIterator

import pytest

from llmbattler.core.db import Database
from llmbattler.core.settings import Settings
from tests.databases import Databases


@pytest.fixture
async def other_database(settings: Settings, databases: Databases) -> AsyncIterator[Database]:
    with databases.take() as address:
        database = Database(address, settings)
        yield database
        await database.close()

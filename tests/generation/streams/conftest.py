from collections.abc import AsyncIterator
from uuid import uuid4

import pytest

from llmbattler.connectors.ticker import Ticker
from llmbattler.core.db import Database
from llmbattler.generation.streams.contract import GenerationKey, GenerationOwners
from llmbattler.generation.streams.flow import Generations
from tests.generation.streams.owners import Shelf


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def key() -> GenerationKey:
    return GenerationKey("shelf", uuid4(), "1")


@pytest.fixture
async def generations(database: Database, shelf: Shelf) -> AsyncIterator[Generations]:
    generations = Generations(database, GenerationOwners(shelf), Ticker(0.01))
    await generations.open()
    yield generations
    await generations.close(0)


@pytest.fixture
async def elsewhere(database: Database, shelf: Shelf) -> AsyncIterator[Generations]:
    """Another process, as far as the database can tell."""
    generations = Generations(database, GenerationOwners(shelf), Ticker(0.01))
    await generations.open()
    yield generations
    await generations.close(0)

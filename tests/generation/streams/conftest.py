from collections.abc import AsyncIterator
from uuid import uuid4

import pytest

from llmbattler.connectors.ticker import Ticker
from llmbattler.core.db import Database
from llmbattler.generation.streams.contract import GenerationKey, GenerationOwners
from llmbattler.generation.streams.flow import Generations
from tests.generation.streams.owners import MemoryOwner


@pytest.fixture
def owner_in_memory() -> MemoryOwner:
    return MemoryOwner()


@pytest.fixture
def key() -> GenerationKey:
    return GenerationKey("shelf", uuid4(), "1")


@pytest.fixture
async def generations(database: Database, owner_in_memory: MemoryOwner) -> AsyncIterator[Generations]:
    generations = Generations(database, GenerationOwners(owner_in_memory), Ticker(0.01))
    await generations.open()
    yield generations
    await generations.close(0)


@pytest.fixture
async def other_process(database: Database, owner_in_memory: MemoryOwner) -> AsyncIterator[Generations]:
    """Like another process that uses the same database."""
    generations = Generations(database, GenerationOwners(owner_in_memory), Ticker(0.01))
    await generations.open()
    yield generations
    await generations.close(0)

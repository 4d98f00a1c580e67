import pytest

from llmbattler.catalog.models import ModelStatus
from llmbattler.catalog.service import sync_catalog
from llmbattler.connectors.contract import Abilities
from llmbattler.core.db import Database
from tests.arena.turns.steps import offer


@pytest.fixture
async def models(database: Database) -> None:
    """Two models with vision, one without, and one that is paused."""
    seeing = {"abilities": Abilities(vision=True)}
    paused = offer("paused", status=ModelStatus.PAUSED)
    async with database.unit() as session:
        await sync_catalog(session, offers=[offer("a", **seeing), offer("b", **seeing), offer("c"), paused])

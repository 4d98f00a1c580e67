from pathlib import Path

import pytest

from llmbattler.catalog import service
from llmbattler.catalog.discovery.jobs import discover_models
from llmbattler.connectors.calls import Caller
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings


@pytest.fixture
def process(database: Database, caller: Caller, settings: Settings) -> Resources:
    resources = Resources()
    resources.add(Database, database)
    resources.add(Caller, caller)
    resources.add(Settings, settings)
    return resources


def write_file(path: Path, text: str) -> None:
    path.write_text(text)


async def test_the_worker_discovers_and_survives_a_bad_file(process: Resources, database: Database) -> None:
    await discover_models(process)
    async with database.unit() as session:
        before = await service.list_offered(session)
    assert len(before) == 4
    write_file(process.get(Settings).data_dir / "models.yaml", "models: 7\n")
    await discover_models(process)
    async with database.unit() as session:
        assert await service.list_offered(session) == before

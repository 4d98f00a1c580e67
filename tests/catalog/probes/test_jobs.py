from collections.abc import Callable

import pytest

from llmbattler.catalog import service
from llmbattler.catalog.offers import OfferedModel
from llmbattler.catalog.probes.jobs import probe_models
from llmbattler.connectors.calls import Caller
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

Offer = Callable[..., OfferedModel]


@pytest.fixture
def process(database: Database, caller: Caller, settings: Settings) -> Resources:
    resources = Resources()
    resources.add(Database, database)
    resources.add(Caller, caller)
    resources.add(Settings, settings)
    return resources


async def test_the_worker_probes(process: Resources, database: Database, offer: Offer) -> None:
    async with database.unit() as session:
        await service.sync_catalog(session, offers=[offer("a")])
    await probe_models(process)
    async with database.unit() as session:
        assert (await service.list_live_health(session))["a"].state.value == "healthy"

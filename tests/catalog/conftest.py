"""The catalog on a real database, with models on a real socket."""

from collections.abc import AsyncIterator, Callable
from decimal import Decimal
from typing import Any

import pytest

from llmbattler.catalog.flow import ModelCalls
from llmbattler.catalog.models import PlaceKind, PriceSource, Source
from llmbattler.catalog.offers import OfferedModel
from llmbattler.catalog.prices import Price
from llmbattler.connectors.calls import Caller
from llmbattler.connectors.registry import Registry
from llmbattler.connectors.retry import RetryRules
from llmbattler.connectors.transport import open_transport
from llmbattler.core.db import Database
from llmbattler.core.settings import Settings
from llmbattler.testing import ScriptedProvider

Offer = Callable[..., OfferedModel]


@pytest.fixture
async def caller() -> AsyncIterator[Caller]:
    transport = open_transport(connect_timeout=2)
    registry = Registry(transport)
    yield Caller(registry, retry=RetryRules(retries=1, first_wait=0.01))
    await registry.close()
    await transport.close()


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        yield provider


@pytest.fixture
async def calls(database: Database, caller: Caller, settings: Settings) -> AsyncIterator[ModelCalls]:
    calls = ModelCalls(database, caller, settings)
    yield calls
    await calls.close()


@pytest.fixture
def offer(provider: ScriptedProvider) -> Offer:
    """Make a model that lives at the scripted provider."""

    def make(model_id: str = "alpha", **changes: Any) -> OfferedModel:
        given: dict[str, Any] = {
            "model_id": model_id,
            "name": model_id.title(),
            "connector": "openai",
            "model": model_id,
            "base_url": provider.openai_url,
            "source": Source.FILE,
            "place": PlaceKind.LOCAL,
            "price": Price(Decimal(2), Decimal(8), PriceSource.FILE),
        }
        return OfferedModel(**{**given, **changes})

    return make

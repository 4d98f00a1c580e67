"""The catalog on a real database, with models on a real socket."""

from collections.abc import AsyncIterator, Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from llmbattler.catalog.calls.flow import ModelCalls
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

BROKEN = """
from llmbattler.connectors.contract import ListedModel
from llmbattler.connectors.errors import Refused


class Broken:
    def __init__(self, transport):
        pass

    def stream(self, place, messages, params):
        raise ZeroDivisionError("not my day")

    async def list_models(self, place):
        if place.base_url.endswith("/listless"):
            raise Refused
        listed = {"nothing": None, "words": ["a", "b"], "odd": [ListedModel("a", context_length="long")]}
        name = place.base_url.rpartition("/")[2]
        return listed[name] if name in listed else 1 / 0

    async def close(self):
        pass
"""


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
    """Make a model of the scripted provider."""

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


@pytest.fixture
def broken_plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install a third-party connector that raises unexpected exceptions."""
    facts = tmp_path / "brokenwire-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: brokenwire\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text("[llmbattler.connectors]\nbrokenwire = brokenwire:Broken\n")
    (tmp_path / "brokenwire.py").write_text(BROKEN)
    monkeypatch.syspath_prepend(str(tmp_path))

"""Side channels of the catalog: nothing public tells which model is answering."""

import asyncio
from collections.abc import AsyncIterator
from decimal import Decimal
from typing import Any

import httpx
import pytest

from llmbattler.catalog import service
from llmbattler.catalog.calls.flow import CallContext, ModelCalls
from llmbattler.catalog.models import PlaceKind, PriceSource, Source
from llmbattler.catalog.offers import OfferedModel
from llmbattler.catalog.prices import Price
from llmbattler.catalog.probes.flow import probe_health
from llmbattler.connectors.calls import Caller
from llmbattler.connectors.contract import Message
from llmbattler.connectors.errors import ConnectorError, FailureKind
from llmbattler.connectors.registry import Registry
from llmbattler.connectors.transport import open_transport
from llmbattler.core.db import Database
from llmbattler.core.live import LiveHub
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.testing import Script, ScriptedProvider

PRIVATE = {
    "base_url": "private-address.example",
    "api_key_env": "PRIVATE_KEY_NAME",
    "system_prompt": "a private instruction",
    "params": "private_parameter",
    "note": "a private note",
}


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        yield provider


@pytest.fixture
async def caller() -> AsyncIterator[Caller]:
    transport = open_transport()
    registry = Registry(transport)
    yield Caller(registry)
    await registry.close()
    await transport.close()


def make(model_id: str, base_url: str, **changes: Any) -> OfferedModel:
    return OfferedModel(
        model_id=model_id,
        name=model_id,
        connector="openai",
        model=model_id,
        base_url=base_url,
        source=Source.FILE,
        place=PlaceKind.LOCAL,
        price=Price(Decimal(1), Decimal(1), PriceSource.FILE),
        **changes,
    )


async def test_s23_nothing_public_changes_while_models_answer(
    client: httpx.AsyncClient,
    database: Database,
    resources: Resources,
    settings: Settings,
    caller: Caller,
    provider: ScriptedProvider,
) -> None:
    """S23: calls that run, succeed, fail and bring a model down leave every public byte and topic as it was."""
    provider.script("good", Script())
    provider.script("slow", Script())
    provider.script("bad", Script(failure=FailureKind.BAD_KEY))
    fresh = make("fresh", provider.openai_url)
    models = [make(name, provider.openai_url) for name in ("good", "slow", "bad")]
    async with database.unit() as session:
        await service.sync_catalog(session, offers=models)
    await probe_health(database, caller, settings)
    async with database.unit() as session:
        await service.sync_catalog(session, offers=[*models, fresh])  # nobody has asked this one yet

    async def everything_public() -> list[bytes]:
        pages = ["/api/models", *(f"/api/models/{name}" for name in ("good", "slow", "bad", "fresh"))]
        return [(await client.get(page)).content for page in pages]

    before = await everything_public()
    calls = ModelCalls(database, caller, settings)
    battle = CallContext(purpose="battle", purpose_id="b", caller="v")

    async def ask(model: OfferedModel) -> None:
        async for _ in calls.stream(model, [Message.user("Hi")], context=battle):
            pass

    with resources.get(LiveHub).subscribe(service.MODELS_TOPIC) as subscription:
        provider.hold("slow", at=1)
        running = asyncio.create_task(ask(models[1]))
        await provider.wait_for_held("slow")
        assert await everything_public() == before
        await ask(models[0])
        for model in (models[2], fresh):
            with pytest.raises(ConnectorError):
                await ask(model)
        provider.release("slow")
        await running
        await calls.close()
        async with database.unit() as session:
            drawable = {model.model_id for model in await service.list_drawable(session)}
        assert drawable == {"good", "slow"}  # the change did happen
        assert await everything_public() == before
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(subscription.next(), 0.3)


async def test_a31_private_facts_of_a_model_never_leave(client: httpx.AsyncClient, database: Database) -> None:
    """A31: no key, key name, address, instruction, parameter or note is on the wire."""
    model = make(
        "m",
        f"http://{PRIVATE['base_url']}/v1",
        api_key_env=PRIVATE["api_key_env"],
        system_prompt=PRIVATE["system_prompt"],
        params={"extra": {PRIVATE["params"]: 1}},
        note=PRIVATE["note"],
        weight=7.25,
    )
    async with database.unit() as session:
        await service.sync_catalog(session, offers=[model])
    for page in ("/api/models", "/api/models/m"):
        answer = await client.get(page)
        assert answer.status_code == 200
        assert not [name for name, value in PRIVATE.items() if value in answer.text]
        assert "7.25" not in answer.text

"""H23 and H24 of the listed cases: a gateway that answers with another model than it was asked for."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import text
from tests.arena.canaries import GAMMA, models_on_every_wire
from tests.arena.conftest import ALPHA, BETA, offer
from tests.arena.raw_client import RawClient
from tests.cases.test_side_channels_arena import ask_everything
from tests.clients import ClientFactory

from llmbattler.catalog.admin.flow.doctor import examine_models
from llmbattler.catalog.calls.flow import CallContext, ModelCalls
from llmbattler.catalog.ledger.service.owned_data import export_calls
from llmbattler.catalog.service import get_offered
from llmbattler.connectors.contract import Message
from llmbattler.core.db import Database
from llmbattler.core.doctor import Level
from llmbattler.core.resources import Resources
from llmbattler.testing import Script, ScriptedProvider

OTHER = "cheap-model-3b"
MODELS = (ALPHA, BETA, GAMMA)
"""One on each wire."""


@pytest.fixture
async def provider(site: str, resources: Resources) -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        for model in MODELS:
            provider.script(model, Script(answering_model=OTHER))
        await offer(resources, provider, yaml=models_on_every_wire(provider))
        yield provider


async def ask_all(resources: Resources) -> None:
    calls = resources.get(ModelCalls)
    for model_id in MODELS:
        async with resources.get(Database).unit() as session:
            model = await get_offered(session, model_id=model_id)
        await calls.ask(model, [Message.user("Hello?")], context=CallContext(purpose="test"))
    await calls.flush()


async def list_answered_by(clients: ClientFactory) -> dict[str, str | None]:
    listed = (await (await clients.admin()).get("/api/admin/models")).json()["models"]
    assert all((model["answered_by"] is None) is (model["answered_by_at"] is None) for model in listed)
    return {model["model_id"]: model["answered_by"] for model in listed if model["model_id"] in MODELS}


async def list_warnings(resources: Resources) -> list[str]:
    return [found.sentence for found in await examine_models(resources) if found.level is Level.WARNING]


async def read_ledger(database: Database) -> list[Any]:
    async with database.unit() as session:
        query = text("SELECT caller, answering_model FROM model_calls WHERE purpose = 'battle'")
        return list(await session.execute(query))


@pytest.mark.usefixtures("provider")
async def test_h23_admins_see_which_model_answered_instead(resources: Resources, clients: ClientFactory) -> None:
    await ask_all(resources)
    assert await list_answered_by(clients) == dict.fromkeys(MODELS, OTHER)
    warnings = await list_warnings(resources)
    assert sum(f"asked for {model}, the server answered with {OTHER}" in "".join(warnings) for model in MODELS) == 3


async def test_h23_other_names_of_the_same_model_are_no_alarm(
    provider: ScriptedProvider, resources: Resources, clients: ClientFactory
) -> None:
    aliases = (f"{ALPHA}-2026-01-15", f"Vendor/{BETA.upper()}", f"models/{GAMMA}-001")
    for model, alias in zip(MODELS, aliases, strict=True):
        provider.script(model, Script(answering_model=alias))
    await ask_all(resources)
    assert await list_answered_by(clients) == dict.fromkeys(MODELS)
    assert await list_warnings(resources) == []


async def test_h23_the_name_is_made_safe(
    provider: ScriptedProvider, resources: Resources, clients: ClientFactory
) -> None:
    for model in MODELS:
        provider.script(model, Script(answering_model="other\x00\u202e\nmodel" + "x" * 1000))
    await ask_all(resources)
    for name in (await list_answered_by(clients)).values():
        assert name is not None
        assert name.isprintable()
        assert name.startswith("other model")
        assert len(name) <= 300


@pytest.mark.usefixtures("provider")
async def test_h24_nobody_who_votes_sees_which_model_answered(
    site: str, resources: Resources, database: Database
) -> None:
    client = RawClient(site)
    battle = await client.battle()
    await ask_everything(client, battle)
    assert OTHER.encode() not in client.heard
    assert (await client.vote(battle.battle_id)).status == 200
    await ask_everything_after(client, battle.battle_id)
    assert OTHER.encode() not in client.heard
    await resources.get(ModelCalls).flush()
    calls = await read_ledger(database)
    assert {call.answering_model for call in calls} == {OTHER}, "it was recorded"
    async with database.unit() as session:
        exported = [record async for record in export_calls(session, calls[0].caller)]
    assert exported
    assert OTHER not in str(exported)


async def ask_everything_after(client: RawClient, battle_id: str) -> None:
    for path in (f"/api/battles/{battle_id}", "/api/models", *(f"/api/models/{model}" for model in MODELS)):
        assert (await client.ask("GET", path)).status == 200

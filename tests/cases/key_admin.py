"""A site with a stored provider key, and everything that could reveal it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import psycopg
import pytest
from psycopg import sql
from pydantic import SecretStr
from tests.clients import AccountClient, ClientFactory

from llmbattler.catalog.calls.flow import CallContext, ModelCalls
from llmbattler.catalog.service import get_offered
from llmbattler.connectors.contract import Message
from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.process import open_resources, open_server_resources
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.web.shutdown import Shutdown
from llmbattler.server.app import create_app
from llmbattler.testing import Script, ScriptedProvider

CANARY = "sk-canary-7f3a9c51e8d24b60-TAIL"
MEMBERS = "sk-canary-0badc0ffee123456-MINE"
MASTER = "6d61737465722d6b65792d666f722d74657374732d30303031"
OTHER_MASTER = "b1c2d3e4f5061728394a5b6c7d8e9f00112233445566778899"
PARTS = ("sk-canary", "7f3a9c51e8d24b60", "0badc0ffee123456")


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"master_key": SecretStr(MASTER)})


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        for name in ("alpha", "beta"):
            provider.script(name, Script(text=f"Says {name}."))
        yield provider


@pytest.fixture
async def sink() -> AsyncIterator[ScriptedProvider]:
    """A server of an attacker."""
    async with ScriptedProvider(default=Script()) as sink:
        yield sink


@pytest.fixture
async def admin(clients: ClientFactory) -> AccountClient:
    return await clients.admin()


async def add_provider(admin: AccountClient, provider: ScriptedProvider, **more: Any) -> dict[str, Any]:
    body = {"provider_id": "house", "name": "House", "base_url": provider.openai_url, "key": CANARY, **more}
    answer = await admin.post("/api/admin/providers", json=body)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def add_models(admin: AccountClient, *names: str, provider_id: str = "house") -> None:
    for name in names:
        answer = await admin.post("/api/admin/models", json={"model_id": name, "provider_id": provider_id})
        assert answer.status_code == 201, answer.text


async def ask(resources: Resources, model_id: str = "alpha", **context: Any) -> None:
    """Call a model as the arena does, so that its failure is logged and stored."""
    calls = resources.get(ModelCalls)
    async with resources.get(Database).unit() as session:
        model = await get_offered(session, model_id=model_id)
    try:
        async for _ in calls.stream(
            model, [Message.user("Hi")], context=CallContext(**{"purpose": "battle", **context})
        ):
            pass
    finally:
        await calls.flush()


def dump_tables(address: DatabaseAddress) -> str:
    """Every row of every table, as text."""
    with psycopg.connect(address.url) as connection:
        names = connection.execute(
            "SELECT schemaname, tablename FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')"
        ).fetchall()
        return "\n".join(
            str(row)
            for schema, name in names
            for row in connection.execute(sql.SQL("SELECT t::text FROM {} t").format(sql.Identifier(schema, name)))
        )


def assert_clean(text: str, where: str) -> None:
    for part in PARTS:
        assert part not in text, f"{part} in {where}"
        assert part.encode().hex() not in text, f"{part} as hex in {where}"


@asynccontextmanager
async def opened(settings: Settings, address: DatabaseAddress) -> AsyncIterator[tuple[Resources, ClientFactory]]:
    """Another process of the same site, with other settings."""
    async with open_resources(settings, address) as resources:
        resources.add(Shutdown, Shutdown())
        clients = ClientFactory(create_app(settings, resources), resources.get(Database))
        async with open_server_resources(resources), clients:
            yield resources, clients

"""Admins at the admin area of a site with one provider."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from pydantic import SecretStr
from tests.clients import AccountClient, ClientFactory

from llmbattler.core.settings import Settings
from llmbattler.testing import Script, ScriptedProvider

MASTER = "6d61737465722d6b65792d666f722d74657374732d30303031"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"master_key": SecretStr(MASTER)})


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider(api_key="the-house-key-1") as provider:
        for name in ("alpha", "beta", "gamma"):
            provider.script(name, Script(text=f"Says {name}."))
        yield provider


@pytest.fixture
async def admin(clients: ClientFactory, provider: ScriptedProvider) -> AccountClient:
    admin = await clients.admin()
    body = {"provider_id": "house", "name": "House", "base_url": provider.openai_url, "key": "the-house-key-1"}
    assert (await admin.post("/api/admin/providers", json=body)).status_code == 201
    return admin


async def models(admin: AccountClient) -> dict[str, dict[str, Any]]:
    return {one["model_id"]: one for one in (await admin.get("/api/admin/models")).json()["models"]}

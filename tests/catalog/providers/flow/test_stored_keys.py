import time

import pytest
from tests.clients import AccountClient

from llmbattler.catalog.errors import KeyOutOfReach
from llmbattler.catalog.providers.flow.stored_keys import StoredKeys
from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.vault import Vault
from llmbattler.testing import ScriptedProvider


async def test_without_a_database_the_call_fails(settings: Settings, resources: Resources) -> None:
    away = Database(DatabaseAddress.parse("postgresql://127.0.0.1:1/nothing"), settings)
    with pytest.raises(KeyOutOfReach):
        await StoredKeys(away, resources.get(Vault)).find("house", "https://api.example.com/v1")
    assert await StoredKeys(away, resources.get(Vault)).find(None, "https://api.example.com/v1") is None
    await away.close()


async def test_a_cached_key_is_read_again_when_it_is_too_old(
    admin: AccountClient, resources: Resources, provider: ScriptedProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = StoredKeys(resources.get(Database), resources.get(Vault))
    assert await stored.find("house", provider.openai_url, max_age=2.0) == "the-house-key-1"
    await admin.put("/api/admin/providers/house/key", json={"key": "the-house-key-2"})
    assert await stored.find("house", provider.openai_url, max_age=2.0) == "the-house-key-1"
    assert await stored.find("house", provider.openai_url) == "the-house-key-2"
    later = time.monotonic() + 3.0
    monkeypatch.setattr("llmbattler.catalog.providers.flow.stored_keys.time.monotonic", lambda: later)
    assert await stored.find("house", provider.openai_url, max_age=2.0) == "the-house-key-2"

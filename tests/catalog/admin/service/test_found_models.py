import pytest
from tests.catalog.admin.conftest import models
from tests.catalog.admin.service.test_changes import drawable
from tests.clients import AccountClient

from llmbattler.catalog.discovery.flow import refresh_catalog
from llmbattler.connectors.calls import Caller
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.testing import Script, ScriptedProvider


async def test_found_models_wait_to_be_accepted(
    admin: AccountClient, resources: Resources, database: Database, provider: ScriptedProvider
) -> None:
    looked = (await admin.post("/api/admin/discovery")).json()
    assert sorted(looked["waiting"]) == ["house-alpha", "house-beta", "house-gamma"]
    assert not {one for one in await drawable(database) if one.startswith("house")}
    assert "house-alpha" not in (await admin.get("/api/models")).text
    assert (await admin.post("/api/admin/found-models/house-gamma/ignore")).status_code == 204
    accepted = await admin.post("/api/admin/found-models/house-alpha/accept")
    assert accepted.json()["provider_id"] == "house"
    assert {one for one in await drawable(database) if one.startswith("house")} == {"house-alpha"}
    found = {one["model_id"]: one["ignored"] for one in (await admin.get("/api/admin/found-models")).json()["models"]}
    assert found == {"house-beta": False, "house-gamma": True}
    assert (await admin.post("/api/admin/discovery")).json()["waiting"] == []
    assert (await admin.post("/api/admin/found-models/house-alpha/accept")).status_code == 404
    assert (await admin.post("/api/admin/models/house-alpha/test")).json()["result"] == "ok"


async def test_many_found_models_are_accepted_at_once_or_not_at_all(
    admin: AccountClient, database: Database, provider: ScriptedProvider
) -> None:
    for number in range(120):
        provider.script(f"m-{number}", Script())
    await admin.post("/api/admin/discovery")
    ids = [one["model_id"] for one in (await admin.get("/api/admin/found-models")).json()["models"]]
    assert len(ids) == 123
    refused = await admin.post("/api/admin/found-models/accept", json={"models": [*ids, "house-none"]})
    assert (refused.status_code, refused.json()["detail"]) == (404, "house-none")
    assert not {one for one in await drawable(database) if one.startswith("house")}
    accepted = await admin.post("/api/admin/found-models/accept", json={"models": [*ids, ids[0]]})
    assert accepted.json()["accepted"] == ids
    assert len({one for one in await drawable(database) if one.startswith("house")}) == 123
    assert (await admin.get("/api/admin/found-models")).json()["models"] == []
    assert (await admin.post("/api/admin/found-models/accept", json={"models": []})).status_code == 422


async def test_the_newest_found_models_come_first(admin: AccountClient, provider: ScriptedProvider) -> None:
    provider.script("gpt-9", Script())
    await admin.post("/api/admin/discovery")
    listed = (await admin.get("/api/admin/found-models")).json()["models"]
    assert [one["model"] for one in listed] == ["gpt-9", "alpha", "beta", "gamma"]  # of one date: by version
    assert all(one["released_at"] for one in listed)


async def test_the_built_in_models_are_paused_once_there_are_two_others(
    admin: AccountClient, database: Database
) -> None:
    built_in = {name for name in await drawable(database) if name.startswith("smollm2")}
    await admin.post("/api/admin/discovery")
    await admin.post("/api/admin/found-models/accept", json={"models": ["house-alpha"]})
    assert built_in <= await drawable(database)
    await admin.post("/api/admin/found-models/accept", json={"models": ["house-beta"]})
    assert not built_in & await drawable(database)


async def test_a_found_model_is_accepted_where_its_provider_is_by_now(
    admin: AccountClient, provider: ScriptedProvider
) -> None:
    await admin.post("/api/admin/discovery")
    async with ScriptedProvider(api_key="the-house-key-2") as elsewhere:
        elsewhere.script("alpha", Script())
        moved = {"base_url": elsewhere.openai_url, "key": "the-house-key-2"}
        assert (await admin.patch("/api/admin/providers/house", json=moved)).status_code == 200
        accepted = (await admin.post("/api/admin/found-models/house-alpha/accept")).json()
        assert accepted["base_url"] == elsewhere.openai_url
        assert (await admin.post("/api/admin/models/house-alpha/test")).json()["result"] == "ok"


@pytest.mark.parametrize("ask", [True, False])
async def test_discovery_puts_models_online_only_where_nobody_has_to_be_asked(
    ask: bool, admin: AccountClient, resources: Resources, database: Database
) -> None:
    async with ScriptedProvider() as local:
        for name in ("one", "two"):
            local.script(name, Script())
        update = {"discovery": True, "ollama_base_url": local.openai_url, "discovery_ask": ask}
        nowhere = dict.fromkeys(("lm_studio_base_url", "vllm_base_url", "llama_cpp_base_url"), "")
        settings = resources.get(Settings).model_copy(update={**update, **nowhere})
        report = await refresh_catalog(database, resources.get(Caller), settings, starting=True)
        found = {"ollama-one", "ollama-two"}
        if not ask:
            assert found <= await drawable(database)
            return
        assert set(report.changes.waiting) >= found
        assert not found & await drawable(database)
        await admin.post("/api/admin/found-models/ollama-one/accept")
        await admin.post("/api/admin/found-models/ollama-two/ignore")
        again = await refresh_catalog(
            database, resources.get(Caller), settings.model_copy(update={"discovery_ask": False}), starting=True
        )
        assert "ollama-two" not in again.changes.added
        assert (await models(admin))["ollama-one"]["source"] == "discovered"

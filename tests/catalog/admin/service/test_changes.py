from typing import Any

from tests.catalog.admin.conftest import models
from tests.clients import AccountClient, ClientFactory

from llmbattler.catalog import service as catalog
from llmbattler.catalog.calls.flow import CallContext, ModelCalls
from llmbattler.catalog.discovery.flow import refresh_catalog
from llmbattler.connectors.calls import Caller
from llmbattler.connectors.contract import Message
from llmbattler.core.db import Database
from llmbattler.core.live import Changed, LiveHub
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.testing import Script, ScriptedProvider


async def add(admin: AccountClient, model_id: str = "alpha", **more: Any) -> dict[str, Any]:
    answer = await admin.post("/api/admin/models", json={"model_id": model_id, "provider_id": "house", **more})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def sync(resources: Resources, yaml: str | None = None) -> None:
    settings = resources.get(Settings)
    if yaml is not None:
        (settings.data_dir / "models.yaml").write_text(yaml)
    await refresh_catalog(resources.get(Database), resources.get(Caller), settings, starting=True)


async def drawable(database: Database) -> set[str]:
    async with database.unit() as session:
        return {model.model_id for model in await catalog.list_drawable(session)}


async def test_a_model_is_added_called_and_survives_every_synchronization(
    admin: AccountClient, provider: ScriptedProvider, resources: Resources
) -> None:
    added = await add(admin, params={"temperature": 0.5}, system_prompt="Be kind.", weight=2, abilities=["vision"])
    assert added["base_url"] == provider.openai_url
    assert added["source"] == "manual"
    verdict = (await admin.post("/api/admin/models/alpha/test")).json()
    assert verdict["result"] == "ok"
    assert "Says alpha" not in str(verdict)
    (request,) = provider.requests
    assert request.api_key == "the-house-key-1"
    assert request.body["temperature"] == 0.5
    before = (await models(admin))["alpha"]
    for yaml in ("models: []", f"models: [{{id: alpha, base_url: '{provider.url}', name: Other}}]"):
        await sync(resources, yaml)
        assert (await models(admin))["alpha"] == before


async def test_ids_are_never_used_twice(admin: AccountClient) -> None:
    await add(admin)
    for again in ("alpha", "ALPHA"):
        answer = await admin.post("/api/admin/models", json={"model_id": again, "provider_id": "house"})
        assert answer.status_code == 409
    missing = await admin.post("/api/admin/models", json={"model_id": "x", "provider_id": "nobody"})
    assert missing.status_code == 404


async def test_what_an_admin_sets_stays_against_the_file(
    admin: AccountClient, provider: ScriptedProvider, resources: Resources
) -> None:
    yaml = f"models: [{{id: beta, base_url: '{provider.openai_url}', name: From file, license: MIT}}]"
    await sync(resources, yaml)
    await admin.patch("/api/admin/models/beta", json={"name": "From admin", "prices": {"input": 1, "output": 2}})
    await admin.put("/api/admin/models/beta/weight", json={"weight": 3})
    await admin.post("/api/admin/models/beta/pause", json={"note": "too slow"})
    await sync(resources, yaml.replace("MIT", "Apache-2.0"))
    row = (await models(admin))["beta"]
    assert (row["model_name"], row["weight"], row["status"], row["note"]) == ("From admin", 3, "paused", "too slow")
    assert row["price"]["output_per_million"] == 2
    assert row["license"] == "Apache-2.0"
    assert {"name", "weight", "status"} <= set(row["held"])
    await admin.post("/api/admin/models/beta/resume")
    await sync(resources, yaml.replace("license", "status: paused, license"))
    assert (await models(admin))["beta"]["status"] == "active"
    await admin.post("/api/admin/models/beta/release")
    await sync(resources)
    row = (await models(admin))["beta"]
    assert (row["model_name"], row["weight"], row["status"], row["held"]) == ("From file", 1, "paused", [])
    await admin.post("/api/admin/models/beta/resume")
    await sync(resources, "models: []")
    assert (await models(admin))["beta"]["status"] == "retired"


async def test_pausing_holds_at_once_everywhere_and_is_told_live(
    admin: AccountClient, database: Database, resources: Resources
) -> None:
    """Every replica asks the database for what may be drawn, so another connection sees it with the commit."""
    await add(admin)
    await add(admin, "beta")
    assert await drawable(database) == {"alpha", "beta"}
    with resources.get(LiveHub).subscribe("admin", "models") as news:
        await admin.post("/api/admin/models/alpha/pause", json={})
        assert await drawable(database) == {"beta"}
        heard = {await news.next(), await news.next()}
    assert heard == {Changed("admin", "alpha"), Changed("models", "alpha")}
    await admin.post("/api/admin/models/alpha/resume")
    assert await drawable(database) == {"alpha", "beta"}
    retired = (await admin.post("/api/admin/models/alpha/retire", json={"note": "old"})).json()
    assert retired["retired_at"] is not None
    assert await drawable(database) == {"beta"}
    assert (await admin.get("/api/models/alpha")).json()["status"] == "retired"


async def test_a_model_that_answered_is_not_turned_into_another(
    admin: AccountClient, provider: ScriptedProvider, resources: Resources
) -> None:
    await add(admin)
    assert (await admin.patch("/api/admin/models/alpha", json={"model": "beta"})).json()["model"] == "beta"
    async with resources.get(Database).unit() as session:
        model = await catalog.get_offered(session, model_id="alpha")
    calls = resources.get(ModelCalls)
    async for _ in calls.stream(model, [Message.user("Hi")], context=CallContext(purpose="battle")):
        pass
    await calls.flush()
    assert (await admin.patch("/api/admin/models/alpha", json={"model": "gamma"})).status_code == 409
    assert (await admin.patch("/api/admin/models/alpha", json={"model": "beta", "name": "B"})).status_code == 200
    await sync(resources, f"models: [{{id: filed, base_url: '{provider.openai_url}'}}]")
    assert (await admin.patch("/api/admin/models/filed", json={"model": "gamma"})).status_code == 409


async def test_a_provider_moves_its_models_and_stays_while_they_live(
    admin: AccountClient, provider: ScriptedProvider, clients: ClientFactory
) -> None:
    await add(admin)
    moved = {"base_url": provider.url + "/v1/other", "connector": "anthropic"}
    assert (await admin.patch("/api/admin/providers/house", json=moved)).json()["models"] == 1
    row = (await models(admin))["alpha"]
    assert (row["base_url"], row["connector"]) == (provider.url + "/v1/other", "anthropic")
    assert (await admin.delete("/api/admin/providers/house")).status_code == 409
    await admin.post("/api/admin/models/alpha/retire", json={})
    assert (await admin.delete("/api/admin/providers/house")).status_code == 204
    row = (await models(admin))["alpha"]
    assert (row["status"], row["provider_id"]) == ("retired", None)
    assert (await admin.post("/api/admin/models/alpha/resume")).status_code == 404


async def test_a_model_of_the_admin_retires_what_discovery_found_of_it(
    admin: AccountClient, resources: Resources, database: Database
) -> None:
    """Otherwise both are drawn, and a model meets itself."""
    async with ScriptedProvider() as local:
        for name in ("one", "two"):
            local.script(name, Script())
        nowhere = dict.fromkeys(("lm_studio_base_url", "vllm_base_url", "llama_cpp_base_url"), "")
        update = {"discovery": True, "ollama_base_url": local.openai_url, "discovery_ask": False, **nowhere}
        settings = resources.get(Settings).model_copy(update=update)
        await refresh_catalog(database, resources.get(Caller), settings, starting=True)
        await admin.post(
            "/api/admin/providers", json={"provider_id": "mine", "name": "M", "base_url": local.openai_url}
        )
        await add(admin, "my-one", provider_id="mine", model="one")
        shown = await models(admin)
        assert (shown["ollama-one"]["status"], shown["ollama-two"]["status"]) == ("retired", "active")
        assert {"my-one", "ollama-two"} <= await drawable(database)
        (entry,) = (await admin.get("/api/admin/audit", params={"subject": "ollama-one"})).json()["entries"]
        assert (entry["action"], entry["after"]["same_as"]) == ("model.retired", "my-one")
        await refresh_catalog(database, resources.get(Caller), settings, starting=True)
        assert (await models(admin))["ollama-one"]["status"] == "retired"
        await admin.post("/api/admin/models/my-one/retire", json={})
        await admin.post("/api/admin/models/ollama-one/resume")
        await refresh_catalog(database, resources.get(Caller), settings, starting=True)
        assert (await models(admin))["ollama-one"]["status"] == "active"

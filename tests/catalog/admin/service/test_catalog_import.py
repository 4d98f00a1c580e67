import asyncio

import yaml
from sqlalchemy import text as sql
from tests.catalog.admin.conftest import models
from tests.clients import AccountClient
from tests.polling import wait_for_lock_conflict

from llmbattler.catalog.admin.service.catalog_export import write_catalog
from llmbattler.catalog.discovery.flow import refresh_catalog
from llmbattler.catalog.models_file import parse_models, to_offer
from llmbattler.catalog.repository import lock_catalog
from llmbattler.connectors.calls import Caller
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.testing import ScriptedProvider

FULL = """
models:
  - id: full
    name: 'A "full" name: with signs'
    model: org/full:latest
    base_url: http://127.0.0.1:8000/v1
    api_key_env: FULL_KEY
    organization: Ünïcode
    license: MIT
    description: "Two\\nlines"
    status: paused
    prices: {input: 0.25, output: 1.5}
    context_length: 4096
    abilities: [vision, tools]
    params: {temperature: 0.5, stop: [END], extra: {top_k: 40}}
    system_prompt: Be brief.
    weight: 0.5
    place: cloud
  - id: plain
"""


async def send(admin: AccountClient, content: str, *, dry_run: bool = True) -> dict[str, list[object]]:
    answer = await admin.post("/api/admin/catalog-file", json={"content": content, "dry_run": dry_run})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_what_is_exported_reads_the_same() -> None:
    offers = [to_offer(entry, {"FULL_KEY": "x"}) for entry in parse_models(FULL.encode(), connectors=["openai"])]
    written = write_catalog(offers)
    again = [to_offer(entry, {"FULL_KEY": "x"}) for entry in parse_models(written.encode(), connectors=["openai"])]
    assert again == offers


async def test_a_trial_says_what_would_change_and_changes_nothing(
    admin: AccountClient, provider: ScriptedProvider
) -> None:
    await admin.post("/api/admin/models", json={"model_id": "alpha", "provider_id": "house", "name": "Old"})
    text = yaml.safe_dump(
        {
            "models": [
                {"id": "alpha", "name": "New", "weight": 2.0, "system_prompt": "Hidden."},
                {"id": "beta", "provider": "house"},
                {"id": "gamma", "base_url": "http://127.0.0.1:9/v1"},
            ]
        }
    )
    before = await models(admin)
    told = await send(admin, text)
    assert told["added"] == ["beta", "gamma"]
    assert told["providers_added"] == ["127.0.0.1"]
    (change,) = told["changed"]
    assert change == {
        "model_id": "alpha",
        "before": {"name": "Old", "weight": 1.0, "system_prompt": "not shown"},
        "after": {"name": "New", "weight": 2.0, "system_prompt": "not shown"},
    }
    assert await models(admin) == before
    assert len((await admin.get("/api/admin/providers")).json()["providers"]) == 1

    done = await send(admin, text, dry_run=False)
    assert {**done, "dry_run": True} == told
    after = await models(admin)
    assert after["alpha"]["model_name"] == "New"
    assert after["beta"]["base_url"] == provider.openai_url
    assert after["gamma"]["provider_id"] == "127.0.0.1"
    assert (await send(admin, text))["unchanged"] == ["alpha", "beta", "gamma"]


async def test_one_problem_stops_the_whole_import(admin: AccountClient) -> None:
    text = yaml.safe_dump(
        {
            "models": [
                {"id": "good", "provider": "house"},
                {"id": "lost", "provider": "nowhere"},
                {"id": "inside", "connector": "embedded", "base_url": "/etc/passwd"},
                {"id": "evil", "base_url": "http://169.254.169.254/v1"},
            ]
        }
    )
    told = await send(admin, text)
    assert [str(one).partition(":")[0] for one in told["problems"]] == ["lost", "inside", "evil"]
    refused = await admin.post("/api/admin/catalog-file", json={"content": text, "dry_run": False})
    assert refused.status_code == 422
    assert "nowhere" not in await models(admin)
    assert "good" not in await models(admin)


async def test_an_id_does_not_become_another_model(admin: AccountClient, resources: Resources) -> None:
    settings = resources.get(Settings)
    (settings.data_dir / "models.yaml").write_text("models: [{id: filed, base_url: 'http://127.0.0.1:9/v1', model: m}]")
    await refresh_catalog(resources.get(Database), resources.get(Caller), settings, starting=True)
    for entry in (
        {"model": "other"},
        {"model": "m", "base_url": "http://127.0.0.1:8/v1"},
        {"model": "m", "api_key_env": "K"},
    ):
        told = await send(admin, yaml.safe_dump({"models": [{"id": "filed", **entry}]}))
        assert "another model" in str(told["problems"])
    told = await send(
        admin, yaml.safe_dump({"models": [{"id": "filed", "model": "m", "status": "paused"}]}), dry_run=False
    )
    assert told["changed"]
    row = (await models(admin))["filed"]
    assert row["status"] == "paused"
    assert "status" in row["held"]


async def test_a_bad_text_is_a_sentence_with_the_line(admin: AccountClient) -> None:
    for text, words in (("models: [", "line 2"), ("models: [{name: x}]", "models[0].id"), ("- x", "models.yaml")):
        answer = await admin.post("/api/admin/catalog-file", json={"content": text})
        assert answer.status_code == 422
        assert words in answer.json()["detail"]


async def test_a_file_may_name_a_provider_of_the_admin(
    admin: AccountClient, resources: Resources, provider: ScriptedProvider
) -> None:
    settings = resources.get(Settings)
    (settings.data_dir / "models.yaml").write_text("models: [{id: alpha, provider: house}, {id: beta, provider: gone}]")
    report = await refresh_catalog(resources.get(Database), resources.get(Caller), settings, starting=True)
    assert report.warnings == ["beta is paused: This site has no provider gone."]
    rows = await models(admin)
    assert (rows["alpha"]["base_url"], rows["alpha"]["source"]) == (provider.openai_url, "file")
    assert (rows["beta"]["status"], rows["beta"]["note"]) == ("paused", "This site has no provider gone.")
    assert (await admin.post("/api/admin/models/alpha/test")).json()["result"] == "ok"


async def test_a_host_with_a_long_name_gets_a_provider_too(admin: AccountClient) -> None:
    host = f"{'a' * 60}.{'b' * 60}.example.org"
    told = await send(admin, yaml.safe_dump({"models": [{"id": "far", "base_url": f"https://{host}/v1"}]}))
    assert told["added"] == ["far"]
    assert told["problems"] == []


async def test_an_import_and_a_synchronization_do_not_wait_for_each_other(
    admin: AccountClient, database: Database
) -> None:
    await admin.post("/api/admin/models", json={"model_id": "alpha", "provider_id": "house"})
    text = yaml.safe_dump({"models": [{"id": "alpha", "name": "New"}, {"id": "beta", "provider": "house"}]})
    async with database.unit() as synchronizing:
        await lock_catalog(synchronizing)
        importing = asyncio.create_task(send(admin, text, dry_run=False))
        await wait_for_lock_conflict(database)
        await synchronizing.execute(sql("UPDATE models SET license = 'MIT' WHERE model_id = 'alpha'"))
    assert (await importing)["added"] == ["beta"]
    alpha = (await models(admin))["alpha"]
    assert (alpha["model_name"], alpha["license"]) == ("New", "MIT")

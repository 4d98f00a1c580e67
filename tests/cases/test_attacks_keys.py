"""Attacks on keys that are stored at the admin area (A31, A34, A44, A92 of shared/cases/ATTACKS.md)."""

import json
import logging
from collections.abc import Iterator

import psycopg
import pytest
from tests.cases.key_admin import (
    CANARY,
    MEMBERS,
    add_models,
    add_provider,
    admin,
    ask,
    assert_clean,
    dump_tables,
    opened,
    provider,
    settings,
    sink,
)
from tests.clients import AccountClient, ClientFactory

from llmbattler.catalog.errors import KeyUnreadable
from llmbattler.catalog.probes.flow import probe_health
from llmbattler.connectors.calls import Caller
from llmbattler.connectors.errors import ConnectorError
from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.testing import Script, ScriptedProvider

__all__ = ["admin", "provider", "settings", "sink"]


async def test_a31_admins_see_a_tail_and_nobody_else_sees_anything(
    clients: ClientFactory, admin: AccountClient, provider: ScriptedProvider
) -> None:
    await add_provider(admin, provider)
    await admin.post(
        "/api/admin/models",
        json={
            "model_id": "alpha",
            "provider_id": "house",
            "system_prompt": "Secret instruction.",
            "params": {"temperature": 0.125},
        },
    )
    (shown,) = (await admin.get("/api/admin/providers")).json()["providers"]
    assert shown["has_key"] is True
    assert shown["key_hint"] == "TAIL"
    assert shown["key_state"] == "ready"
    assert not {"key", "ciphertext", "nonce", "master_key_id"} & set(shown)
    for path in ("/api/admin/providers", "/api/admin/models", "/api/admin/catalog-file", "/api/admin/found-models"):
        body = (await admin.get(path)).text
        assert_clean(body, path)
        assert (await (await clients.moderator()).get(path)).status_code == 403
        assert (await (await clients.member()).get(path)).status_code == 403
        assert (await (await clients.visitor()).get(path)).status_code == 401
    for somebody in (await clients.visitor(), await clients.member(), await clients.moderator(), admin):
        for path in ("/api/models", "/api/models/alpha"):
            seen = (await somebody.get(path)).text
            assert_clean(seen, path)
            assert "Secret instruction." not in seen
            assert "0.125" not in seen
            assert provider.openai_url not in seen


async def test_a34_a_key_is_not_taken_to_another_address(
    admin: AccountClient, provider: ScriptedProvider, sink: ScriptedProvider, resources: Resources
) -> None:
    await add_provider(admin, provider)
    await add_models(admin, "alpha")
    for base_url in (sink.openai_url, sink.url, provider.openai_url.replace("http:", "https:")):
        for call in (
            admin.patch("/api/admin/providers/house", json={"base_url": base_url}),
            admin.post("/api/admin/providers/house/test", json={"base_url": base_url}),
        ):
            answer = await call
            assert answer.status_code == 422
            assert "Enter the key again" in answer.json()["title"]
    assert not sink.requests
    (shown,) = (await admin.get("/api/admin/providers")).json()["providers"]
    assert shown["base_url"] == provider.openai_url

    path_only = provider.url + "/v1/"
    assert (await admin.patch("/api/admin/providers/house", json={"base_url": path_only})).status_code == 200
    moved = await admin.patch(
        "/api/admin/providers/house", json={"base_url": sink.openai_url, "key": "another-key-1234"}
    )
    assert moved.status_code == 200
    await ask(resources)
    assert [request.api_key for request in sink.requests] == ["another-key-1234"]
    assert not provider.requests


async def test_a34_a_key_does_not_follow_a_row_that_was_changed_behind_our_back(
    admin: AccountClient,
    provider: ScriptedProvider,
    sink: ScriptedProvider,
    resources: Resources,
    address: DatabaseAddress,
) -> None:
    await add_provider(admin, provider)
    await add_models(admin, "alpha")
    with psycopg.connect(address.url) as connection:
        connection.execute("UPDATE models SET base_url = %s", [sink.openai_url])
        connection.execute("UPDATE providers SET base_url = %s", [sink.openai_url])
        connection.execute("UPDATE provider_keys SET origin = %s", [sink.url])
    with pytest.raises(KeyUnreadable):
        await ask(resources)
    verdict = (await admin.post("/api/admin/providers/house/test", json={})).json()
    assert verdict["result"] == "key_unreadable"
    assert not sink.requests


async def test_a34_a_models_key_comes_from_its_provider_only(
    admin: AccountClient, provider: ScriptedProvider, sink: ScriptedProvider
) -> None:
    """Neither a model nor an imported file can name a variable of the server's environment for an address."""
    await add_provider(admin, provider)
    for extra in ({"api_key_env": "PATH"}, {"base_url": sink.openai_url}, {"connector": "embedded"}):
        body = {"model_id": "alpha", "provider_id": "house", **extra}
        assert (await admin.post("/api/admin/models", json=body)).status_code == 422
    text = f"models: [{{id: thief, base_url: '{sink.openai_url}', api_key_env: OPENAI_API_KEY}}]"
    done = await admin.post("/api/admin/catalog-file", json={"content": text, "dry_run": False})
    assert done.status_code == 200
    assert "enter the key" in done.json()["warnings"][0]
    (model,) = [one for one in (await admin.get("/api/admin/models")).json()["models"] if one["model_id"] == "thief"]
    assert model["api_key_env"] is None


@pytest.fixture
def raw_logs(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """What is logged before anything is masked."""
    with caplog.at_level(logging.DEBUG):
        yield caplog


@pytest.mark.parametrize("wire", ["openai", "anthropic", "google"])
async def test_a44_an_echoed_key_is_found_nowhere(
    wire: str,
    clients: ClientFactory,
    admin: AccountClient,
    provider: ScriptedProvider,
    resources: Resources,
    address: DatabaseAddress,
    raw_logs: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    await add_provider(admin, provider, connector=wire, base_url=getattr(provider, f"{wire}_url"))
    await add_models(admin, "alpha", "beta")
    member = await clients.member()
    assert (await member.put("/api/me/keys/house", json={"key": MEMBERS})).status_code == 200
    echo = {"error": {"message": "Your key {api_key} is wrong", "type": "{api_key}", "code": "{api_key}"}}
    bodies: list[str] = []
    for status in (400, 401, 404, 429, 500):
        for body in (json.dumps(echo), "<html>{api_key}</html>", "{api_key}"):
            script = Script(
                status=status, body=body, headers={"X-Key": CANARY, "Location": f"http://{CANARY}/?key={CANARY}"}
            )
            provider.script("alpha", script)
            provider.script("beta", script)
            for context in ({}, {"purpose": "direct", "caller": member.account_id}):
                try:
                    await ask(resources, **context)
                except ConnectorError as error:
                    bodies.append(f"{error!r} {error} {error.detail}")
            bodies.append((await admin.post("/api/admin/models/alpha/test")).text)
    stream = await member.post("/api/sessions", json={"prompt": "Hi"}, headers={"Accept": "text/event-stream"})
    bodies.append(stream.text)
    await probe_health(resources.get(Database), resources.get(Caller), resources.get(Settings))
    for path in (
        "/api/admin/providers",
        "/api/admin/models",
        "/api/admin/catalog-file",
        "/api/admin/found-models",
        "/metrics",
        "/api/models",
        "/api/me/keys",
        "/api/admin/audit",
    ):
        bodies.append((await admin.get(path)).text)
        bodies.append((await member.get(path)).text)
    wrong = (
        await admin.put("/api/admin/providers/house/key", json={"key": f"{CANARY} with a space"}),
        await admin.put("/api/admin/providers/house/key", json={"key": {"nested": CANARY}}),
        await admin.put("/api/admin/providers/house/key", json={"key": CANARY, CANARY: 1}),
    )
    assert [answer.status_code for answer in wrong] == [422, 422, 422]
    bodies.extend(answer.text for answer in wrong[:2])
    assert {request.api_key for request in provider.requests} == {CANARY, MEMBERS}
    assert_clean("\n".join(bodies), "answers and errors")
    assert_clean(dump_tables(address), "tables")
    printed = capsys.readouterr()
    assert "/api/admin/providers" in printed.out
    assert_clean(raw_logs.text + printed.out + printed.err, "logs")


async def test_a92_every_change_of_providers_and_models_is_one_row_without_secrets(
    admin: AccountClient, provider: ScriptedProvider, address: DatabaseAddress
) -> None:
    await add_provider(admin, provider)
    await add_models(admin, "alpha")
    for method, path, body in (
        ("PATCH", "/api/admin/providers/house", {"name": "Our house"}),
        ("PUT", "/api/admin/providers/house/key", {"key": CANARY + "2"}),
        ("PATCH", "/api/admin/models/alpha", {"system_prompt": "Hidden words.", "name": "The alpha"}),
        ("PUT", "/api/admin/models/alpha/weight", {"weight": 2.5}),
        ("POST", "/api/admin/models/alpha/pause", {"note": "for a test"}),
        ("POST", "/api/admin/models/alpha/resume", None),
        ("POST", "/api/admin/models/alpha/retire", {}),
        ("DELETE", "/api/admin/providers/house/key", None),
        ("DELETE", "/api/admin/providers/house", None),
    ):
        answer = await admin.request(method, path, json=body)
        assert answer.is_success, (path, answer.text)
    with psycopg.connect(address.url) as connection:
        rows = connection.execute(
            'SELECT actor, action, subject, before, after FROM audit_log ORDER BY "at"'
        ).fetchall()
        assert [row[1] for row in rows] == [
            "provider.added",
            "model.added",
            "provider.changed",
            "key.set",
            "model.changed",
            "model.weighed",
            "model.paused",
            "model.resumed",
            "model.retired",
            "key.removed",
            "provider.removed",
        ]
        assert {row[0] for row in rows} == {admin.account_id}
        assert rows[2][3:] == ({"name": "House"}, {"name": "Our house"})
        assert rows[5][3:] == ({"weight": 1.0}, {"weight": 2.5})
        assert_clean(str(rows), "the audit log")
        assert "Hidden words." not in str(rows)
        with pytest.raises(psycopg.Error):
            connection.execute("UPDATE audit_log SET actor = 'nobody'")


async def test_members_use_keys_of_their_own_for_their_own_runs_and_never_in_blind_battles(
    clients: ClientFactory, admin: AccountClient, provider: ScriptedProvider, resources: Resources
) -> None:
    await add_provider(admin, provider)
    await add_models(admin, "alpha")
    member, other = await clients.member(), await clients.member()
    assert (await (await clients.visitor()).get("/api/me/keys")).status_code == 401
    stored = await member.put("/api/me/keys/house", json={"key": MEMBERS})
    assert stored.json()["key_hint"] == "MINE"
    assert (await other.get("/api/me/keys")).json()["keys"][0]["has_key"] is False
    for purpose in ("side_by_side", "direct", "run"):
        await ask(resources, purpose=purpose, caller=member.account_id)
        await ask(resources, purpose=purpose, caller=other.account_id)
    for purpose in ("battle", "judge", "probe"):
        await ask(resources, purpose=purpose, caller=member.account_id)
    assert [request.api_key for request in provider.requests] == [MEMBERS, CANARY] * 3 + [CANARY] * 3
    assert (await other.delete("/api/me/keys/house")).status_code == 404
    assert (await member.delete("/api/me/keys/house")).status_code == 204
    await admin.patch("/api/admin/providers/house", json={"own_keys": False})
    assert (await member.put("/api/me/keys/house", json={"key": MEMBERS})).status_code == 403


async def test_sessions_of_members_are_paid_by_the_right_key(
    clients: ClientFactory, admin: AccountClient, provider: ScriptedProvider
) -> None:
    await add_provider(admin, provider)
    await add_models(admin, "alpha", "beta")
    member = await clients.member()
    await member.put("/api/me/keys/house", json={"key": MEMBERS})
    for wanted, key in (({"mode": "side_by_side", "models": ["alpha", "beta"]}, MEMBERS), ({}, CANARY)):
        provider.requests.clear()
        answer = await member.post("/api/sessions", json={"prompt": "Hi", **wanted})
        assert answer.status_code == 201, answer.text
        assert [request.api_key for request in provider.requests] == [key, key]


async def test_a_paused_model_is_in_no_new_battle_on_any_replica(
    settings: Settings, address: DatabaseAddress, admin: AccountClient, provider: ScriptedProvider
) -> None:
    await add_provider(admin, provider)
    await add_models(admin, "alpha", "beta", "gamma")
    provider.script("gamma", Script(text="Says gamma."))
    async with opened(settings, address) as (_, elsewhere):
        visitor = await elsewhere.visitor()
        for _ in range(2):
            assert (await visitor.post("/api/sessions", json={"prompt": "Hi"})).status_code == 201
        await admin.post("/api/admin/models/alpha/pause", json={})
        provider.requests.clear()
        for _ in range(6):
            assert (await visitor.post("/api/sessions", json={"prompt": "Hi"})).status_code == 201
    assert {request.model for request in provider.requests} == {"beta", "gamma"}

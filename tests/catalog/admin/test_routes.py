from contextlib import AbstractAsyncContextManager

import pytest
import yaml
from tests.catalog.admin.service.test_changes import add
from tests.clients import AccountClient, ClientFactory

from llmbattler.core.db import Database, Session


async def test_each_route_is_for_admins(clients: ClientFactory, admin: AccountClient) -> None:
    await add(admin)
    visitor, member, moderator = await clients.visitor(), await clients.member(), await clients.moderator()
    for method, path, body in (
        ("GET", "/api/admin/models", None),
        ("POST", "/api/admin/models", {"model_id": "beta", "provider_id": "house"}),
        ("PATCH", "/api/admin/models/alpha", {"name": "Other"}),
        ("POST", "/api/admin/models/alpha/pause", {}),
        ("POST", "/api/admin/models/alpha/resume", None),
        ("POST", "/api/admin/models/alpha/retire", {}),
        ("PUT", "/api/admin/models/alpha/weight", {"weight": 2}),
        ("POST", "/api/admin/models/alpha/release", None),
        ("POST", "/api/admin/models/alpha/test", None),
        ("GET", "/api/admin/catalog-file", None),
        ("POST", "/api/admin/catalog-file", {"content": "models: []"}),
        ("GET", "/api/admin/found-models", None),
        ("POST", "/api/admin/discovery", None),
    ):
        for somebody, status in ((visitor, 401), (member, 403), (moderator, 403)):
            answer = await somebody.request(method, path, json=body)
            assert answer.status_code == status, (method, path, answer.text)
    (kept,) = (await admin.get("/api/admin/models")).json()["models"]
    assert (kept["model_id"], kept["model_name"], kept["status"], kept["weight"]) == ("alpha", "alpha", "active", 1)


async def test_the_export_is_a_file_without_keys(admin: AccountClient) -> None:
    await add(admin, weight=2)
    answer = await admin.get("/api/admin/catalog-file")
    assert answer.headers["content-type"] == "application/yaml"
    assert answer.headers["content-disposition"] == 'attachment; filename="models.yaml"'
    (entry,) = yaml.safe_load(answer.text)["models"]
    assert (entry["id"], entry["provider"], entry["weight"]) == ("alpha", "house", 2)
    assert "the-house-key" not in answer.text


async def test_an_unknown_model_is_not_found(admin: AccountClient) -> None:
    assert (await admin.patch("/api/admin/models/none", json={"name": "x"})).status_code == 404
    assert (await admin.post("/api/admin/models/none/pause", json={})).status_code == 404
    assert (await admin.post("/api/admin/found-models/none/ignore")).status_code == 404


async def test_one_request_is_one_unit_of_work(
    admin: AccountClient, clients: ClientFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    moderator, opened = await clients.moderator(), list[Database]()
    real = Database.unit

    def unit(database: Database) -> AbstractAsyncContextManager[Session]:
        opened.append(database)
        return real(database)

    monkeypatch.setattr(Database, "unit", unit)
    for somebody, method, path, body in (
        (admin, "GET", "/api/admin/models", None),
        (admin, "POST", "/api/admin/models", {"model_id": "alpha", "provider_id": "house"}),
        (admin, "PUT", "/api/admin/models/alpha/weight", {"weight": 2}),
        (admin, "POST", "/api/admin/models/alpha/pause", {}),
        (admin, "POST", "/api/admin/catalog-file", {"content": "models: []"}),
        (admin, "PUT", "/api/admin/budgets/site/all", {"limit_usd": 1}),
        (admin, "PUT", "/api/admin/providers/house/key", {"key": "another-key-1"}),
        (admin, "GET", "/api/admin/people", None),
        (moderator, "GET", "/api/admin/alerts", None),
        (moderator, "GET", "/api/admin/moderation/flags", None),
        (moderator, "GET", "/api/admin/integrity/suspects", None),
    ):
        opened.clear()
        answer = await somebody.request(method, path, json=body)
        assert answer.is_success, (path, answer.text)
        assert len(opened) == 1, (method, path)

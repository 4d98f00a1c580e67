import pytest
from tests.clients import AccountClient, ClientFactory


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/admin/providers", {"name": "", "base_url": "https://x.example/"}),
        ("/api/admin/providers", {"name": "a\0b", "base_url": "https://x.example/"}),
        ("/api/admin/providers", {"name": "x", "base_url": "https://x.example/\0"}),
        ("/api/admin/providers", {"name": "x", "base_url": "https://x.example/?a=b"}),
        ("/api/admin/providers", {"name": "x", "base_url": "https://x.example/", "connector": "embedded"}),
        ("/api/admin/providers", {"name": "x", "base_url": "https://x.example/", "connector": "nothing"}),
        ("/api/admin/providers", {"name": "x", "base_url": "https://x.example/", "key": "k y with space"}),
        ("/api/admin/providers", {"name": "x", "base_url": "https://x.example/", "key": "line\r\nbreak-key"}),
        ("/api/admin/providers", {"name": "x", "base_url": "https://x.example/", "key": "kéy-kéy-kéy"}),
        ("/api/admin/providers", {"name": "x", "base_url": "https://x.example/", "proxy": "http://sink"}),
        ("/api/admin/models", {"model_id": "a\0", "provider_id": "house"}),
        ("/api/admin/models", {"model_id": "a", "provider_id": "house", "name": "a\0"}),
        ("/api/admin/models", {"model_id": "a", "provider_id": "house", "system_prompt": "\0"}),
        ("/api/admin/models", {"model_id": "a", "provider_id": "house", "weight": -1}),
        ("/api/admin/models", {"model_id": "a", "provider_id": "house", "params": {"extra": {"a": "\0"}}}),
        ("/api/admin/models", {"model_id": "a", "provider_id": "house", "params": {"stop": ["\0"]}}),
        ("/api/admin/catalog-file", {"content": 'models: [{id: a, name: "\\0", provider: house}]'}),
    ],
)
async def test_what_cannot_be_stored_is_refused(path: str, body: dict[str, object], admin: AccountClient) -> None:
    answer = await admin.post(path, json=body)
    assert answer.status_code == 422, answer.text


async def test_each_route_is_for_its_role(clients: ClientFactory, admin: AccountClient) -> None:
    visitor, member, moderator = await clients.visitor(), await clients.member(), await clients.moderator()
    body = {"name": "X", "base_url": "https://x.example/v1"}
    for method, path, given in (
        ("GET", "/api/admin/providers", None),
        ("POST", "/api/admin/providers", body),
        ("PATCH", "/api/admin/providers/house", {"name": "Y"}),
        ("DELETE", "/api/admin/providers/house", None),
        ("PUT", "/api/admin/providers/house/key", {"key": "another-key-1"}),
        ("POST", "/api/admin/providers/house/test", {}),
        ("POST", "/api/admin/connection-tests", {"base_url": "https://x.example/v1"}),
    ):
        for somebody, status in ((visitor, 401), (member, 403), (moderator, 403)):
            answer = await somebody.request(method, path, json=given)
            assert answer.status_code == status, (method, path)
    assert (await visitor.get("/api/me/keys")).status_code == 401
    (kept,) = (await admin.get("/api/admin/providers")).json()["providers"]
    assert kept["name"] == "House"


async def test_an_unknown_provider_is_not_found(admin: AccountClient) -> None:
    assert (await admin.patch("/api/admin/providers/none", json={"name": "Y"})).status_code == 404
    assert (await admin.post("/api/admin/providers/none/test", json={})).status_code == 404
    assert (await admin.delete("/api/admin/providers/none")).status_code == 404

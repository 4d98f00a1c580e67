import asyncio

import pytest
from tests.catalog.admin.conftest import MASTER, admin, provider, settings
from tests.crowd import Crowd, Somebody

from llmbattler.catalog.errors import KeyOutOfReach
from llmbattler.catalog.providers.flow.stored_keys import StoredKeys
from llmbattler.catalog.providers.service.own_keys import list_own_providers
from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.logs import mask
from llmbattler.core.ownership import erase_all_owned, list_owned
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.vault import Vault
from llmbattler.testing import ScriptedProvider

__all__ = ["MASTER", "admin", "provider", "settings"]


async def test_an_id_is_made_of_the_name_and_taken_once(admin: Somebody) -> None:
    body = {"name": "My Provider №1!", "base_url": "https://api.example.com/v1/"}
    added = await admin.post("/api/admin/providers", json=body)
    assert added.json()["provider_id"] == "my-provider-1"
    assert added.json()["base_url"] == "https://api.example.com/v1"
    assert added.json()["origin"] == "https://api.example.com:443"
    assert added.json()["key_state"] == "none"
    again = await asyncio.gather(*(admin.post("/api/admin/providers", json=body) for _ in range(3)))
    assert {answer.status_code for answer in again} == {409}


async def test_names_without_latin_letters_do_not_stand_in_each_others_way(admin: Somebody) -> None:
    async def add(name: str) -> tuple[int, str | None]:
        answer = await admin.post("/api/admin/providers", json={"name": name, "base_url": "https://api.example.com/v1"})
        return answer.status_code, answer.json().get("provider_id")

    assert [await add(name) for name in ("模型", "Модели", "Modèles", "mod les")] == [
        (201, "provider"),
        (201, "provider-2"),
        (201, "mod-les"),
        (201, "mod-les-2"),
    ]
    assert await add("Модели") == (409, None)


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
async def test_what_cannot_be_stored_is_refused(path: str, body: dict[str, object], admin: Somebody) -> None:
    answer = await admin.post(path, json=body)
    assert answer.status_code == 422, answer.text


async def test_a_new_key_takes_the_place_of_the_old_one_and_is_hidden(
    admin: Somebody, resources: Resources, provider: ScriptedProvider
) -> None:
    stored = StoredKeys(resources.get(Database), resources.get(Vault))
    answers = await asyncio.gather(
        *(admin.put("/api/admin/providers/house/key", json={"key": f"parallel-key-{number}"}) for number in range(5))
    )
    assert {answer.status_code for answer in answers} == {200}
    (shown,) = (await admin.get("/api/admin/providers")).json()["providers"]
    found = await stored.find("house", provider.openai_url)
    assert found is not None
    assert found.endswith(shown["key_hint"])
    assert found not in mask(f"a log line with {found}")
    (used,) = (await admin.get("/api/admin/providers")).json()["providers"]
    assert used["key_last_used_at"] is not None
    assert (await admin.delete("/api/admin/providers/house/key")).status_code == 204
    assert (await admin.delete("/api/admin/providers/house/key")).status_code == 404
    assert await stored.find("house", provider.openai_url) is None


async def test_a_short_key_shows_nothing_of_itself(admin: Somebody) -> None:
    shown = (await admin.put("/api/admin/providers/house/key", json={"key": "12345678"})).json()
    assert shown["key_hint"] == ""


async def test_a_members_key_rests_when_the_provider_moves(admin: Somebody, crowd: Crowd) -> None:
    member = await crowd.member()
    await member.put("/api/me/keys/house", json={"key": "a-members-key-1"})
    moved = {"base_url": "https://api.example.com/v1", "key": "the-new-key-123"}
    assert (await admin.patch("/api/admin/providers/house", json=moved)).json()["members_keys"] == 1
    (own,) = (await member.get("/api/me/keys")).json()["keys"]
    assert (own["key_state"], own["origin"]) == ("other_address", "https://api.example.com:443")
    assert (await member.put("/api/me/keys/house", json={"key": "a-members-key-1"})).json()["key_state"] == "ready"


async def test_a_members_key_rests_where_such_keys_are_no_longer_taken(
    admin: Somebody, crowd: Crowd, resources: Resources, provider: ScriptedProvider
) -> None:
    member, database = await crowd.member(), resources.get(Database)
    await member.put("/api/me/keys/house", json={"key": "a-members-key-1"})
    stored = StoredKeys(database, resources.get(Vault))

    async def look() -> tuple[str | None, set[str], str]:
        key = await stored.find("house", provider.openai_url, owner=member.account_id)
        async with database.unit() as session:
            paying = await list_own_providers(session, owner=member.account_id)
        (own,) = (await member.get("/api/me/keys")).json()["keys"]
        return key, paying, own["key_state"]

    assert await look() == ("a-members-key-1", {"house"}, "ready")
    await admin.patch("/api/admin/providers/house", json={"own_keys": False})
    assert await look() == ("the-house-key-1", set(), "closed")
    await admin.patch("/api/admin/providers/house", json={"own_keys": True})
    assert await look() == ("a-members-key-1", {"house"}, "ready")
    await admin.patch("/api/admin/providers/house", json={"own_keys": False})
    assert (await member.delete("/api/me/keys/house")).status_code == 204
    assert (await member.get("/api/me/keys")).json()["keys"] == []


async def test_keys_leave_with_their_owner(admin: Somebody, crowd: Crowd, database: Database) -> None:
    member = await crowd.member()
    await member.put("/api/me/keys/house", json={"key": "a-members-key-1"})
    (kind,) = [one for one in list_owned() if one.name == "provider_keys"]
    async with database.unit() as session:
        exported = [one async for one in kind.export(session, member.account_id)]
        assert [one["last_characters"] for one in exported] == ["ey-1"]
        assert "a-members-key" not in str(exported)
        await erase_all_owned(session, owner=member.account_id)
    (shown,) = (await admin.get("/api/admin/providers")).json()["providers"]
    assert (shown["members_keys"], shown["has_key"]) == (0, True)


async def test_a_database_that_is_away_is_a_failed_call(settings: Settings, resources: Resources) -> None:
    away = Database(DatabaseAddress.parse("postgresql://127.0.0.1:1/nothing"), settings)
    with pytest.raises(KeyOutOfReach):
        await StoredKeys(away, resources.get(Vault)).find("house", "https://api.example.com/v1")
    assert await StoredKeys(away, resources.get(Vault)).find(None, "https://api.example.com/v1") is None
    await away.close()

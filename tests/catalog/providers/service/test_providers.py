import asyncio

from tests.clients import AccountClient

from llmbattler.catalog.providers.flow.stored_keys import StoredKeys
from llmbattler.core.db import Database
from llmbattler.core.logs import mask
from llmbattler.core.resources import Resources
from llmbattler.core.vault import Vault
from llmbattler.testing import ScriptedProvider


async def test_an_id_is_made_of_the_name_and_taken_once(admin: AccountClient) -> None:
    body = {"name": "My Provider №1!", "base_url": "https://api.example.com/v1/"}
    added = await admin.post("/api/admin/providers", json=body)
    assert added.json()["provider_id"] == "my-provider-1"
    assert added.json()["base_url"] == "https://api.example.com/v1"
    assert added.json()["origin"] == "https://api.example.com:443"
    assert added.json()["key_state"] == "none"
    again = await asyncio.gather(*(admin.post("/api/admin/providers", json=body) for _ in range(3)))
    assert {answer.status_code for answer in again} == {409}


async def test_names_without_latin_letters_do_not_stand_in_each_others_way(admin: AccountClient) -> None:
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


async def test_a_new_key_takes_the_place_of_the_old_one_and_is_hidden(
    admin: AccountClient, resources: Resources, provider: ScriptedProvider
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


async def test_a_short_key_shows_nothing_of_itself(admin: AccountClient) -> None:
    shown = (await admin.put("/api/admin/providers/house/key", json={"key": "12345678"})).json()
    assert shown["key_hint"] == ""

from tests.clients import AccountClient, ClientFactory

from llmbattler.catalog.providers.flow.stored_keys import StoredKeys
from llmbattler.catalog.providers.service.own_keys import list_own_providers
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.vault import Vault
from llmbattler.testing import ScriptedProvider


async def test_a_members_key_is_not_used_at_a_new_address(admin: AccountClient, clients: ClientFactory) -> None:
    member = await clients.member()
    await member.put("/api/me/keys/house", json={"key": "a-members-key-1"})
    moved = {"base_url": "https://api.example.com/v1", "key": "the-new-key-123"}
    assert (await admin.patch("/api/admin/providers/house", json=moved)).json()["members_keys"] == 1
    (own,) = (await member.get("/api/me/keys")).json()["keys"]
    assert (own["key_state"], own["origin"]) == ("other_address", "https://api.example.com:443")
    assert (await member.put("/api/me/keys/house", json={"key": "a-members-key-1"})).json()["key_state"] == "ready"


async def test_members_keys_are_not_used_while_the_provider_forbids_them(
    admin: AccountClient, clients: ClientFactory, resources: Resources, provider: ScriptedProvider
) -> None:
    member, database = await clients.member(), resources.get(Database)
    await member.put("/api/me/keys/house", json={"key": "a-members-key-1"})
    stored = StoredKeys(database, resources.get(Vault))

    async def read_keys() -> tuple[str | None, set[str], str]:
        key = await stored.find("house", provider.openai_url, owner=member.account_id)
        async with database.unit() as session:
            paying = await list_own_providers(session, owner=member.account_id)
        (own,) = (await member.get("/api/me/keys")).json()["keys"]
        return key, paying, own["key_state"]

    assert await read_keys() == ("a-members-key-1", {"house"}, "ready")
    await admin.patch("/api/admin/providers/house", json={"own_keys": False})
    assert await read_keys() == ("the-house-key-1", set(), "closed")
    await admin.patch("/api/admin/providers/house", json={"own_keys": True})
    assert await read_keys() == ("a-members-key-1", {"house"}, "ready")
    await admin.patch("/api/admin/providers/house", json={"own_keys": False})
    assert (await member.delete("/api/me/keys/house")).status_code == 204
    assert (await member.get("/api/me/keys")).json()["keys"] == []

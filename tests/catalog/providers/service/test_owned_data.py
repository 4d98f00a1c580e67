from tests.clients import AccountClient, ClientFactory

from llmbattler.core.db import Database
from llmbattler.core.ownership import erase_all_owned, list_owned


async def test_keys_are_exported_without_the_key_and_erased_with_their_owner(
    admin: AccountClient, clients: ClientFactory, database: Database
) -> None:
    member = await clients.member()
    await member.put("/api/me/keys/house", json={"key": "a-members-key-1"})
    (kind,) = [one for one in list_owned() if one.name == "provider_keys"]
    async with database.unit() as session:
        exported = [one async for one in kind.export(session, member.account_id)]
        assert [one["last_characters"] for one in exported] == ["ey-1"]
        assert "a-members-key" not in str(exported)
        await erase_all_owned(session, owner=member.account_id)
    (shown,) = (await admin.get("/api/admin/providers")).json()["providers"]
    assert (shown["members_keys"], shown["has_key"]) == (0, True)

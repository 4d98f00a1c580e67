import pytest
from pydantic import SecretStr
from tests.clients import AccountClient, ClientFactory

from llmbattler.catalog.errors import BadKeyText, KeyUnreadable, OwnKeyUnreadable
from llmbattler.catalog.providers.service.keys import OwnKey, clean_key, find_call_key
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.vault import Vault
from llmbattler.testing import ScriptedProvider


@pytest.mark.parametrize("key", ["has space", "line\r\nbreak", "kéy-kéy", "abc", ""])
def test_what_cannot_be_sent_in_a_header_is_not_a_key(key: str) -> None:
    with pytest.raises(BadKeyText) as refused:
        clean_key(SecretStr(key))
    assert not key or key not in str(refused.value)


def test_white_space_around_a_key_is_removed() -> None:
    assert clean_key(SecretStr(" sk-key-1\n")) == "sk-key-1"


async def test_a_call_gets_the_owners_key_or_the_sites(
    admin: AccountClient, clients: ClientFactory, resources: Resources, provider: ScriptedProvider
) -> None:
    member = await clients.member()
    await member.put("/api/me/keys/house", json={"key": "a-members-key-1"})

    async def find(owner: str | None, base_url: str = provider.openai_url) -> str | None:
        async with resources.get(Database).unit() as session:
            return await find_call_key(
                session, provider_id="house", base_url=base_url, owner=owner, vault=resources.get(Vault)
            )

    own = await find(member.account_id)
    assert (own, isinstance(own, OwnKey)) == ("a-members-key-1", True)
    site = await find(None)
    assert (site, isinstance(site, OwnKey)) == ("the-house-key-1", False)
    with pytest.raises(OwnKeyUnreadable):
        await find(member.account_id, "https://moved.example/v1")
    with pytest.raises(KeyUnreadable):
        await find(None, "https://moved.example/v1")

import pytest
from pydantic import SecretStr
from tests.catalog.admin.conftest import MASTER
from tests.clients import AccountClient

from llmbattler.catalog.providers.flow.master_key import rotate_master_key
from llmbattler.catalog.providers.service.keys import find_call_key
from llmbattler.core.db import Database
from llmbattler.core.master_keys import MasterKeyConfigured, MasterKeys
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.vault import Vault
from llmbattler.testing import ScriptedProvider

NEW = "b1c2d3e4f5061728394a5b6c7d8e9f00112233445566778899"


def vault(settings: Settings, *masters: str) -> Vault:
    return Vault(MasterKeys(settings.model_copy(update={"master_key": SecretStr(",".join(masters))})))


async def test_a_configured_master_key_needs_a_new_one_beside_it(
    admin: AccountClient, resources: Resources, provider: ScriptedProvider
) -> None:
    settings, database = resources.get(Settings), resources.get(Database)
    with pytest.raises(MasterKeyConfigured):
        await rotate_master_key(database, vault(settings, MASTER), actor="command line")
    rotation = await rotate_master_key(database, vault(settings, NEW, MASTER), actor="command line")
    assert (rotation.sealed, rotation.unreadable) == (1, 0)
    async with database.unit() as session:
        found = await find_call_key(
            session, provider_id="house", base_url=provider.openai_url, vault=vault(settings, NEW)
        )
    assert found == "the-house-key-1"
    entries = (await admin.get("/api/admin/audit", params={"subject": "all"})).json()["entries"]
    assert [entry["action"] for entry in entries] == ["keys.rotated"]

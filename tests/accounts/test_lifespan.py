import asyncio

from llmbattler.accounts.deps import AccountStaffAccess, CredentialWatch
from llmbattler.accounts.lifespan import open_credentials
from llmbattler.accounts.oidc.deps import Provider
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.web.staff_access import StaffAccess


def is_watching() -> bool:
    return any(task.get_name() == "sign-ins" for task in asyncio.all_tasks())


async def test_credentials_are_watched_until_the_server_closes(database: Database, settings: Settings) -> None:
    resources = Resources()
    resources.add(Database, database)
    resources.add(Settings, settings)
    async with open_credentials(resources):
        assert is_watching()
        assert isinstance(resources.get(CredentialWatch), CredentialWatch)
        assert isinstance(resources.get(StaffAccess), AccountStaffAccess)
        assert isinstance(resources.get(Provider), Provider)
    assert not is_watching()

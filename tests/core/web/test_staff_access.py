import pytest
from starlette.requests import HTTPConnection

from llmbattler.core.errors import NotFound
from llmbattler.core.resources import Resources
from llmbattler.core.web.staff_access import AccessRights, StaffAccess, check_open

CONNECTION = HTTPConnection({"type": "http", "headers": []})


class _EverybodyIsAdmin(StaffAccess):
    async def get_rights(self, connection: HTTPConnection) -> AccessRights:  # noqa: ARG002
        return AccessRights(is_admin=True)


async def test_what_is_not_public_is_not_found_except_by_admins() -> None:
    nobody, admins = Resources(), Resources()
    nobody.add(StaffAccess, StaffAccess())
    admins.add(StaffAccess, _EverybodyIsAdmin())
    await check_open(nobody, CONNECTION, is_open=True)
    await check_open(admins, CONNECTION, is_open=False)
    for is_open in (False, None):
        with pytest.raises(NotFound):
            await check_open(nobody, CONNECTION, is_open=is_open)


async def test_without_accounts_nobody_has_rights() -> None:
    rights = await StaffAccess().get_rights(CONNECTION)
    assert not rights.is_admin
    assert not rights.may_watch_admin

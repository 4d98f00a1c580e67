"""People, as the doors of core see them."""

from functools import partial

from starlette.requests import HTTPConnection

from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.web.staff_access import AccessRights, StaffAccess

from .addresses import address_group, client_address
from .deps import Watched, find_asker
from .models import AccountKind, Scope


class SignedIn(StaffAccess):
    def __init__(self, resources: Resources) -> None:
        self._resources = resources

    async def get_rights(self, connection: HTTPConnection) -> AccessRights:
        asker = await find_asker(self._resources, connection)
        allowed = Scope.ADMIN in asker.scopes
        return AccessRights(
            may_watch_admin=allowed and asker.kind.includes(AccountKind.MODERATOR),
            is_admin=allowed and asker.kind is AccountKind.ADMIN,
            watch=partial(self._resources.get(Watched).hold, asker.credential),
            account_id=asker.account_id,
            address=address_group(client_address(connection, self._resources.get(Settings))),
        )

"""Open and close the watch on credentials."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.tasks import cancel_tasks
from llmbattler.core.web.staff_access import StaffAccess

from .deps import AccountStaffAccess, CredentialWatch
from .oidc.deps import Provider


@asynccontextmanager
async def open_credentials(resources: Resources) -> AsyncIterator[None]:
    """Watch the credentials of open streams, so that a stream ends when its owner may no longer read it."""
    watched = resources.add(CredentialWatch, CredentialWatch(resources.get(Database)))
    resources.add(StaffAccess, AccountStaffAccess(resources))
    resources.add(Provider, Provider(resources.get(Settings)))
    task = asyncio.create_task(watched.follow(), name="sign-ins")
    try:
        yield
    finally:
        await cancel_tasks([task])

"""A site whose company login is a real provider on a socket."""

from collections.abc import AsyncIterator

import pytest
from tests.identity_provider import IdentityProvider
from tests.oidc_login import company_settings

from llmbattler.core.settings import Settings


@pytest.fixture
async def identity() -> AsyncIterator[IdentityProvider]:
    async with IdentityProvider() as provider:
        yield provider


@pytest.fixture
def settings(settings: Settings, identity: IdentityProvider) -> Settings:
    return company_settings(settings, identity)

from collections.abc import AsyncIterator

import pytest

from llmbattler.testing import ScriptedProvider


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as running:
        yield running

"""Two contestants, and a judge that prefers answers that call themselves good."""

from collections.abc import AsyncIterator

import pytest

from llmbattler.core.resources import Resources
from llmbattler.testing import Script, ScriptedProvider
from tests.arena.conftest import ALPHA, BETA, offer
from tests.arena.judges.judge_setup import FAIR, JUDGE


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        for contestant in (ALPHA, BETA):
            provider.script(contestant, Script(text="No contestant is asked again."))
        provider.script(JUDGE, FAIR)
        yield provider


@pytest.fixture
async def judge_site(resources: Resources, provider: ScriptedProvider) -> Resources:
    await offer(resources, provider, ALPHA, BETA, JUDGE)
    return resources

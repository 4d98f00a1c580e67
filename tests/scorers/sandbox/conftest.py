from collections.abc import AsyncIterator

import pytest
from tests.scorers.sandbox.backends import KINDS, TrackedSandbox, make_sandbox


@pytest.fixture(params=KINDS, ids=lambda kind: kind.name)
async def sandbox(request: pytest.FixtureRequest) -> AsyncIterator[TrackedSandbox]:
    """Each sandbox that works here. Afterwards none of its processes may run."""
    made = await make_sandbox(request.param)
    yield made
    await made.wait_for(running=0)

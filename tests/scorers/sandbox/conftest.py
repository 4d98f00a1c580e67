from collections.abc import AsyncIterator

import pytest
from tests.scorers.sandbox.boxes import KINDS, Box, make_box


@pytest.fixture(params=KINDS, ids=lambda kind: kind.name)
async def box(request: pytest.FixtureRequest) -> AsyncIterator[Box]:
    """Each sandbox that works here; afterwards nothing of it may run."""
    made = await make_box(request.param)
    yield made
    await made.wait_for(running=0)

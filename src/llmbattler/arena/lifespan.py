"""Open and close what a server needs for battles: the odds of pairs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from llmbattler.core.db import Database
from llmbattler.core.jobs import JobQueue
from llmbattler.core.live import LiveHub
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

from .pairing.flow import PairOdds
from .settings import ArenaSettings
from .vote_counts.flow import request_refreshes


@asynccontextmanager
async def open_pairing(resources: Resources) -> AsyncIterator[None]:
    """Keep the odds of pairs up to date, and have new votes counted."""
    informative = resources.get(Settings).of(ArenaSettings).matchmaking == "informative"
    odds = resources.add(PairOdds, PairOdds(resources.get(Database), informative=informative))
    tasks = [
        asyncio.create_task(odds.run(), name="odds"),
        asyncio.create_task(request_refreshes(resources.get(LiveHub), resources.get(JobQueue)), name="counting"),
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

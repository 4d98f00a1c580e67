"""Open and close what a server needs for battles: turns that are answered and the odds of pairs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from llmbattler.core.db import Database
from llmbattler.core.jobs import JobQueue
from llmbattler.core.live import LiveHub
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.web.shutdown import Shutdown

from .flow import Arena
from .pairing.flow import PairOdds
from .settings import ArenaSettings
from .vote_counts.flow import request_refreshes

WATCHED_SHARE = 0.6
"""Of the grace time: streams may go on for this long after the signal; the rest is for writing things down."""


@asynccontextmanager
async def open_arena(resources: Resources) -> AsyncIterator[None]:
    settings = resources.get(Settings)
    arena = resources.add(Arena, Arena(resources))
    await arena.open()
    end_streams = asyncio.create_task(_end_streams(arena, resources.get(Shutdown), settings.shutdown_grace))
    try:
        yield
    finally:
        end_streams.cancel()
        await asyncio.gather(end_streams, return_exceptions=True)
        await arena.close(settings.shutdown_grace * (1 - WATCHED_SHARE) / 2)


async def _end_streams(arena: Arena, draining: Shutdown, grace: float) -> None:
    await draining.wait()
    await asyncio.sleep(grace * WATCHED_SHARE)
    arena.leave()


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

"""Open and close what runs generations."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from llmbattler.connectors.ticker import Ticker
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.web.shutdown import Shutdown

from .contract import GenerationOwners
from .flow import Generations

FOLLOWED_SHARE = 0.6
"""Of the grace time: streams may go on for this long after the signal; the rest is for storing answers."""


@asynccontextmanager
async def open_owners(resources: Resources) -> AsyncIterator[None]:
    """Slices that have generations add their owners here when they open."""
    resources.add(GenerationOwners, GenerationOwners())
    yield


@asynccontextmanager
async def open_generations(resources: Resources) -> AsyncIterator[None]:
    grace = resources.get(Settings).shutdown_grace
    generations = Generations(resources.get(Database), resources.get(GenerationOwners), resources.get(Ticker))
    resources.add(Generations, generations)
    await generations.open()
    end_streams = asyncio.create_task(_end_streams(generations, resources.get(Shutdown), grace))
    try:
        yield
    finally:
        end_streams.cancel()
        await asyncio.gather(end_streams, return_exceptions=True)
        await generations.close(grace * (1 - FOLLOWED_SHARE) / 2)


async def _end_streams(generations: Generations, shutdown: Shutdown, grace: float) -> None:
    await shutdown.wait()
    await asyncio.sleep(grace * FOLLOWED_SHARE)
    generations.leave()

"""Open and close the generations of a server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from llmbattler.connectors.ticker import Ticker
from llmbattler.core.db import Database
from llmbattler.core.manifests import list_generation_kinds, load
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.tasks import cancel_tasks
from llmbattler.core.web.shutdown import Shutdown

from .contract import GenerationOwner, GenerationOwners
from .flow import Generations

FOLLOWED_SHARE = 0.6
"""The share of the grace time in which streams may continue; the rest is for storing answers."""


@asynccontextmanager
async def open_owners(resources: Resources) -> AsyncIterator[None]:
    """Offer the owners that the manifests name."""
    makers = {kind: partial(_make_owner, one.owner, resources) for kind, one in list_generation_kinds().items()}
    resources.add(GenerationOwners, GenerationOwners(makers=makers))
    yield


def _make_owner(reference: str, resources: Resources) -> GenerationOwner:
    owner: GenerationOwner = load(reference)(resources)
    return owner


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
        await cancel_tasks([end_streams])
        await generations.close(grace * (1 - FOLLOWED_SHARE) / 2)


async def _end_streams(generations: Generations, shutdown: Shutdown, grace: float) -> None:
    await shutdown.wait()
    await asyncio.sleep(grace * FOLLOWED_SHARE)
    generations.announce_shutdown()

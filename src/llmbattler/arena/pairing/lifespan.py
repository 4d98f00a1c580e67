"""Opens the odds of pairs, which a server refreshes in the background."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.tasks import cancel_tasks

from ..settings import ArenaSettings
from .flow import PairOdds


@asynccontextmanager
async def open_pairing(resources: Resources) -> AsyncIterator[None]:
    informative = resources.get(Settings).of(ArenaSettings).matchmaking == "informative"
    odds = resources.add(PairOdds, PairOdds(resources.get(Database), informative=informative))
    task = asyncio.create_task(odds.run(), name="odds")
    try:
        yield
    finally:
        await cancel_tasks([task])

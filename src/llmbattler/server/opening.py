"""Opening and closing what only a server has: running battles, boards in memory, and whoever watches them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from llmbattler.accounts.deps import Watched
from llmbattler.accounts.insiders import SignedIn
from llmbattler.arena.counting.listening import ask_for_counting
from llmbattler.arena.deps import Arena, ImageReader, Odds
from llmbattler.catalog.deps import ModelCalls
from llmbattler.connectors.ticker import Ticker
from llmbattler.core.db import Database
from llmbattler.core.jobs import JobQueue
from llmbattler.core.live import LiveHub
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.storage import Storage
from llmbattler.core.web.bodies import UploadSlots
from llmbattler.core.web.live import OpenSockets
from llmbattler.core.web.shutdown import Shutdown
from llmbattler.core.web.staff_access import StaffAccess
from llmbattler.ratings.deps import Boards
from llmbattler.ratings.service import RatingRules

WATCHED_SHARE = 0.6
"""Of the grace time: so long may streams go on after the signal; the rest is for writing things down."""


@asynccontextmanager
async def open_arena(resources: Resources) -> AsyncIterator[Arena]:
    settings = resources.get(Settings)
    reader = resources.add(ImageReader, ImageReader())
    resources.add(UploadSlots, UploadSlots())
    database, calls, storage = resources.get(Database), resources.get(ModelCalls), resources.get(Storage)
    arena = resources.add(Arena, Arena(database, calls, storage, resources.get(Ticker), settings))
    await arena.open()
    farewell = asyncio.create_task(_say_farewell(arena, resources.get(Shutdown), settings.shutdown_grace))
    try:
        yield arena
    finally:
        farewell.cancel()
        await asyncio.gather(farewell, return_exceptions=True)
        await arena.close(settings.shutdown_grace * (1 - WATCHED_SHARE) / 2)
        await reader.close()


async def _say_farewell(arena: Arena, draining: Shutdown, grace: float) -> None:
    await draining.wait()
    await asyncio.sleep(grace * WATCHED_SHARE)
    arena.leave()


@asynccontextmanager
async def open_doors(resources: Resources) -> AsyncIterator[Watched]:
    """Keep an eye on who may still hold a stream open."""
    watched = resources.add(Watched, Watched(resources.get(Database)))
    resources.add(StaffAccess, SignedIn(resources))
    resources.add(OpenSockets, OpenSockets())
    task = asyncio.create_task(watched.follow(), name="sign-ins")
    try:
        yield watched
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@asynccontextmanager
async def open_boards(resources: Resources) -> AsyncIterator[Boards]:
    rules = RatingRules.read(resources.get(Settings))
    hub = resources.get(LiveHub)
    database = resources.get(Database)
    boards = resources.add(Boards, Boards(database, hub, rules))
    informative = resources.get(Settings).matchmaking == "informative"
    odds = resources.add(Odds, Odds(database, informative=informative))
    tasks = [
        asyncio.create_task(odds.follow(), name="odds"),
        asyncio.create_task(boards.follow(), name="boards"),
        asyncio.create_task(ask_for_counting(hub, resources.get(JobQueue)), name="counting"),
    ]
    try:
        yield boards
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

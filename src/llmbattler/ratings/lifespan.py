"""Open and close the boards that a server keeps in memory."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from llmbattler.core.db import Database
from llmbattler.core.live import LiveHub
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.tasks import cancel_tasks

from .deps import Boards
from .service import RatingRules


@asynccontextmanager
async def open_boards(resources: Resources) -> AsyncIterator[None]:
    rules = RatingRules.read(resources.get(Settings))
    boards = resources.add(Boards, Boards(resources.get(Database), resources.get(LiveHub), rules))
    task = asyncio.create_task(boards.follow(), name="boards")
    try:
        yield
    finally:
        await cancel_tasks([task])

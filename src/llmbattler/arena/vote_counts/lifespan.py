"""Starts the requests for refreshes of the boards, which a server sends after votes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from llmbattler.core.jobs import JobQueue
from llmbattler.core.live import LiveHub
from llmbattler.core.resources import Resources
from llmbattler.core.tasks import cancel_tasks

from .flow import request_refreshes


@asynccontextmanager
async def open_refreshes(resources: Resources) -> AsyncIterator[None]:
    task = asyncio.create_task(request_refreshes(resources.get(LiveHub), resources.get(JobQueue)), name="refreshes")
    try:
        yield
    finally:
        await cancel_tasks([task])

"""Requests a refresh of the boards after each committed vote, at most once per second."""

import asyncio

from llmbattler.core.errors import Unavailable
from llmbattler.core.jobs import JobQueue
from llmbattler.core.live import LiveHub
from llmbattler.core.logs import get_logger

from ..topics import REFRESH, VOTED

PAUSE_SECONDS = 1.0

_log = get_logger(__name__)


async def request_refreshes(hub: LiveHub, queue: JobQueue) -> None:
    """Run until cancelled. Several processes may see the same vote; one waiting job serves all of them."""
    task = asyncio.current_task()
    with hub.subscribe(VOTED) as votes:
        # A driver may swallow a cancellation that arrives just as it finishes.
        while task is None or not task.cancelling():
            await votes.next()
            votes.clear()  # before the pause: votes during the pause must be noticed
            try:
                await queue.defer(REFRESH, lock=REFRESH)
            except Unavailable:
                _log.warning("could not request a refresh of the boards; the job that runs each minute will do it")
            await asyncio.sleep(PAUSE_SECONDS)

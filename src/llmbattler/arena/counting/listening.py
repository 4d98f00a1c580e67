"""Hearing of votes when they are committed, and asking the worker to count them, at most once a second."""

import asyncio

from llmbattler.core.errors import Unavailable
from llmbattler.core.jobs import JobQueue
from llmbattler.core.live import LiveHub
from llmbattler.core.logs import get_logger

from ..topics import REFRESH, VOTED

PAUSE_SECONDS = 1.0

_log = get_logger(__name__)


async def ask_for_counting(hub: LiveHub, queue: JobQueue) -> None:
    """Until cancelled. Several processes may hear the same vote; one waiting job is enough for all."""
    asking = asyncio.current_task()
    with hub.subscribe(VOTED) as votes:
        # Drivers may swallow a cancellation that comes just when they are done.
        while asking is None or not asking.cancelling():
            await votes.next()
            votes.clear()  # and not after the pause: what comes during it must be heard
            try:
                await queue.defer(REFRESH, lock=REFRESH)
            except Unavailable:
                _log.warning("could not ask for counting; the run of this minute will do it")
            await asyncio.sleep(PAUSE_SECONDS)

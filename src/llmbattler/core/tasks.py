"""Ending of asyncio tasks."""

import asyncio
from collections.abc import Iterable
from typing import Any

REPEAT_SECONDS = 5.0


async def cancel_tasks(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait until they have ended, whatever their results are.

    Before Python 3.12, `asyncio.wait_for` loses a cancellation that arrives together with its result, and SQLAlchemy's
    pool waits that way. A loop would go on forever, so the cancellation is repeated.
    """
    pending = set(tasks)
    ended: set[asyncio.Task[Any]] = set()
    while pending:
        for task in pending:
            task.cancel()
        done, pending = await asyncio.wait(pending, timeout=REPEAT_SECONDS)
        ended |= done
    for task in ended:
        if not task.cancelled():
            task.exception()  # or asyncio logs that nobody looked at it

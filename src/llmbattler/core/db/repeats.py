"""Repeat work whose transaction PostgreSQL aborted because it collided with another one."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

from ..logs import get_logger
from .failures import TransactionAborted

T = TypeVar("T")

LONGEST_PAUSES = (0.02, 0.1, 0.4)
"""Seconds before each repetition, at most: random pauses keep the same two from colliding again."""

_log = get_logger(__name__)


async def repeat_aborted(work: Callable[[], Awaitable[T]]) -> T:
    """Run work that consists of one unit, and again a few times if the unit was aborted.

    Only for work that changes nothing but the database: an aborted unit leaves no trace there.
    """
    for longest in LONGEST_PAUSES:
        try:
            return await work()
        except TransactionAborted as aborted:
            _log.info("repeating an aborted transaction", reason=aborted.reason)
        await asyncio.sleep(random.uniform(0, longest))  # noqa: S311 - not a secret
    return await work()

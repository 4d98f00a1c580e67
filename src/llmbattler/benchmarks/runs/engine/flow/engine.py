"""Work on runs in this process: until it is told to stop, or until one run has ended."""

import asyncio
from uuid import UUID

from llmbattler.connectors.ticker import unpaced_reads
from llmbattler.core.db import Database
from llmbattler.core.logs import get_logger
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

from ...models import RunStatus
from .. import repository
from ..retries import RetryPolicy
from .worker import Worker

RESTART_SECONDS = 1.0
HASTE = 16
"""Reads of one answer that come as fast as they can; longer answers are read ten times a second."""

_log = get_logger(__name__)


class RunEngine:
    """One for a process."""

    def __init__(self, resources: Resources, *, retry_policy: RetryPolicy | None = None) -> None:
        self._resources = resources
        self._retry_policy = retry_policy or RetryPolicy()
        self._grace = resources.get(Settings).shutdown_grace

    async def run(self) -> None:
        """Work until cancelled; then give back what is held, within the time that there is for shutting down."""
        unpaced_reads.set(HASTE)
        while True:
            dispatcher = Worker(self._resources, self._retry_policy)
            try:
                await dispatcher.work(asyncio.Event().wait, self._grace)
            except Exception as problem:  # noqa: BLE001 - one mistake must not end the work on all runs for ever
                _log.error("work on runs broke off; it starts again", exc_info=problem)
            await asyncio.sleep(RESTART_SECONDS)

    async def drain(self, run_id: UUID) -> RunStatus | None:
        """Work on all runs until this one has ended, and say how it did."""
        unpaced_reads.set(HASTE)
        dispatcher = Worker(self._resources, self._retry_policy)
        await dispatcher.work(lambda: dispatcher.wait_for_end(run_id), self._grace)
        async with self._resources.get(Database).unit() as session:
            return await repository.get_status(session, run_id)

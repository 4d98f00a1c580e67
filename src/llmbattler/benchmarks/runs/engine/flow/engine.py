"""Work on runs in this process: until cancelled, or until one run has ended."""

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
UNPACED_READS = 16
"""So many reads of an answer are made as fast as data arrives; longer answers are read ten times a second."""

_log = get_logger(__name__)


class RunEngine:
    """One per process."""

    def __init__(self, resources: Resources, *, retry_policy: RetryPolicy | None = None) -> None:
        self._resources = resources
        self._retry_policy = retry_policy or RetryPolicy()
        self._grace = resources.get(Settings).shutdown_grace

    async def run(self) -> None:
        """Work until cancelled, then release all chunks within the shutdown grace period."""
        unpaced_reads.set(UNPACED_READS)
        while True:
            worker = Worker(self._resources, self._retry_policy)
            try:
                await worker.work(asyncio.Event().wait, self._grace)
            except Exception as problem:  # noqa: BLE001 - one bug must not end the work on all runs for good
                _log.error("the work on runs failed and is started again", exc_info=problem)
            await asyncio.sleep(RESTART_SECONDS)

    async def drain(self, run_id: UUID) -> RunStatus | None:
        """Work on all runs until this one has ended. Return its status."""
        unpaced_reads.set(UNPACED_READS)
        worker = Worker(self._resources, self._retry_policy)
        await worker.work(lambda: worker.wait_for_end(run_id), self._grace)
        async with self._resources.get(Database).unit() as session:
            return await repository.get_status(session, run_id)

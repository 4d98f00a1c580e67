"""Write finished calls to the ledger in the background, and keep them while the database is unavailable."""

import asyncio
from collections import deque
from contextlib import suppress
from itertools import islice

from llmbattler.core.db import Database
from llmbattler.core.errors import Unavailable
from llmbattler.core.logs import get_logger
from llmbattler.core.tasks import cancel_tasks

from ..records import CallRecord
from .service.calls import record_calls

BATCH = 500
PAUSE_SECONDS = 0.25
"""Between two batches that are not full: at most four transactions a second, however many calls there are."""
QUEUE_LIMIT = 10_000
RETRY_SECONDS = (0.2, 0.5, 1.0, 2.0, 5.0)
CLOSE_SECONDS = 5.0

_log = get_logger(__name__)


class LedgerWriter:
    """Queues records and writes them in batches. `add` never awaits, so a cancelled call is recorded too."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queue: deque[CallRecord] = deque()
        self._task: asyncio.Task[None] | None = None
        self._flushing = asyncio.Event()

    def add(self, record: CallRecord) -> None:
        if len(self._queue) >= QUEUE_LIMIT:
            _log.error(
                "the ledger queue is full; a call is lost", model_id=record.model_id, call_id=str(record.call_id)
            )
            return
        self._queue.append(record)
        self._start()

    async def flush(self) -> None:
        """Return when everything added so far is written."""
        while self._queue:
            self._start()
            self._flushing.set()
            if self._task is not None:
                await asyncio.shield(self._task)
        self._flushing.clear()

    async def _end_pause(self) -> None:
        self._flushing.set()
        if self._task is not None:
            await asyncio.shield(self._task)

    async def close(self) -> None:
        """Write what is queued, but give up after a few seconds when the database is gone."""
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await self.flush()
                await self._end_pause()
        except TimeoutError:
            _log.error("calls are lost: the database did not come back", calls=len(self._queue))
            if self._task is not None:
                await cancel_tasks([self._task])

    def _start(self) -> None:
        if self._queue and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._write_all(), name="ledger")
            self._task.add_done_callback(_log_failure)

    async def _write_all(self) -> None:
        failures = 0
        while self._queue:
            batch = list(islice(self._queue, BATCH))
            keep = False
            try:
                await self._write(batch)
                failures = 0
            except Unavailable as error:
                keep = True
                if not failures:
                    _log.warning("calls wait for the database", calls=len(self._queue), reason=type(error).__name__)
                await asyncio.sleep(RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)])
                failures += 1
            except asyncio.CancelledError:
                keep = True
                raise
            finally:
                # Drop a batch that the database refuses, so that it does not block the next ones.
                for _ in () if keep else batch:
                    self._queue.popleft()
            if len(batch) < BATCH and not keep:
                await self._pause()

    async def _pause(self) -> None:
        """Wait for more records, unless somebody is flushing."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PAUSE_SECONDS):
                await self._flushing.wait()

    async def _write(self, batch: list[CallRecord]) -> None:
        async with self._database.unit() as session:
            await record_calls(session, records=batch)


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("a batch of calls was not written", exc_info=error)

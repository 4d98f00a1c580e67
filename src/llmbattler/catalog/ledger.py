"""Writing finished calls down without making anybody wait, also while the database is away."""

import asyncio
from collections import deque
from contextlib import suppress
from itertools import islice

from llmbattler.core.db import Database
from llmbattler.core.errors import Unavailable
from llmbattler.core.logs import get_logger

from . import service
from .records import CallRecord

BATCH = 500
PAUSE_SECONDS = 0.25
"""Between two batches that are not full: a thousand calls a second are four transactions, and so are ten."""
MOST_WAITING = 10_000
RETRY_SECONDS = (0.2, 0.5, 1.0, 2.0, 5.0)
CLOSE_SECONDS = 5.0

_log = get_logger(__name__)


class Ledger:
    """Takes records at once and writes them in batches. `add` never waits, so a cancelled call is recorded too."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: deque[CallRecord] = deque()
        self._writer: asyncio.Task[None] | None = None
        self._hurry = asyncio.Event()

    def add(self, record: CallRecord) -> None:
        if len(self._waiting) >= MOST_WAITING:
            _log.error("the ledger is full; a call is lost", model_id=record.model_id, call_id=str(record.call_id))
            return
        self._waiting.append(record)
        self._wake()

    async def flush(self) -> None:
        """Return when everything added so far is written."""
        while self._waiting:
            self._wake()
            self._hurry.set()
            if self._writer is not None:
                await asyncio.shield(self._writer)
        self._hurry.clear()

    async def _end_pause(self) -> None:
        self._hurry.set()
        if self._writer is not None:
            await asyncio.shield(self._writer)

    async def close(self) -> None:
        """Write what is left, but do not hold the process up for a database that is gone."""
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await self.flush()
                await self._end_pause()
        except TimeoutError:
            _log.error("calls are lost: the database did not come back", calls=len(self._waiting))
            if self._writer is not None:
                self._writer.cancel()
                await asyncio.gather(self._writer, return_exceptions=True)

    def _wake(self) -> None:
        if self._waiting and (self._writer is None or self._writer.done()):
            self._writer = asyncio.create_task(self._write_all(), name="ledger")
            self._writer.add_done_callback(_report)

    async def _write_all(self) -> None:
        failures = 0
        while self._waiting:
            batch = list(islice(self._waiting, BATCH))
            keep = False
            try:
                await self._write(batch)
                failures = 0
            except Unavailable as error:
                keep = True
                if not failures:
                    _log.warning("calls wait for the database", calls=len(self._waiting), reason=type(error).__name__)
                await asyncio.sleep(RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)])
                failures += 1
            except asyncio.CancelledError:
                keep = True
                raise
            finally:
                # A batch that the database refuses must not stop the ones after it.
                for _ in () if keep else batch:
                    self._waiting.popleft()
            if len(batch) < BATCH and not keep:
                await self._pause()

    async def _pause(self) -> None:
        """Let some more come together, unless somebody waits for them."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PAUSE_SECONDS):
                await self._hurry.wait()

    async def _write(self, batch: list[CallRecord]) -> None:
        async with self._database.unit() as session:
            await service.record_calls(session, records=batch)


def _report(writer: asyncio.Task[None]) -> None:
    if not writer.cancelled() and (error := writer.exception()) is not None:
        _log.error("a batch of calls was not written", exc_info=error)

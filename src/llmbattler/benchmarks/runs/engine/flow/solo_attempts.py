"""Attempts of samples that workers may have died of: recorded before they start and after they end."""

import asyncio

from llmbattler.core.db import Database
from llmbattler.core.errors import Unavailable

from .. import repository, timings
from ..claims import EnqueuedChunk
from ..run_state import WorkItem
from ..service import start_solo
from .attempts import AttemptResult, AttemptRunner, NotStarted
from .result_writer import ResultWriter


class SoloAttempts:
    """The caller makes sure that nothing else runs in this process."""

    def __init__(self, database: Database, writer: ResultWriter, attempts: AttemptRunner) -> None:
        self._database = database
        self._writer = writer
        self._attempts = attempts

    async def run(self, item: WorkItem) -> AttemptResult:
        chunk = item.chunk.enqueued
        await self._writer.flush()  # if this worker dies now, no other result is lost with it
        try:
            async with self._database.unit() as session:
                started = await start_solo(session, chunk=chunk)
        except Unavailable:
            return NotStarted(timings.HEARTBEAT_SECONDS)
        if not started:
            return NotStarted(None)
        try:
            return await self._attempts.run(item)
        finally:
            await self._take_back(chunk)

    async def _take_back(self, chunk: EnqueuedChunk) -> None:
        """Record that this worker did not die. Wait while the database is away: nothing else runs meanwhile."""
        while True:
            try:
                async with self._database.unit() as session:
                    await repository.update_solo_starts(session, chunk, -1)
            except Unavailable:
                await asyncio.sleep(timings.HEARTBEAT_SECONDS)
            else:
                return

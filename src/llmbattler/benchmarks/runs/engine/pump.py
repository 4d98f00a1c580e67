"""Work on runs in this process: until it is told to stop, or until one run has ended."""

import asyncio
from uuid import UUID

from llmbattler.connectors.ticker import unpaced_reads
from llmbattler.core.db import Database
from llmbattler.core.logs import get_logger
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

from ..models import RunStatus
from . import repository
from .retrying import Patience
from .working import Working

RESTART_SECONDS = 1.0
HASTE = 16
"""Reads of one answer that come as fast as they can; longer answers are read ten times a second."""

_log = get_logger(__name__)


class Pump:
    """One for a process."""

    def __init__(self, resources: Resources, *, patience: Patience | None = None) -> None:
        self._resources = resources
        self._patience = patience or Patience()
        self._grace = resources.get(Settings).shutdown_grace

    async def run(self) -> None:
        """Work until cancelled; then give back what is held, within the time that there is for shutting down."""
        unpaced_reads.set(HASTE)
        while True:
            shift = Working(self._resources, self._patience)
            try:
                await shift.work(asyncio.Event().wait, self._grace)
            except Exception as problem:  # noqa: BLE001 - one mistake must not end the work on all runs for ever
                _log.error("work on runs broke off; it starts again", exc_info=problem)
            await asyncio.sleep(RESTART_SECONDS)

    async def drain(self, run_id: UUID) -> RunStatus | None:
        """Work on all runs until this one has ended, and say how it did."""
        unpaced_reads.set(HASTE)
        shift = Working(self._resources, self._patience)
        await shift.work(lambda: shift.wait_for_end(run_id), self._grace)
        async with self._resources.get(Database).unit() as session:
            return await repository.get_status(session, run_id)

"""The loops of a worker: listen for changes, send heartbeats, claim chunks, finish runs, and release all at the end."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from uuid import UUID

from llmbattler.core.db import Database
from llmbattler.core.errors import Unavailable
from llmbattler.core.ids import uuid7
from llmbattler.core.live import LiveHub
from llmbattler.core.logs import get_logger
from llmbattler.core.resources import Resources

from ...topics import WORK
from .. import repository, timings
from ..active_runs import ActiveRuns
from ..retries import RetryPolicy
from ..service import finish_runs
from .claims import ChunkClaimer
from .dispatcher import Dispatcher
from .heartbeat import Heartbeat

RELEASE_SECONDS = 2.0
"""The part of the shutdown grace period that is kept for writing results and releasing chunks."""
LISTEN_SECONDS = 0.05
"""A thousand runs that start at once cause one heartbeat."""

_log = get_logger(__name__)


class Worker:
    def __init__(self, resources: Resources, retry_policy: RetryPolicy) -> None:
        self._database = resources.get(Database)
        self._hub = resources.get(LiveHub)
        self._beat_requested = asyncio.Event()
        self._dispatcher = Dispatcher(
            resources, worker=uuid7(), retry_policy=retry_policy, on_stop=self._beat_requested.set
        )
        self._active = ActiveRuns(self._dispatcher.worker)
        self._claimer = ChunkClaimer(
            self._database, self._dispatcher, self._active, on_budget_run=self._beat_requested.set
        )
        self._heartbeat = Heartbeat(self._database, self._dispatcher, self._active, self._claimer)
        self._beat_done = asyncio.Condition()

    async def work(self, until: Callable[[], Awaitable[object]], grace: float) -> None:
        """Work until `until` returns or this task is cancelled, then close within `grace` seconds."""
        writing = asyncio.create_task(self._dispatcher.writer.run(), name="bench-writer")
        loops = [
            asyncio.create_task(loop, name="bench")
            for loop in (self._listen(), self._send_heartbeats(), self._claimer.run(), self._finish_emptied())
        ]
        ending = asyncio.ensure_future(_wait(until))
        try:
            done, _ = await asyncio.wait({writing, *loops, ending}, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            closing = asyncio.create_task(self._close(writing, [*loops, ending], grace))
            with suppress(asyncio.CancelledError):
                await asyncio.shield(closing)
            await closing

    async def _close(self, writing: asyncio.Task[None], loops: list[asyncio.Task[Any]], grace: float) -> None:
        for task in loops:
            task.cancel()
        await asyncio.gather(*loops, return_exceptions=True)
        renewing = asyncio.create_task(self._renew_leases())
        await self._dispatcher.close(grace - RELEASE_SECONDS)
        renewing.cancel()
        try:
            async with asyncio.timeout(RELEASE_SECONDS):
                if not writing.done():
                    await self._dispatcher.writer.wait_until_empty()
                async with self._database.unit() as session:
                    await repository.delete_worker(session, self._dispatcher.worker)
                await self._finish(self._dispatcher.emptied_runs)
        except (TimeoutError, Unavailable):
            _log.warning("chunks were not released; other workers reclaim them when the leases expire")
        writing.cancel()
        await asyncio.gather(writing, renewing, return_exceptions=True)

    async def _renew_leases(self) -> None:
        """Keep the leases while the last answers arrive, so that no other worker asks for them again."""
        while True:
            await asyncio.sleep(timings.RENEW_SECONDS)
            with suppress(Unavailable):
                async with self._database.unit() as session:
                    await repository.update_leases(session, self._dispatcher.worker, timings.LEASE)

    async def wait_for_end(self, run_id: UUID) -> None:
        """Return when a run is no longer running."""
        async with self._beat_done:
            await self._beat_done.wait_for(lambda: self._heartbeat.steady_since is not None)
            await self._beat_done.wait_for(lambda: run_id not in self._active.runs)

    async def _listen(self) -> None:
        with self._hub.subscribe(WORK) as subscription:
            while True:
                await subscription.next()
                subscription.clear()
                self._beat_requested.set()
                await asyncio.sleep(LISTEN_SECONDS)

    async def _send_heartbeats(self) -> None:
        while True:
            self._beat_requested.clear()
            await self._heartbeat.beat()
            async with self._beat_done:
                self._beat_done.notify_all()
            busy = self._active.runs or self._dispatcher.states
            await asyncio.sleep(timings.SHORTEST_SECONDS)
            with suppress(TimeoutError):
                async with asyncio.timeout(timings.HEARTBEAT_SECONDS if busy else timings.IDLE_SECONDS):
                    await self._beat_requested.wait()

    async def _finish_emptied(self) -> None:
        dispatcher = self._dispatcher
        while True:
            await dispatcher.run_emptied.wait()
            dispatcher.run_emptied.clear()
            runs, dispatcher.emptied_runs = dispatcher.emptied_runs, set()
            try:
                await self._finish(runs)
            except Unavailable:
                dispatcher.emptied_runs |= runs
                await asyncio.sleep(timings.HEARTBEAT_SECONDS)
                dispatcher.run_emptied.set()

    async def _finish(self, runs: set[UUID]) -> None:
        if not runs:
            return
        async with self._database.unit() as session:
            finished = await finish_runs(session, runs=runs)
        if finished:
            self._beat_requested.set()


async def _wait(until: Callable[[], Awaitable[object]]) -> None:
    await until()

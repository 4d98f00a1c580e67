"""The loops of a worker: run the jobs of chunks, exchange state, finish runs, repair, and release all at the end."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from uuid import UUID

from llmbattler.core.db import Database
from llmbattler.core.errors import Unavailable
from llmbattler.core.ids import uuid7
from llmbattler.core.jobs import JobQueue, QueueTimings, QueueWorker
from llmbattler.core.live import LiveHub
from llmbattler.core.logs import get_logger
from llmbattler.core.resources import Resources
from llmbattler.core.tasks import cancel_tasks

from ...models import RunStatus
from ...topics import CHUNK_JOB, CHUNK_QUEUE, WORK
from .. import repository, timings
from ..retries import RetryPolicy
from ..service import enqueue_idle_runs, finish_runs
from ..shares import Holders
from .chunk_jobs import ChunkJobs
from .dispatcher import Dispatcher
from .heartbeat import Heartbeat
from .repair import release_orphans

MAX_CHUNKS = 256
"""Chunks that a process holds at once. Most of those above the window of all runs are parked."""
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
        self._repair_requested = asyncio.Event()
        self._changed = asyncio.Event()
        self._dispatcher = Dispatcher(
            resources, worker=uuid7(), retry_policy=retry_policy, on_stop=self._beat_requested.set
        )
        self._chunk_jobs = ChunkJobs(resources, self._dispatcher, on_open=self._beat_requested.set)
        self._queue = QueueWorker(
            resources.get(JobQueue),
            queue=CHUNK_QUEUE,
            name=CHUNK_JOB,
            handle=self._chunk_jobs.handle,
            concurrency=MAX_CHUNKS,
            timings=QueueTimings(
                beat=timings.JOB_BEAT_SECONDS, stalled=timings.STALLED_SECONDS, poll=timings.POLL_SECONDS
            ),
        )
        self._heartbeat = Heartbeat(self._database, self._dispatcher, self._list_holders)

    async def work(self, until: Callable[[], Awaitable[object]], grace: float) -> None:
        """Work until `until` returns or this task is cancelled, then close within `grace` seconds."""
        writing = asyncio.create_task(self._dispatcher.writer.run(), name="bench-writer")
        jobs = asyncio.create_task(self._queue.run(), name="bench-jobs")
        loops = [
            asyncio.create_task(loop, name="bench")
            for loop in (
                self._listen(),
                self._send_heartbeats(),
                self._chunk_jobs.run(),
                self._finish_emptied(),
                self._repair(),
                self._retry_stalled(),
            )
        ]
        ending = asyncio.ensure_future(_wait(until))
        try:
            done, _ = await asyncio.wait({writing, jobs, *loops, ending}, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            closing = asyncio.create_task(self._close(writing, jobs, [*loops, ending], grace))
            with suppress(asyncio.CancelledError):
                await asyncio.shield(closing)
            await closing

    async def _close(
        self, writing: asyncio.Task[None], jobs: asyncio.Task[None], loops: list[asyncio.Task[Any]], grace: float
    ) -> None:
        self._queue.stop(grace)
        await cancel_tasks(loops)
        self._chunk_jobs.close()
        await self._dispatcher.close(grace - RELEASE_SECONDS)
        try:
            async with asyncio.timeout(RELEASE_SECONDS):
                if not writing.done():
                    await self._dispatcher.writer.wait_until_empty()
                await self._finish(self._dispatcher.emptied_runs)
                await asyncio.wait({jobs})
        except (TimeoutError, Unavailable):
            _log.warning("chunks were not released; other workers get them when this one looks dead")
        await cancel_tasks([writing, jobs])

    async def _list_holders(self) -> Holders:
        if not self._dispatcher.states:
            return Holders()
        return Holders(self._queue.worker_id, await self._queue.list_claims())

    async def wait_for_end(self, run_id: UUID) -> None:
        """Return when a run is no longer running."""
        while True:
            self._changed.clear()
            with suppress(Unavailable):
                async with self._database.unit() as session:
                    if await repository.get_status(session, run_id) is not RunStatus.RUNNING:
                        return
            await _wait_for(self._changed, timings.HEARTBEAT_SECONDS)

    async def _listen(self) -> None:
        with self._hub.subscribe(WORK) as subscription:
            while True:
                await subscription.next()
                subscription.clear()
                for event in (self._beat_requested, self._repair_requested, self._changed):
                    event.set()
                await asyncio.sleep(LISTEN_SECONDS)

    async def _send_heartbeats(self) -> None:
        while True:
            if not self._dispatcher.states:
                await self._beat_requested.wait()
            self._beat_requested.clear()
            await self._heartbeat.beat()
            await asyncio.sleep(timings.SHORTEST_SECONDS)
            await _wait_for(self._beat_requested, timings.HEARTBEAT_SECONDS)

    async def _repair(self) -> None:
        """Enqueue chunks of runs that were started or resumed, and now and then look for what got lost."""
        loop = asyncio.get_running_loop()
        searched_at = float("-inf")
        while True:
            self._repair_requested.clear()
            try:
                if loop.time() - searched_at >= timings.REPAIR_SECONDS:
                    searched_at = loop.time()
                    await release_orphans(self._database, self._queue.list_ids)
                async with self._database.unit() as session:
                    emptied = await enqueue_idle_runs(session)
                self._dispatcher.note_emptied(emptied)
            except Unavailable:
                await asyncio.sleep(timings.HEARTBEAT_SECONDS)
                self._repair_requested.set()
            await _wait_for(self._repair_requested, timings.REPAIR_SECONDS)

    async def _retry_stalled(self) -> None:
        loop = asyncio.get_running_loop()
        steady_since = loop.time()
        while True:
            await asyncio.sleep(timings.CHECK_SECONDS)
            try:
                if loop.time() - steady_since >= timings.STEADY_SECONDS:
                    await self._queue.retry_stalled()
                else:
                    await self._queue.list_claims()
            except Unavailable:
                steady_since = loop.time()

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
            self._changed.set()


async def _wait(until: Callable[[], Awaitable[object]]) -> None:
    await until()


async def _wait_for(event: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()

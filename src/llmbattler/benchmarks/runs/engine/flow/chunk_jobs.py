"""Takes the jobs of chunks that this process has claimed, and loads their items."""

import asyncio
from collections.abc import Callable, Collection
from uuid import UUID

from llmbattler.core.db import Database
from llmbattler.core.errors import AppError, Unavailable
from llmbattler.core.jobs import ClaimedJob
from llmbattler.core.logs import get_logger
from llmbattler.core.resources import Resources
from llmbattler.scorers.errors import NoSandbox

from ...models import Run, RunStatus
from .. import repository, timings
from ..claims import ClaimedChunk, EnqueuedChunk
from ..run_state import RunState
from ..service import reclaim_chunk, stop_run
from .dispatcher import Dispatcher
from .loader import WorkLoader

GATHER_SECONDS = 0.05
"""Chunks that arrive within this time, while enough others wait, are loaded together."""

_log = get_logger(__name__)


class ChunkJobs:
    def __init__(self, resources: Resources, dispatcher: Dispatcher, *, on_open: Callable[[], None]) -> None:
        """`on_open` is called when a run was opened: its share and its spending must be read before it starts."""
        self._database = resources.get(Database)
        self._dispatcher = dispatcher
        self._on_open = on_open
        self._loader = WorkLoader(resources, dispatcher.gates, dispatcher.clock)
        self._arrived: dict[int, EnqueuedChunk] = {}
        self._arrival = asyncio.Event()

    async def handle(self, job: ClaimedJob) -> None:
        """Return when the chunk of this job is finished or released. If cancelled, it is released soon."""
        chunk = EnqueuedChunk(UUID(job.arguments["run_id"]), job.arguments["number"], job.id)
        if job.stalled:
            await self._reclaim(chunk)
            return
        closed = self._dispatcher.expect(chunk)
        if self._dispatcher.closing:
            self._dispatcher.writer.release_chunk(chunk)
        else:
            self._arrived[chunk.job_id] = chunk
            self._arrival.set()
        try:
            await closed
        except asyncio.CancelledError:
            if self._arrived.pop(chunk.job_id, None) is not None:
                self._dispatcher.writer.release_chunk(chunk)
            self._dispatcher.release_chunk(chunk)

    async def _reclaim(self, chunk: EnqueuedChunk) -> None:
        while True:
            try:
                async with self._database.unit() as session:
                    emptied = await reclaim_chunk(session, chunk=chunk)
            except Unavailable:
                await asyncio.sleep(timings.HEARTBEAT_SECONDS)
            else:
                self._dispatcher.note_emptied(emptied)
                return

    async def run(self) -> None:
        """Load what arrives, until cancelled."""
        while True:
            await self._arrival.wait()
            if self._dispatcher.has_reserve:
                await asyncio.sleep(GATHER_SECONDS)
            self._arrival.clear()
            try:
                await self._load(list(self._arrived.values()))
            except Unavailable:
                await asyncio.sleep(timings.HEARTBEAT_SECONDS)
                self._arrival.set()
            self._dispatcher.wake()

    def close(self) -> None:
        """Release what was not loaded yet."""
        for chunk in self._arrived.values():
            self._dispatcher.writer.release_chunk(chunk)
        self._arrived.clear()

    async def _load(self, arrived: list[EnqueuedChunk]) -> None:
        await self._open_runs({one.run_id for one in arrived if not self._is_open(one.run_id)})
        states = dict(self._dispatcher.states)
        async with self._database.unit() as session:
            found = await repository.list_chunks(session, arrived)
            usable = [one for one in found if self._is_open(one.enqueued.run_id)]
            items = await self._loader.load(session, usable, states) if usable else []
        # Nothing is awaited below, so runs and jobs that have ended meanwhile are noticed here and never later.
        self._end_stale(arrived, {one.enqueued.job_id for one in found})
        held = {one for one in usable if self._hold(one, states[one.enqueued.run_id])}
        for one in found:
            if one not in held and self._arrived.pop(one.enqueued.job_id, None) is not None:
                self._dispatcher.writer.release_chunk(one.enqueued)
        for item, wait in items:
            if item.chunk in held:
                self._dispatcher.enqueue(item, wait)

    def _end_stale(self, arrived: list[EnqueuedChunk], found: set[int]) -> None:
        """End the jobs of chunks that do not exist any more or have another job."""
        for chunk in arrived:
            if chunk.job_id not in found:
                self._arrived.pop(chunk.job_id, None)
                self._dispatcher.forget(chunk)

    def _hold(self, chunk: ClaimedChunk, state: RunState) -> bool:
        """Keep a loaded chunk, unless its run was closed or its job was cancelled meanwhile."""
        if self._dispatcher.states.get(state.run_id) is not state or state.closing:
            return False
        if self._arrived.pop(chunk.enqueued.job_id, None) is None:
            return False
        state.chunks[chunk.enqueued.job_id] = chunk
        if chunk.left == 0:
            self._dispatcher.finish(state, chunk)
        return True

    def _is_open(self, run_id: UUID) -> bool:
        state = self._dispatcher.states.get(run_id)
        return state is not None and not state.closing

    async def _open_runs(self, run_ids: Collection[UUID]) -> None:
        if not run_ids:
            return
        async with self._database.unit() as session:
            runs = await repository.list_runs(session, run_ids)
        for run in runs.values():
            if run.status is RunStatus.RUNNING:
                await self._open(run)

    async def _open(self, run: Run) -> None:
        """Open a run. If that fails for a reason that any worker would meet, stop the run with this reason."""
        state = self._dispatcher.states.get(run.run_id)
        if state is not None:  # it was resumed before its last calls have ended
            state.run, state.closing, state.stop_reason = run, False, None
            return
        try:
            state = await self._loader.open(run)
        except Exception as problem:  # one run that cannot be opened must not end the work on all others
            if isinstance(problem, Unavailable) and not isinstance(problem, NoSandbox):
                raise
            async with self._database.unit() as session:
                await stop_run(session, run_id=run.run_id, reason=_describe(problem))
            return
        self._dispatcher.add_state(state)
        self._on_open()


def _describe(problem: Exception) -> str:
    if isinstance(problem, AppError):
        return str(problem)
    _log.error("a run cannot be opened", exc_info=problem)
    return f"The suite could not be opened ({type(problem).__name__}). See the worker's log for details."

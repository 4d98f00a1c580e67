"""The generations of one process. They belong to the process, not to the connection that asked for them."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any
from uuid import UUID, uuid4

from llmbattler.connectors.errors import ConnectorError
from llmbattler.connectors.ticker import Ticker
from llmbattler.core.db import Database, Session
from llmbattler.core.errors import AppError, Unavailable
from llmbattler.core.logs import get_logger
from llmbattler.core.tasks import cancel_tasks

from .. import repository, service
from ..contract import (
    Ended,
    EndWriter,
    Failure,
    GenerationKey,
    GenerationOwners,
    Outcome,
    Pacing,
    StreamFailure,
    StreamRequest,
)
from ..errors import TooManyStarts
from ..running_generation import Offset, Progress, RunningGeneration
from .checkpoints import Checkpoints
from .follow import follow_stored
from .stream import read_stream
from .sweep import sweep_generations

TICKS_PER_BATCH = 32
"""After this many generations other callbacks of the event loop run."""
CHECKPOINT_SECONDS = 0.25
CHECKPOINTS_PER_LEASE = 4
PING_SECONDS = 10.0
SWEEP_SECONDS = 5.0
RESTART_SECONDS = 1.0
OPENINGS = 7
OPENING_SECONDS = 30.0
RETRY_SECONDS = (0.2, 0.5, 1.0, 2.0)
RETRY_FOR_SECONDS = 120.0
CLOSE_SECONDS = 1.0
STOP_LOOKS = 40
STOP_LOOK_SECONDS = 0.1

_log = get_logger(__name__)


class Generations:
    """All generations of the process share one ticker and one writer of checkpoints."""

    def __init__(self, database: Database, owners: GenerationOwners, ticker: Ticker) -> None:
        self.process = uuid4()
        self.leaving = False
        self._database = database
        self._owners = owners
        self._ticker = ticker
        self._running: dict[GenerationKey, RunningGeneration] = {}
        self._tasks: dict[GenerationKey, asyncio.Task[None]] = {}
        self._loops: dict[str, asyncio.Task[None]] = {}
        self._busy = asyncio.Event()
        self._due = asyncio.Event()
        self._openings = asyncio.Semaphore(OPENINGS)
        self._checkpoints = Checkpoints(database, ticker, self.process)

    async def open(self) -> None:
        for loop in (self._tick, self._checkpoint, self._sweep):
            self._keep_running(loop)

    def _keep_running(self, loop: Callable[[], Coroutine[None, None, None]]) -> None:
        """Restart a loop whenever it fails: all generations depend on it."""
        task = asyncio.create_task(loop(), name=f"generations{loop.__name__}")
        self._loops[loop.__name__] = task

        def restart(ended: asyncio.Task[None]) -> None:
            if not ended.cancelled():
                _report(ended)
                asyncio.get_running_loop().call_later(RESTART_SECONDS, self._keep_running, loop)

        task.add_done_callback(restart)

    async def close(self, grace: float) -> None:
        """Wait for generations within the grace time, fail the others, then close the connection."""
        await self._wait_for_tasks(grace)
        self.announce_shutdown()
        for run in tuple(self._running.values()):
            self._cancel(run, Failure.FAILED)
        await self._wait_for_tasks(CLOSE_SECONDS)
        # These wait for an unavailable database; a later sweep ends their generations.
        await cancel_tasks(tuple(self._tasks.values()))
        await cancel_tasks(tuple(self._loops.values()))
        await self._checkpoints.close()

    async def _wait_for_tasks(self, seconds: float) -> None:
        if self._tasks:
            await asyncio.wait(tuple(self._tasks.values()), timeout=seconds)

    def announce_shutdown(self) -> None:
        """Tell all followers that this process is about to stop."""
        self.leaving = True
        for run in self._running.values():
            run.announce_shutdown()

    @asynccontextmanager
    async def opening(self) -> AsyncIterator[None]:
        """Limit how many generations are opened at once.

        Otherwise a crowd that comes at once would take every connection of the pool, and the writer that renews the
        leases of the others would be refused one.
        """
        try:
            async with asyncio.timeout(OPENING_SECONDS):
                await self._openings.acquire()
        except TimeoutError:
            raise TooManyStarts(retry_after=2) from None
        try:
            yield
        finally:
            self._openings.release()

    def begin(
        self,
        key: GenerationKey,
        *,
        plan: Any,  # noqa: ANN401 - its owner's
        pacing: Pacing,
        needs_all: bool = True,
    ) -> RunningGeneration:
        """Start answering. The unit of work that opened the generation must be committed."""
        owner = self._owners.get(key.kind)
        run = RunningGeneration(key, owner=owner, plan=plan, pacing=pacing, needs_all=needs_all)
        self._running[key] = run
        task = asyncio.create_task(self._run(run), name=f"{key.kind} {key.subject_id} {key.part}")
        task.add_done_callback(_report)
        self._tasks[key] = task
        self._busy.set()
        return run

    def follow(self, key: GenerationKey, seen: Offset) -> AsyncIterator[Progress]:
        """Follow a generation: of this process from memory, of another one from what is stored.

        `seen` has one number per stream.
        """
        run = self._running.get(key)
        if run is not None:
            return run.follow(seen)
        return follow_stored(
            self._database,
            self._owners.get(key.kind),
            key,
            seen,
            ping_seconds=PING_SECONDS,
            is_leaving=lambda: self.leaving,
        )

    def stop_local(self, subject_id: UUID) -> None:
        """Stop all streams of a subject in this process."""
        for run in [run for run in self._running.values() if run.key.subject_id == subject_id]:
            self._cancel(run, Failure.STOPPED)

    async def stop(self, subject_id: UUID) -> None:
        """Stop the generation of a subject in any process, and return when it has ended."""
        async with self._database.unit() as session:
            await service.request_stop(session, subject_id=subject_id)
        self.stop_local(subject_id)
        for _ in range(STOP_LOOKS):
            async with self._database.unit() as session:
                if not await service.list_live(session, subject_ids=[subject_id]):
                    return
            await asyncio.sleep(STOP_LOOK_SECONDS)

    def _cancel(self, run: RunningGeneration, failure: Failure) -> None:
        if run.stopping is None and not run.all_shown.is_set():
            run.stopping = failure
            self._tasks[run.key].cancel()

    async def _run(self, run: RunningGeneration) -> None:
        ended: Ended | None = None
        try:
            await self._answer(run)
            if run.is_answered:
                await run.all_shown.wait()
                ended = await self._end(run, run.outcome())
        finally:
            try:
                # Stored before followers are notified, because they may read the result at once.
                if ended is None:
                    # From here on a stop is ignored, so that it cannot interrupt storing.
                    run.stopping = run.stopping or Failure.FAILED
                    ended = await self._end(run, run.outcome(run.stopping))
            finally:
                run.end(Ended(Failure.FAILED) if ended is None else ended)
                del self._running[run.key], self._tasks[run.key]

    async def _answer(self, run: RunningGeneration) -> None:
        requests = await run.owner.prepare(run.plan)
        try:
            async with asyncio.TaskGroup() as group:
                for index, request in enumerate(requests):
                    if request is None:
                        run.pacing.streams[index].finished = True
                    else:
                        group.create_task(self._read(run, index, request))
        except* ConnectorError:
            pass  # logged where it was raised

    async def _read(self, run: RunningGeneration, index: int, request: StreamRequest) -> None:
        buffer = run.pacing.streams[index]
        try:
            run.answers[index] = await read_stream(request, buffer)
        except ConnectorError as error:
            run.failures[index] = StreamFailure(error.kind.value, error.report)
            subject = str(run.key.subject_id)
            _log.warning("a stream failed", kind=run.key.kind, subject=subject, stream=index, failure=error.kind.value)
            if run.needs_all:
                raise  # ends the other streams
            buffer.cut()

    async def _end(self, run: RunningGeneration, outcome: Outcome) -> Ended:
        """Store the outcome. If answers were shown, wait for an unavailable database."""
        run.storing = True
        write = await run.owner.end(run.plan, outcome)
        clock = asyncio.get_running_loop().time
        patient = outcome.failure in {None, Failure.STOPPED}
        deadline = clock() + (RETRY_FOR_SECONDS if patient else 0.0)
        for attempt in itertools.count():
            try:
                async with self._database.unit() as session:
                    return await self._write_end(session, run, write)
            except AppError as error:
                if not isinstance(error, Unavailable) or clock() >= deadline:
                    subject = str(run.key.subject_id)
                    _log.warning("a generation waits for the sweep", subject=subject, reason=error.title)
                    break
                await asyncio.sleep(RETRY_SECONDS[min(attempt, len(RETRY_SECONDS) - 1)])
        return Ended(outcome.failure or Failure.LOST)

    async def _write_end(self, session: Session, run: RunningGeneration, write: EndWriter) -> Ended:
        if await service.close_generation(session, key=run.key):
            return await write(session)
        # Ended already: by a sweep, or by a unit whose commit the database could not confirm.
        stored = await run.owner.find_end(session, run.key)
        return Ended(Failure.LOST) if stored is None else stored.ended

    async def _tick(self) -> None:
        ping_at = checkpoint_at = 0.0
        while True:
            await self._wait_for_work()
            now = asyncio.get_running_loop().time()
            ping = now >= ping_at
            if ping:
                ping_at = now + PING_SECONDS
            for number, run in enumerate(tuple(self._running.values()), start=1):
                run.tick(now)
                if ping:
                    run.ping()
                if number % TICKS_PER_BATCH == 0:
                    await asyncio.sleep(0)
            if now >= checkpoint_at:
                checkpoint_at = max(checkpoint_at, now - CHECKPOINT_SECONDS) + CHECKPOINT_SECONDS
                self._due.set()
            await self._ticker.after_tick()

    async def _wait_for_work(self) -> None:
        """Wait until there is a generation, so that an idle process uses no CPU."""
        if not self._running:
            self._busy.clear()
            await self._busy.wait()

    async def _checkpoint(self) -> None:
        for number in itertools.count():
            await self._wait_for_work()
            await self._due.wait()
            self._due.clear()
            renew = number % CHECKPOINTS_PER_LEASE == 0
            renewal = await self._checkpoints.write(tuple(self._running.values()), renew=renew)
            for runs, failure in ((renewal.stop, Failure.STOPPED), (renewal.lost, Failure.LOST)):
                for run in runs:
                    if self._running.get(run.key) is run:
                        self._cancel(run, failure)

    async def _sweep(self) -> None:
        while True:
            with suppress(Unavailable):
                if await repository.find_leftovers(self._database.statement_connection):
                    await sweep_generations(self._database, self._owners)
            await asyncio.sleep(SWEEP_SECONDS)


def _report(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("a generation broke", exc_info=error)

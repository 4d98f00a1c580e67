"""Starts the items that a worker holds, fairly over all runs, and handles how their attempts end."""

import asyncio
import random
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from uuid import UUID

from llmbattler.connectors.errors import ConnectorError
from llmbattler.core.db import Database
from llmbattler.core.logs import get_logger
from llmbattler.core.resources import Resources
from llmbattler.core.tasks import cancel_tasks

from ..claims import ClaimedChunk, EnqueuedChunk
from ..gates import Gates
from ..retries import MODEL_FAILURES, RetryPolicy
from ..row_builder import RowBuilder
from ..rows import ResultRow
from ..run_state import RunState, StopCause, WorkItem
from ..service import SOLO_DEATHS
from .attempts import AttemptResult, AttemptRunner, Blocked, BudgetExceeded, Finished, NotStarted, Retry
from .result_writer import ResultWriter
from .solo_attempts import SoloAttempts

MAX_CALLS = 512
"""Concurrent calls of all runs in one process."""
FEW_RUNS = 8
"""With more runs nothing waits for the next chunk of one run, but handling each answer at once would take a while."""
FILL_DELAY = 0.005

_log = get_logger(__name__)


class Dispatcher:
    """Nothing here waits except `close`: methods are called when something has happened."""

    def __init__(
        self, resources: Resources, *, worker: UUID, retry_policy: RetryPolicy, on_stop: Callable[[], None]
    ) -> None:
        """`on_stop` is called when a run is to be stopped."""
        self._on_stop = on_stop
        self.worker = worker
        self.states: dict[UUID, RunState] = {}
        self.running = 0
        self.closing = False
        self.emptied_runs: set[UUID] = set()
        self.run_emptied = asyncio.Event()
        self.clock = time.monotonic
        self.gates = Gates(self.clock)
        self.writer = ResultWriter(resources.get(Database), on_chunks_closed=self._note_closed)
        self.writer.call_when_room(self.wake)
        self._rows = RowBuilder(worker)
        self._attempts = AttemptRunner(self.gates, self._rows, retry_policy=retry_policy, random=random.random)
        self._solo_attempts = SoloAttempts(resources.get(Database), self.writer, self._attempts)
        self._solo: WorkItem | None = None
        """The item that runs alone, or waits until nothing else runs."""
        self._expected: dict[int, asyncio.Future[None]] = {}
        self._retry_policy = retry_policy
        self._loop = asyncio.get_running_loop()
        self._turns: deque[UUID] = deque()
        self._wake_scheduled = False
        self._timer: asyncio.TimerHandle | None = None

    def expect(self, chunk: EnqueuedChunk) -> asyncio.Future[None]:
        """A future that ends when the chunk is finished or released."""
        return self._expected.setdefault(chunk.job_id, self._loop.create_future())

    def _note_closed(self, chunks: list[EnqueuedChunk], emptied: set[UUID]) -> None:
        for chunk in chunks:
            self.forget(chunk)
        self.note_emptied(emptied)

    def forget(self, chunk: EnqueuedChunk) -> None:
        """End the job of a chunk that this worker does not hold any more."""
        future = self._expected.pop(chunk.job_id, None)
        if future is not None and not future.done():
            future.set_result(None)

    def note_emptied(self, runs: set[UUID]) -> None:
        """Have it checked whether these runs are finished."""
        if runs:
            self.emptied_runs |= runs
            self.run_emptied.set()

    @property
    def has_reserve(self) -> bool:
        """Whether there is time to collect more before the next exchange with the database."""
        if len(self.states) > FEW_RUNS:
            return True
        return self.running > 0 and all(state.has_reserve for state in self.states.values())

    def add_state(self, state: RunState) -> None:
        self.states[state.run_id] = state
        self._turns.append(state.run_id)

    def remove_state(self, state: RunState) -> None:
        del self.states[state.run_id]
        self._turns.remove(state.run_id)

    def enqueue(self, item: WorkItem, wait: float = 0.0) -> None:
        cause = self._find_stop_cause(item)
        if cause is not None and item.needs_call:
            self._settle(item, self._rows.build_skipped(item, cause.kind, cause.error))
        else:
            item.state.add(item, at=self.clock() + wait if wait > 0 else None)

    def _find_stop_cause(self, item: WorkItem) -> StopCause | None:
        if item.model_id not in item.state.contestants:
            return StopCause("model_missing", f"This site has no model {item.model_id}.")
        return item.state.stop_causes.get(item.model_id)

    def wake(self) -> None:
        """Start what may start, soon; several calls are merged into one."""
        if not self._wake_scheduled and not self.closing:
            self._wake_scheduled = True
            if len(self.states) <= FEW_RUNS:
                self._loop.call_soon(self._fill)
            else:
                self._loop.call_later(FILL_DELAY, self._fill)

    def _fill(self) -> None:
        """Start everything that may run. Runs take turns, one item each."""
        self._wake_scheduled = False
        now = self.clock()
        for state in self.states.values():
            state.queue_due(now)
        while self._start_round():
            pass
        if not self.running:
            self.writer.write_now()
        if self._solo is not None and not self.running:
            self._start(self._solo)
        self._set_timer(now)

    def _start_round(self) -> bool:
        """One round; runs that got a turn move behind those that did not."""
        passed: list[UUID] = []
        served: list[UUID] = []
        while self._turns and self._may_start():
            run_id = self._turns.popleft()
            item = self.states[run_id].take_next()
            (passed if item is None else served).append(run_id)
            if item is not None and item.chunk.plan.deaths >= SOLO_DEATHS:
                self._solo = item
            elif item is not None:
                self._start(item)
        self._turns = deque([*passed, *self._turns, *served])
        return bool(served)

    def _may_start(self) -> bool:
        return not self.closing and self._solo is None and self.running < MAX_CALLS and self.writer.has_room

    def _set_timer(self, now: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        states = [state for state in self.states.values() if not state.is_ending]
        at = min((at for state in states for at in state.list_wake_times() if at > now), default=None)
        if at is not None:
            self._timer = self._loop.call_later(at - now, self.wake)

    def _start(self, item: WorkItem) -> None:
        item.state.running += 1
        item.chunk.running += 1
        self.running += 1
        item.acquire()
        attempts = self._solo_attempts if item is self._solo else self._attempts
        task: asyncio.Task[AttemptResult] = self._loop.create_task(attempts.run(item))
        item.state.tasks.add(task)
        task.add_done_callback(partial(self._end, item))

    def _end(self, item: WorkItem, task: asyncio.Task[AttemptResult]) -> None:
        item.state.tasks.discard(task)
        item.state.running -= 1
        item.chunk.running -= 1
        self.running -= 1
        if item is self._solo:
            self._solo = None
        item.leave_gate()
        if not task.cancelled():
            self._handle_result(item, task)
        item.release_reservation()
        if item.chunk.releasing:
            self._release(item.state, item.chunk)
        self.wake()

    def _handle_result(self, item: WorkItem, task: asyncio.Task[AttemptResult]) -> None:
        problem = task.exception()
        if problem is not None:
            _log.error("an attempt raised an unexpected error", run_id=str(item.state.run_id), exc_info=problem)
            self._settle(item, self._rows.build_failed(item, "internal", f"{type(problem).__name__}: {problem}"))
            return
        result = task.result()
        for answer in item.take_uncached():
            self.writer.add_answer(answer)
        match result:
            case Finished(row, error):
                self._settle(item, row)
                self._count_model_failure(item, error)
            case Retry(row, wait):
                item.charge(row.micro_usd, row.judge_micro_usd or 0)
                self.writer.add(row)
                self._queue_again(item, at=self.clock() + wait)
            case Blocked(error, wait):
                self._pause_model(item, error, wait)
            case BudgetExceeded() as exceeded:
                self._stop_for_budget(item, exceeded)
            case NotStarted(wait):
                self._end_unstarted(item, wait)

    def _queue_again(self, item: WorkItem, *, at: float | None = None) -> None:
        if not item.chunk.releasing:
            item.state.add(item, at=at)

    def _end_unstarted(self, item: WorkItem, wait: float | None) -> None:
        if wait is not None:
            self._queue_again(item, at=self.clock() + wait)
        else:
            self._count_settled(item)

    def _stop_for_budget(self, item: WorkItem, exceeded: BudgetExceeded) -> None:
        if exceeded.row is not None:
            item.charge(exceeded.row.micro_usd, exceeded.row.judge_micro_usd or 0)
            self.writer.add(exceeded.row)
        self.stop(item.state, exceeded.reason)

    def _settle(self, item: WorkItem, row: ResultRow) -> None:
        """Write the final result of an item, and finish its chunk with the last one."""
        self.writer.add(row)
        item.charge(row.micro_usd, row.judge_micro_usd or 0)
        self._count_settled(item)

    def _count_settled(self, item: WorkItem) -> None:
        chunk = item.chunk
        chunk.left -= 1
        if chunk.left == 0:
            self.finish(item.state, chunk)

    def finish(self, state: RunState, chunk: ClaimedChunk) -> None:
        """Delete a chunk that has all its results."""
        if state.chunks.pop(chunk.enqueued.job_id, None) is not None:
            self.writer.finish_chunk(chunk.enqueued)
            if not self.has_reserve:
                self.writer.write_now()

    def release_chunk(self, chunk: EnqueuedChunk) -> None:
        """Give a chunk back as soon as nothing of it is in flight. Does nothing for a chunk that is not held."""
        state = self.states.get(chunk.run_id)
        if state is not None and chunk.job_id in state.chunks:
            self._release_held(state, [state.chunks[chunk.job_id]])

    def _release_held(self, state: RunState, chunks: list[ClaimedChunk]) -> None:
        for chunk in chunks:
            chunk.releasing = True
        state.drop_items(set(chunks))
        if self._solo is not None and self._solo.chunk.releasing and not self._solo.chunk.running:
            self._solo = None
        for chunk in chunks:
            self._release(state, chunk)

    def _release(self, state: RunState, chunk: ClaimedChunk) -> None:
        if not chunk.running and state.chunks.pop(chunk.enqueued.job_id, None) is not None:
            self.writer.release_chunk(chunk.enqueued)

    def _count_model_failure(self, item: WorkItem, error: ConnectorError | None) -> None:
        """Stop asking a model whose key is refused, or that does not exist, after a few failures in a row."""
        state, model_id = item.state, item.model_id
        if error is None or error.kind not in MODEL_FAILURES:
            state.model_failures.pop(model_id, None)
            return
        failures = state.model_failures[model_id] = state.model_failures.get(model_id, 0) + 1
        if failures >= self._retry_policy.failures_in_a_row:
            self._stop_model(item, error, f"Not asked: the {failures} questions before it failed for this reason.")

    def _pause_model(self, item: WorkItem, error: ConnectorError, wait: float) -> None:
        state = item.state
        model_gate = state.model_gates[item.model_id]
        silent = model_gate.mark_unhealthy(error, wait, state.opened_at)
        if item.chunk.releasing:
            return
        state.add(item)  # to the end of the queue: not always the same item should probe the model
        if silent >= self._retry_policy.outage:
            reason = f"Given up after {silent / 60:.0f} minutes without an answer."
            self._stop_model(item, model_gate.last_error or error, reason)

    def _stop_model(self, item: WorkItem, error: ConnectorError, reason: str) -> None:
        state, model_id = item.state, item.model_id
        if model_id not in state.stop_causes:
            state.stop_causes[model_id] = StopCause(error.kind.value, f"{error} {reason}")
            _log.warning("a run stops asking a model", run_id=str(state.run_id), model_id=model_id, reason=error.kind)
        cause = state.stop_causes[model_id]
        # Also when the model was stopped before: an item that was in flight may have been queued since.
        for waiting in state.remove_model(model_id):
            self._settle(waiting, self._rows.build_skipped(waiting, cause.kind, cause.error))

    def stop(self, state: RunState, reason: str) -> None:
        state.stop_reason = state.stop_reason or reason
        self._on_stop()

    def close_state(self, state: RunState, *, cancel: bool) -> None:
        """Start nothing more for this run and release its chunks. Calls in flight may end, unless cancelled."""
        state.closing = True
        self.release_all(state)
        if cancel:
            for task in state.tasks:
                task.cancel()

    def release_all(self, state: RunState) -> None:
        self._release_held(state, list(state.chunks.values()))

    async def close(self, seconds: float) -> None:
        """Start nothing more and release all chunks. Calls in flight are cancelled after this many seconds."""
        self.closing = True
        for state in self.states.values():
            self.release_all(state)
        if self._timer is not None:
            self._timer.cancel()
        tasks = [task for state in self.states.values() for task in state.tasks]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=max(0.0, seconds))
            await cancel_tasks(late)

"""What a worker does with the questions it holds: starts as many as may run, fairly, and deals with how they end."""

import asyncio
import random
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from uuid import UUID

from llmbattler.catalog.deps import ModelCalls
from llmbattler.connectors.errors import ConnectorError
from llmbattler.core.db import Database
from llmbattler.core.logs import get_logger
from llmbattler.core.resources import Resources

from ..gates import Gates
from ..retries import MODEL_FAILURES, RetryPolicy
from ..rows import AnswerRow, ResultRow
from ..run_state import RunState, StopCause, WorkItem
from .attempts import AttemptResult, AttemptRunner, Blocked, BudgetExceeded, Finished, Retry
from .claims import ChunkLoader
from .result_writer import ChunkKey, ResultWriter

MOST_AT_ONCE = 512
"""Questions of all runs in one process."""
FEW_RUNS = 8
LOOK_SECONDS = 0.005
"""Looking through many runs takes a while; it is not done for every single answer."""

_log = get_logger(__name__)


class Dispatcher:
    """From when a worker begins until it ends. Nothing here waits: it is called when something has happened."""

    def __init__(
        self, resources: Resources, *, worker: UUID, retry_policy: RetryPolicy, call: Callable[[], None]
    ) -> None:
        """`call` is called when some run is to be stopped."""
        database = resources.get(Database)
        self._call = call
        self.worker = worker
        self.states: dict[UUID, RunState] = {}
        self.running = 0
        self.closing = False
        self.capacity_freed = asyncio.Event()
        """Some run could do with more questions."""
        self.suspects: set[ChunkKey] = set()
        """Pieces that workers died of, whose results are on their way: until they are written, they seem to be held."""
        self.emptied: set[UUID] = set()
        self.finished_some = asyncio.Event()
        self.clock = time.monotonic
        self.gates = Gates(self.clock)
        self.writer = ResultWriter(database, worker, emptied=self._note_emptied)
        self.writer.when_room(self.wake)
        self.loader = ChunkLoader(database, self.gates, worker, self.clock)
        self._asker = AttemptRunner(
            resources.get(ModelCalls), self.gates, worker=worker, retry_policy=retry_policy, random=random.random
        )
        self._retry_policy = retry_policy
        self._loop = asyncio.get_running_loop()
        self._turns: deque[UUID] = deque()
        self._awake = False
        self._timer: asyncio.TimerHandle | None = None

    def _note_emptied(self, runs: set[UUID]) -> None:
        """Only the last piece of a run can be its end; while more of it is here or waits, nobody need look."""
        if self.suspects:
            self.suspects &= self.writer.finishing
            self.capacity_freed.set()  # the next one that must be taken alone may be taken now
        for run_id in runs:
            state = self.states.get(run_id)
            if state is None or not (state.held or state.has_free):
                self.note_end(run_id)

    def note_end(self, run_id: UUID) -> None:
        """Somebody should look whether this run is at its end."""
        self.emptied.add(run_id)
        self.finished_some.set()

    def add_state(self, state: RunState) -> None:
        self.states[state.run_id] = state
        self._turns.append(state.run_id)

    def remove_state(self, state: RunState) -> None:
        del self.states[state.run_id]
        self._turns.remove(state.run_id)

    def enqueue(self, item: WorkItem, wait: float = 0.0) -> None:
        stop_cause = self._find_stop_cause(item)
        if stop_cause is not None and item.needs_call:
            self._settle(item, self._asker.leave_out(item, stop_cause.kind, stop_cause.error))
        else:
            item.state.add(item, at=self.clock() + wait if wait > 0 else None)

    def _find_stop_cause(self, item: WorkItem) -> StopCause | None:
        if item.model_id not in item.state.models:
            return StopCause("model_missing", f"This site has no model {item.model_id}.")
        return item.state.stop_causes.get(item.model_id)

    def wake(self) -> None:
        """Look soon whether something can be started; many reasons at once are one look."""
        if not self._awake and not self.closing:
            self._awake = True
            if len(self.states) <= FEW_RUNS:
                self._loop.call_soon(self._fill)
            else:
                self._loop.call_later(LOOK_SECONDS, self._fill)

    def _fill(self) -> None:
        """Start what may run; the runs take turns, one question each."""
        self._awake = False
        now = self.clock()
        for state in self.states.values():
            state.wake(now)
        while self._start_some():
            pass
        if not self.running:
            self.writer.hurry()
        if any(state.has_capacity for state in self.states.values()):
            self.capacity_freed.set()
        self._set_timer(now)

    def _start_some(self) -> bool:
        """One round; whoever got a turn stands behind those who did not."""
        passed: list[UUID] = []
        served: list[UUID] = []
        while self._turns and not self.closing and self.running < MOST_AT_ONCE and self.writer.has_room:
            run_id = self._turns.popleft()
            item = self.states[run_id].next()
            (passed if item is None else served).append(run_id)
            if item is not None:
                self._start(item)
        self._turns = deque([*passed, *self._turns, *served])
        return bool(served)

    def _set_timer(self, now: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        states = [state for state in self.states.values() if not state.is_ending]
        at = min((at for state in states for at in state.list_times() if at > now), default=None)
        if at is not None:
            self._timer = self._loop.call_later(at - now, self.wake)

    def _start(self, item: WorkItem) -> None:
        item.state.running += 1
        self.running += 1
        item.enter()
        task: asyncio.Task[AttemptResult] = self._loop.create_task(self._asker.ask(item))
        item.state.tasks.add(task)
        task.add_done_callback(partial(self._end, item))

    def _end(self, item: WorkItem, task: asyncio.Task[AttemptResult]) -> None:
        item.state.tasks.discard(task)
        item.state.running -= 1
        self.running -= 1
        item.leave()
        if not task.cancelled():
            self._take(item, task)
        item.settle()
        self.wake()

    def _take(self, item: WorkItem, task: asyncio.Task[AttemptResult]) -> None:
        problem = task.exception()
        if problem is not None:
            _log.error("a question broke", run_id=str(item.state.run_id), exc_info=problem)
            self._settle(item, self._asker.fail(item, "internal", f"{type(problem).__name__}: {problem}"))
            return
        match task.result():
            case Finished(row, answer, error):
                self._settle(item, row, answer)
                self._judge_model(item, error)
            case Retry(row, wait, answer):
                item.pay(row.micro_usd, row.judge_micro_usd or 0)
                self.writer.add(row, answer)
                if not item.state.closing:
                    item.state.add(item, at=self.clock() + wait)
            case Blocked(error, wait):
                self._block(item, error, wait)
            case BudgetExceeded() as unpaid:
                self._leave_unpaid(item, unpaid)

    def _leave_unpaid(self, item: WorkItem, unpaid: BudgetExceeded) -> None:
        if unpaid.answer is not None:
            self.writer.keep(unpaid.answer)
        if unpaid.row is not None:
            item.pay(unpaid.row.micro_usd, unpaid.row.judge_micro_usd or 0)
            self.writer.add(unpaid.row)
        self.stop(item.state, unpaid.sentence)

    def _settle(self, item: WorkItem, row: ResultRow, answer: AnswerRow | None = None) -> None:
        state, held = item.state, item.held
        self.writer.add(row, answer)
        item.pay(row.micro_usd, row.judge_micro_usd or 0)
        held.left -= 1
        if held.left == 0 and state.held.pop(held.plan.number, None) is not None:
            piece = (state.run_id, held.plan.number)
            self.writer.finish_chunk(piece)
            if held.plan.deaths:
                self.suspects.add(piece)

    def _judge_model(self, item: WorkItem, error: ConnectorError | None) -> None:
        """A key that is refused again and again, or a model that is not there, need not be asked two thousand times."""
        state, model_id = item.state, item.model_id
        if error is None or error.kind not in MODEL_FAILURES:
            state.refusals.pop(model_id, None)
            return
        state.refusals[model_id] = state.refusals.get(model_id, 0) + 1
        if state.refusals[model_id] >= self._retry_policy.in_a_row:
            self._stop_model(
                item, error, f"Not asked: {state.refusals[model_id]} questions before it failed in this way."
            )

    def _block(self, item: WorkItem, error: ConnectorError, wait: float) -> None:
        state = item.state
        model_gate = state.model_gates[item.model_id]
        silent = model_gate.mark_unhealthy(error, wait, state.opened_at)
        if state.closing:
            return
        state.add(item)  # behind the others: the next one to find out shall not always be the same
        if silent >= self._retry_policy.outage:
            self._stop_model(
                item, model_gate.last_error or error, f"Given up after {silent / 60:.0f} minutes without an answer."
            )

    def _stop_model(self, item: WorkItem, error: ConnectorError, why: str) -> None:
        state, model_id = item.state, item.model_id
        if model_id not in state.stop_causes:
            state.stop_causes[model_id] = StopCause(error.kind.value, f"{error} {why}")
            _log.warning(
                "a model is not asked any more", run_id=str(state.run_id), model_id=model_id, reason=error.kind
            )
        stop_cause = state.stop_causes[model_id]
        # Also of one that is known to be lost: a question that was under way may have come back since.
        for waiting in state.take_model(model_id):
            self._settle(waiting, self._asker.leave_out(waiting, stop_cause.kind, stop_cause.error))

    def stop(self, state: RunState, reason: str) -> None:
        state.stop_reason = state.stop_reason or reason
        self._call()

    def close_state(self, state: RunState, *, at_once: bool) -> None:
        """Ask nothing more for this run; what is being asked may end, unless nobody wants it any more."""
        state.closing = True
        state.clear()
        if at_once:
            for task in state.tasks:
                task.cancel()

    async def close(self, seconds: float) -> None:
        """Ask nothing more. What is being asked has so many seconds to end; then it is broken off."""
        self.closing = True
        if self._timer is not None:
            self._timer.cancel()
        tasks = [task for state in self.states.values() for task in state.tasks]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=max(0.0, seconds))
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

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

from .asking import Again, Asker, Blocked, Done, Ending, Unpaid
from .claiming import Claimer
from .desks import Desk, Doom, Item
from .gates import Gates
from .recording import ChunkKey, Recorder
from .retrying import OF_THE_MODEL, Patience
from .rows import AnswerRow, ResultRow

MOST_AT_ONCE = 512
"""Questions of all runs in one process."""
FEW_RUNS = 8
LOOK_SECONDS = 0.005
"""Looking through many runs takes a while; it is not done for every single answer."""

_log = get_logger(__name__)


class Shift:
    """From when a worker begins until it ends. Nothing here waits: it is called when something has happened."""

    def __init__(self, resources: Resources, *, worker: UUID, patience: Patience, call: Callable[[], None]) -> None:
        """`call` is called when some run is to be stopped."""
        database = resources.get(Database)
        self._call = call
        self.worker = worker
        self.desks: dict[UUID, Desk] = {}
        self.running = 0
        self.closing = False
        self.hungry = asyncio.Event()
        """Some run could do with more questions."""
        self.suspects: set[ChunkKey] = set()
        """Pieces that workers died of, whose results are on their way: until they are written, they seem to be held."""
        self.emptied: set[UUID] = set()
        self.finished_some = asyncio.Event()
        self.clock = time.monotonic
        self.gates = Gates(self.clock)
        self.recorder = Recorder(database, worker, emptied=self._note_emptied)
        self.recorder.when_room(self.wake)
        self.claimer = Claimer(database, self.gates, worker, self.clock)
        self._asker = Asker(
            resources.get(ModelCalls), self.gates, worker=worker, patience=patience, random=random.random
        )
        self._patience = patience
        self._loop = asyncio.get_running_loop()
        self._turns: deque[UUID] = deque()
        self._awake = False
        self._timer: asyncio.TimerHandle | None = None

    def _note_emptied(self, runs: set[UUID]) -> None:
        """Only the last piece of a run can be its end; while more of it is here or waits, nobody need look."""
        if self.suspects:
            self.suspects &= self.recorder.finishing
            self.hungry.set()  # the next one that must be taken alone may be taken now
        for run_id in runs:
            desk = self.desks.get(run_id)
            if desk is None or not (desk.held or desk.has_free):
                self.note_end(run_id)

    def note_end(self, run_id: UUID) -> None:
        """Somebody should look whether this run is at its end."""
        self.emptied.add(run_id)
        self.finished_some.set()

    def add_desk(self, desk: Desk) -> None:
        self.desks[desk.run_id] = desk
        self._turns.append(desk.run_id)

    def remove_desk(self, desk: Desk) -> None:
        del self.desks[desk.run_id]
        self._turns.remove(desk.run_id)

    def enqueue(self, item: Item, wait: float = 0.0) -> None:
        doom = self._find_doom(item)
        if doom is not None and item.needs_call:
            self._settle(item, self._asker.leave_out(item, doom.kind, doom.error))
        else:
            item.desk.add(item, at=self.clock() + wait if wait > 0 else None)

    def _find_doom(self, item: Item) -> Doom | None:
        if item.model_id not in item.desk.models:
            return Doom("model_missing", f"This site has no model {item.model_id}.")
        return item.desk.dooms.get(item.model_id)

    def wake(self) -> None:
        """Look soon whether something can be started; many reasons at once are one look."""
        if not self._awake and not self.closing:
            self._awake = True
            if len(self.desks) <= FEW_RUNS:
                self._loop.call_soon(self._fill)
            else:
                self._loop.call_later(LOOK_SECONDS, self._fill)

    def _fill(self) -> None:
        """Start what may run; the runs take turns, one question each."""
        self._awake = False
        now = self.clock()
        for desk in self.desks.values():
            desk.wake(now)
        while self._start_some():
            pass
        if not self.running:
            self.recorder.hurry()
        if any(desk.is_hungry for desk in self.desks.values()):
            self.hungry.set()
        self._set_timer(now)

    def _start_some(self) -> bool:
        """One round; whoever got a turn stands behind those who did not."""
        passed: list[UUID] = []
        served: list[UUID] = []
        while self._turns and not self.closing and self.running < MOST_AT_ONCE and self.recorder.has_room:
            run_id = self._turns.popleft()
            item = self.desks[run_id].next()
            (passed if item is None else served).append(run_id)
            if item is not None:
                self._start(item)
        self._turns = deque([*passed, *self._turns, *served])
        return bool(served)

    def _set_timer(self, now: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        desks = [desk for desk in self.desks.values() if not desk.is_ending]
        at = min((at for desk in desks for at in desk.list_times() if at > now), default=None)
        if at is not None:
            self._timer = self._loop.call_later(at - now, self.wake)

    def _start(self, item: Item) -> None:
        item.desk.running += 1
        self.running += 1
        item.enter()
        task: asyncio.Task[Ending] = self._loop.create_task(self._asker.ask(item))
        item.desk.tasks.add(task)
        task.add_done_callback(partial(self._end, item))

    def _end(self, item: Item, task: asyncio.Task[Ending]) -> None:
        item.desk.tasks.discard(task)
        item.desk.running -= 1
        self.running -= 1
        item.leave()
        if not task.cancelled():
            self._take(item, task)
        item.settle()
        self.wake()

    def _take(self, item: Item, task: asyncio.Task[Ending]) -> None:
        problem = task.exception()
        if problem is not None:
            _log.error("a question broke", run_id=str(item.desk.run_id), exc_info=problem)
            self._settle(item, self._asker.fail(item, "internal", f"{type(problem).__name__}: {problem}"))
            return
        match task.result():
            case Done(row, answer, error):
                self._settle(item, row, answer)
                self._judge_model(item, error)
            case Again(row, wait, answer):
                item.pay(row.micro_usd, row.judge_micro_usd or 0)
                self.recorder.add(row, answer)
                if not item.desk.closing:
                    item.desk.add(item, at=self.clock() + wait)
            case Blocked(error, wait):
                self._block(item, error, wait)
            case Unpaid() as unpaid:
                self._leave_unpaid(item, unpaid)

    def _leave_unpaid(self, item: Item, unpaid: Unpaid) -> None:
        if unpaid.answer is not None:
            self.recorder.keep(unpaid.answer)
        if unpaid.row is not None:
            item.pay(unpaid.row.micro_usd, unpaid.row.judge_micro_usd or 0)
            self.recorder.add(unpaid.row)
        self.stop(item.desk, unpaid.sentence)

    def _settle(self, item: Item, row: ResultRow, answer: AnswerRow | None = None) -> None:
        desk, held = item.desk, item.held
        self.recorder.add(row, answer)
        item.pay(row.micro_usd, row.judge_micro_usd or 0)
        held.left -= 1
        if held.left == 0 and desk.held.pop(held.plan.number, None) is not None:
            piece = (desk.run_id, held.plan.number)
            self.recorder.finish_chunk(piece)
            if held.plan.deaths:
                self.suspects.add(piece)

    def _judge_model(self, item: Item, error: ConnectorError | None) -> None:
        """A key that is refused again and again, or a model that is not there, need not be asked two thousand times."""
        desk, model_id = item.desk, item.model_id
        if error is None or error.kind not in OF_THE_MODEL:
            desk.refusals.pop(model_id, None)
            return
        desk.refusals[model_id] = desk.refusals.get(model_id, 0) + 1
        if desk.refusals[model_id] >= self._patience.in_a_row:
            self._doom(item, error, f"Not asked: {desk.refusals[model_id]} questions before it failed in this way.")

    def _block(self, item: Item, error: ConnectorError, wait: float) -> None:
        desk = item.desk
        lane = desk.lanes[item.model_id]
        silent = lane.fall_sick(error, wait, desk.opened_at)
        if desk.closing:
            return
        desk.add(item)  # behind the others: the next one to find out shall not always be the same
        if silent >= self._patience.outage:
            self._doom(item, lane.last_error or error, f"Given up after {silent / 60:.0f} minutes without an answer.")

    def _doom(self, item: Item, error: ConnectorError, why: str) -> None:
        desk, model_id = item.desk, item.model_id
        if model_id not in desk.dooms:
            desk.dooms[model_id] = Doom(error.kind.value, f"{error} {why}")
            _log.warning("a model is not asked any more", run_id=str(desk.run_id), model_id=model_id, reason=error.kind)
        doom = desk.dooms[model_id]
        # Also of one that is known to be lost: a question that was under way may have come back since.
        for waiting in desk.take_model(model_id):
            self._settle(waiting, self._asker.leave_out(waiting, doom.kind, doom.error))

    def stop(self, desk: Desk, reason: str) -> None:
        desk.stop_reason = desk.stop_reason or reason
        self._call()

    def close_desk(self, desk: Desk, *, at_once: bool) -> None:
        """Ask nothing more for this run; what is being asked may end, unless nobody wants it any more."""
        desk.closing = True
        desk.clear()
        if at_once:
            for task in desk.tasks:
                task.cancel()

    async def close(self, seconds: float) -> None:
        """Ask nothing more. What is being asked has so many seconds to end; then it is broken off."""
        self.closing = True
        if self._timer is not None:
            self._timer.cancel()
        tasks = [task for desk in self.desks.values() for task in desk.tasks]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=max(0.0, seconds))
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

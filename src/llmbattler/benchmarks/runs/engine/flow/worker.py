"""The loops of a worker: hear, beat, take, finish, and give back at the end."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from uuid import UUID

from llmbattler.core.db import Database
from llmbattler.core.errors import AppError, Unavailable
from llmbattler.core.ids import uuid7
from llmbattler.core.live import LiveHub
from llmbattler.core.logs import get_logger
from llmbattler.core.resources import Resources
from llmbattler.scorers.errors import NoSandbox

from ...chunks import choose_size
from ...endpoints import MAX_WIDTH
from ...models import Run, RunStatus
from ...topics import WORK
from .. import repository
from ..claims import ActiveRun
from ..gates import CUT, START_WIDTH, GateUpdate
from ..retries import RetryPolicy
from ..run_state import RunBudget, RunState
from ..service.completion import finish_runs, stop_run
from ..service.reclaim import reclaim_chunks
from .claims import LEASE, LONELY
from .dispatcher import MOST_AT_ONCE, Dispatcher

BEAT_SECONDS = 1.0
IDLE_SECONDS = 3.0
SHORTEST_BEAT = 0.05
"""A hundred reasons at once are one."""
RENEW_SECONDS = 5.0
STEADY_SECONDS = 5.0
"""Only who has reached the database for so long may call others dead: after an outage all leases look old."""
RELEASE_SECONDS = 2.0
"""Of the time to shut down, so much is kept for writing and giving back."""
MOST_PIECES = 64
FEWEST_READY = 8
FULL = 5
"""So many times what it can ask at once a worker takes of a run, when it looks for more."""

_log = get_logger(__name__)


class Worker:
    """One dispatcher of one worker."""

    def __init__(self, resources: Resources, retry_policy: RetryPolicy) -> None:
        self._database = resources.get(Database)
        self._hub = resources.get(LiveHub)
        self._called = asyncio.Event()
        """Something changed that the next beat should not wait for."""
        self._dispatcher = Dispatcher(resources, worker=uuid7(), retry_policy=retry_policy, call=self._called.set)
        self._workers: list[UUID] = [self._dispatcher.worker]
        self._runs: dict[UUID, ActiveRun] = {}
        self._claiming = False
        self._beaten = asyncio.Condition()
        self._renewed_at = self._dispatcher.clock()
        self._steady_since: float | None = None

    async def work(self, until: Callable[[], Awaitable[object]], grace: float) -> None:
        recording = asyncio.create_task(self._dispatcher.writer.run(), name="bench-writer")
        loops = [
            asyncio.create_task(loop, name="bench")
            for loop in (self._listen(), self._beat_for_ever(), self._claim_for_ever(), self._finish_for_ever())
        ]
        ending = asyncio.ensure_future(_wait(until))
        everything = {recording, *loops, ending}
        try:
            done, _ = await asyncio.wait(everything, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            closing = asyncio.create_task(self._close(recording, [*loops, ending], grace))
            with suppress(asyncio.CancelledError):
                await asyncio.shield(closing)
            await closing

    async def _close(self, recording: asyncio.Task[None], loops: list[asyncio.Task[Any]], grace: float) -> None:
        for task in loops:
            task.cancel()
        await asyncio.gather(*loops, return_exceptions=True)
        keeping = asyncio.create_task(self._keep_leases())
        await self._dispatcher.close(grace - RELEASE_SECONDS)
        keeping.cancel()
        try:
            async with asyncio.timeout(RELEASE_SECONDS):
                if not recording.done():
                    await self._dispatcher.writer.empty()
                async with self._database.unit() as session:
                    await repository.delete_worker(session, self._dispatcher.worker)
                await self._finish(self._dispatcher.emptied)
        except (TimeoutError, Unavailable):
            _log.warning("work was not given back; others take it over when its time is up")
        recording.cancel()
        await asyncio.gather(recording, keeping, return_exceptions=True)

    async def _keep_leases(self) -> None:
        """While the last answers come in, nobody else shall ask for them."""
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            with suppress(Unavailable):
                async with self._database.unit() as session:
                    await repository.update_leases(session, self._dispatcher.worker, LEASE)

    async def wait_for_end(self, run_id: UUID) -> None:
        """Return when a run is no longer running."""
        async with self._beaten:
            await self._beaten.wait_for(lambda: self._steady_since is not None)
            await self._beaten.wait_for(lambda: run_id not in self._runs)

    async def _listen(self) -> None:
        with self._hub.subscribe(WORK) as subscription:
            while True:
                await subscription.next()
                subscription.forget()
                self._called.set()
                # A thousand runs started at once are one reason to look.
                await asyncio.sleep(0.05)

    async def _beat_for_ever(self) -> None:
        while True:
            self._called.clear()
            try:
                await self._beat()
                self._steady_since = self._steady_since or self._dispatcher.clock()
            except Unavailable:
                self._steady_since = None
            async with self._beaten:
                self._beaten.notify_all()
            busy = self._runs or self._dispatcher.states
            await asyncio.sleep(SHORTEST_BEAT)
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT_SECONDS if busy else IDLE_SECONDS):
                    await self._called.wait()

    async def _beat(self) -> None:
        dispatcher = self._dispatcher
        paying = {run_id: state.budget.fresh for run_id, state in dispatcher.states.items() if state.budget is not None}
        if paying:
            await dispatcher.writer.flush()
        news = dispatcher.gates.tell()
        idle = not (self._runs or dispatcher.states or news or self._claiming)
        if not idle or await repository.update_idle_heartbeat(self._database.statement_connection, dispatcher.worker):
            try:
                await self._exchange(news, paying)
            except Unavailable:
                dispatcher.gates.take_back(news)
                raise
        await self._stop_troubled()
        await self._let_go()
        await dispatcher.writer.tell_rest()
        if self._runs:
            await self._look_after_others()
        dispatcher.capacity_freed.set()
        dispatcher.wake()

    async def _exchange(self, news: list[GateUpdate], paying: dict[UUID, int]) -> None:
        """One unit of work for all that a worker tells and hears every second."""
        dispatcher, worker = self._dispatcher, self._dispatcher.worker
        kept: set[tuple[UUID, int]] | None = None
        held = {(run_id, number) for run_id, state in dispatcher.states.items() for number in state.held}
        async with self._database.unit() as session:
            self._workers = await repository.update_heartbeat(session, worker, dispatcher.running)
            if dispatcher.clock() - self._renewed_at >= RENEW_SECONDS:
                kept = await repository.update_leases(session, worker, LEASE)
            wanted = await repository.list_active_runs(session, list(dispatcher.states))
            states = (
                await repository.update_gates(session, news, start=START_WIDTH, widest=MAX_WIDTH, factor=CUT)
                if news
                else {}
            )
            spent = await repository.list_spent(session, paying) if paying else {}
        if kept is not None:
            self._renewed_at = dispatcher.clock()
            self._drop_lost(held - kept)
            await self._release_strays(kept)
        dispatcher.gates.hear(states, len(self._workers))
        for run_id, known in paying.items():
            budget = dispatcher.states[run_id].budget if run_id in dispatcher.states else None
            if budget is not None:
                budget.look(spent.get(run_id, 0), known, len(self._workers))
        self._take_runs(wanted)

    async def _release_strays(self, kept: set[tuple[UUID, int]]) -> None:
        """Give back what was taken for a run that ended, or while the database failed, before it was opened."""
        if self._claiming:
            return
        held = {(run_id, number) for run_id, state in self._dispatcher.states.items() for number in state.held}
        strays = kept - held - self._dispatcher.writer.finishing
        if strays:
            async with self._database.unit() as session:
                await repository.update_released_chunks(session, self._dispatcher.worker, strays)

    def _drop_lost(self, lost: set[tuple[UUID, int]]) -> None:
        for run_id in {run_id for run_id, _ in lost}:
            state = self._dispatcher.states.get(run_id)
            # What was finished meanwhile is not lost.
            numbers = {
                number for other, number in lost if state is not None and other == run_id and number in state.held
            }
            if state is not None and numbers:
                state.drop(numbers)
                _log.warning("others have taken over what was held for too long", run_id=str(run_id))

    def _take_runs(self, wanted: list[ActiveRun]) -> None:
        known = {one.run.run_id: one for one in wanted}
        self._runs = {run_id: one for run_id, one in known.items() if one.run.status is RunStatus.RUNNING}
        for run_id, state in self._dispatcher.states.items():
            one = known.get(run_id)
            if one is None or one.run.status is not RunStatus.RUNNING:
                gone = one is None or one.run.status is RunStatus.CANCELLED
                self._dispatcher.close_state(state, at_once=gone)
                continue
            if state.run.changed_at != one.run.changed_at:
                state.clear_stop_causes()  # perhaps somebody has mended the model, and asks again what failed
            state.run = one.run
            state.has_free = one.has_free
            self._set_share(state)
            self._check_budget(state)

    def _share(self, run: Run) -> int:
        """This worker's part of the calls that a run may make at once; the odd ones go round."""
        whole, odd = divmod(run.concurrency, len(self._workers))
        turn = (self._workers.index(self._dispatcher.worker) + run.run_id.int) % len(self._workers)
        return whole + (1 if turn < odd else 0)

    def _set_share(self, state: RunState) -> None:
        state.share = self._share(state.run)
        state.target_backlog = self._target_backlog(state.share)

    def _target_backlog(self, share: int) -> int:
        return min(share, max(FEWEST_READY, MOST_AT_ONCE // max(1, len(self._runs))))

    def _check_budget(self, state: RunState) -> None:
        budget = state.run.budget_micro_usd
        if budget is None:
            state.budget = None
            return
        if state.budget is None:
            state.budget = RunBudget(budget)
        state.budget.budget = budget
        unpaid = state.find_unpaid()
        if unpaid is not None:
            spent, more = (state.budget.spent or 0) / 1e6, (unpaid.price + state.budget.judging) / 1e6
            self._dispatcher.stop(
                state,
                f"The budget of ${budget / 1e6:.4g} is used up: ${spent:.4g} is spent, "
                f"and the next answer may cost ${more:.4g}.",
            )

    async def _stop_troubled(self) -> None:
        for state in list(self._dispatcher.states.values()):
            if state.stop_reason is not None and not state.closing:
                await stop_run(self._database, state.run_id, state.stop_reason)
                self._dispatcher.close_state(state, at_once=False)

    async def _let_go(self) -> None:
        """Give back what this worker does not work on any more."""
        idle = [
            state
            for state in self._dispatcher.states.values()
            if not state.running and (state.closing or not state.share)
        ]
        chunks = [(state.run_id, number) for state in idle for number in state.held]
        if chunks:
            async with self._database.unit() as session:
                await repository.update_released_chunks(session, self._dispatcher.worker, chunks)
        for state in idle:
            self._dispatcher.remove_state(state)

    async def _look_after_others(self) -> None:
        steady = self._steady_since
        if steady is not None and self._dispatcher.clock() - steady >= STEADY_SECONDS:
            await reclaim_chunks(self._database, list(self._runs), me=self._dispatcher.worker)
        orphans = [run_id for run_id, one in self._runs.items() if not one.has_free and not self._holds(run_id)]
        if orphans:
            await finish_runs(self._database, orphans)

    def _holds(self, run_id: UUID) -> bool:
        """Whether anything of a run is here. Its last piece may have been a dead worker's, and be in quarantine now."""
        state = self._dispatcher.states.get(run_id)
        return state is not None and bool(state.held or state.running)

    async def _claim_for_ever(self) -> None:
        while True:
            await self._dispatcher.capacity_freed.wait()
            self._dispatcher.capacity_freed.clear()
            self._claiming = True
            try:
                await self._claim()
            except Unavailable:
                await asyncio.sleep(BEAT_SECONDS)
            finally:
                self._claiming = False
            self._dispatcher.wake()

    async def _claim(self) -> None:
        dispatcher = self._dispatcher
        wants = self._count_wants()
        if not wants:
            return
        alone = not dispatcher.suspects and not any(
            held.plan.deaths >= LONELY for state in dispatcher.states.values() for held in state.held.values()
        )
        claimed = await dispatcher.loader.claim(wants, alone=alone)
        suspects = {one.run_id for one in claimed if one.plan.deaths >= LONELY}
        for run_id, many in wants.items():
            # Of those that workers died of only one is taken at a time; there may be more.
            if alone and run_id not in suspects and sum(one.run_id == run_id for one in claimed) < many:
                self._set_free(run_id, has_free=False)
        wanted = dict.fromkeys(one.run_id for one in claimed)
        opened = {run_id for run_id in wanted if run_id in dispatcher.states or await self._open(run_id)}
        usable = [one for one in claimed if one.run_id in opened]
        if usable:
            for item, wait in await dispatcher.loader.load(usable, dict(dispatcher.states)):
                dispatcher.enqueue(item, wait)
            self._finish_empty(opened)

    def _finish_empty(self, runs: set[UUID]) -> None:
        """Pieces whose results were all there already."""
        for run_id in runs:
            state = self._dispatcher.states.get(run_id)
            for number, held in list(state.held.items()) if state is not None else ():
                if held.left == 0 and state is not None:
                    del state.held[number]
                    self._dispatcher.writer.finish_chunk((run_id, number))

    def _set_free(self, run_id: UUID, *, has_free: bool) -> None:
        if run_id in self._runs:
            self._runs[run_id] = ActiveRun(self._runs[run_id].run, has_free)
        state = self._dispatcher.states.get(run_id)
        if state is not None:
            state.has_free = has_free
            if not has_free and not state.held:
                self._dispatcher.note_end(run_id)

    def _count_wants(self) -> dict[UUID, int]:
        """How many pieces of each run this worker could do with. Every run gets some, however many there are."""
        wants: dict[UUID, int] = {}
        for run_id, one in self._runs.items():
            share = self._share(one.run)
            state = self._dispatcher.states.get(run_id)
            if not one.has_free or not share or (state is not None and not state.has_capacity):
                continue
            lacking = FULL * self._target_backlog(share) - (state.backlog if state is not None else 0)
            wants[run_id] = max(1, min(MOST_PIECES, -(-lacking // choose_size(one.run.sample_count))))
        return wants

    async def _open(self, run_id: UUID) -> bool:
        """Make a run ready. One that cannot be worked on, whoever tries, is stopped and says why."""
        if run_id not in self._runs:
            return False  # it ended in this moment
        run = self._runs[run_id].run
        try:
            state = await self._dispatcher.loader.open(run)
        except Exception as problem:  # one run that cannot be opened must not end the work on all
            if isinstance(problem, Unavailable) and not isinstance(problem, NoSandbox):
                raise
            await stop_run(self._database, run_id, _say_why(problem))
            return False
        self._set_share(state)
        self._dispatcher.add_state(state)
        if state.budget is not None:
            self._called.set()  # nothing is asked before it is known what was spent
        return True

    async def _finish_for_ever(self) -> None:
        while True:
            await self._dispatcher.finished_some.wait()
            self._dispatcher.finished_some.clear()
            runs, self._dispatcher.emptied = self._dispatcher.emptied, set()
            try:
                await self._finish(runs)
            except Unavailable:
                self._dispatcher.emptied |= runs  # the beat finds it too
                await asyncio.sleep(BEAT_SECONDS)
                self._dispatcher.finished_some.set()

    async def _finish(self, runs: set[UUID]) -> None:
        if runs and await finish_runs(self._database, runs):
            self._called.set()


def _say_why(problem: Exception) -> str:
    if isinstance(problem, AppError):
        return str(problem)
    _log.error("a run cannot be opened", exc_info=problem)
    return f"Its suite cannot be opened ({type(problem).__name__}; the log says more)."


async def _wait(until: Callable[[], Awaitable[object]]) -> None:
    await until()

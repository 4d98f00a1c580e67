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
from llmbattler.scorers.errors import NoJudge, NoSandbox
from llmbattler.scorers.sandbox import describe_sandbox

from ..chunks import choose_size
from ..endpoints import WIDEST
from ..models import Run, RunStatus
from . import repository
from .claiming import LEASE, LONELY
from .desks import Desk, Purse
from .ending.finishing import WORK, finish_runs, stop_run
from .ending.reaping import reap
from .gates import CUT, START
from .repository import Wanted
from .retrying import Patience
from .shift import MOST_AT_ONCE, Shift

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


class Working:
    """One shift of one worker."""

    def __init__(self, resources: Resources, patience: Patience) -> None:
        self._database = resources.get(Database)
        self._hub = resources.get(LiveHub)
        self._called = asyncio.Event()
        """Something changed that the next beat should not wait for."""
        self._shift = Shift(resources, worker=uuid7(), patience=patience, call=self._called.set)
        self._workers: list[UUID] = [self._shift.worker]
        self._runs: dict[UUID, Wanted] = {}
        self._claiming = False
        self._beaten = asyncio.Condition()
        self._renewed_at = self._shift.clock()
        self._steady_since: float | None = None

    async def work(self, until: Callable[[], Awaitable[object]], grace: float) -> None:
        recording = asyncio.create_task(self._shift.recorder.run(), name="bench-recorder")
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
        await self._shift.close(grace - RELEASE_SECONDS)
        keeping.cancel()
        try:
            async with asyncio.timeout(RELEASE_SECONDS):
                if not recording.done():
                    await self._shift.recorder.empty()
                async with self._database.unit() as session:
                    await repository.leave(session, self._shift.worker)
                await self._finish(self._shift.emptied)
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
                    await repository.renew(session, self._shift.worker, LEASE)

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
                self._steady_since = self._steady_since or self._shift.clock()
            except Unavailable:
                self._steady_since = None
            async with self._beaten:
                self._beaten.notify_all()
            busy = self._runs or self._shift.desks
            await asyncio.sleep(SHORTEST_BEAT)
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT_SECONDS if busy else IDLE_SECONDS):
                    await self._called.wait()

    async def _beat(self) -> None:
        shift = self._shift
        paying = {run_id: desk.purse.fresh for run_id, desk in shift.desks.items() if desk.purse is not None}
        if paying:
            await shift.recorder.flush()
        news = shift.gates.tell()
        idle = not (self._runs or shift.desks or news or self._claiming)
        if not idle or await repository.beat_idly(self._database.statement_connection, shift.worker):
            try:
                await self._exchange(news, paying)
            except Unavailable:
                shift.gates.take_back(news)
                raise
        await self._stop_troubled()
        await self._let_go()
        await shift.recorder.tell_rest()
        if self._runs:
            await self._look_after_others()
        shift.hungry.set()
        shift.wake()

    async def _exchange(self, news: list[repository.GateNews], paying: dict[UUID, int]) -> None:
        """One unit of work for all that a worker tells and hears every second."""
        shift, worker = self._shift, self._shift.worker
        kept: set[tuple[UUID, int]] | None = None
        held = {(run_id, number) for run_id, desk in shift.desks.items() for number in desk.held}
        async with self._database.unit() as session:
            self._workers = await repository.beat(session, worker, shift.running)
            if shift.clock() - self._renewed_at >= RENEW_SECONDS:
                kept = await repository.renew(session, worker, LEASE)
            wanted = await repository.list_wanted(session, list(shift.desks))
            states = await repository.share_gates(session, news, start=START, widest=WIDEST, factor=CUT) if news else {}
            spent = await repository.sum_spent(session, paying) if paying else {}
        if kept is not None:
            self._renewed_at = shift.clock()
            self._drop_lost(held - kept)
            await self._release_strays(kept)
        shift.gates.hear(states, len(self._workers))
        for run_id, known in paying.items():
            purse = shift.desks[run_id].purse if run_id in shift.desks else None
            if purse is not None:
                purse.look(spent.get(run_id, 0), known, len(self._workers))
        self._take_runs(wanted)

    async def _release_strays(self, kept: set[tuple[UUID, int]]) -> None:
        """Give back what was taken for a run that ended, or while the database failed, before it was opened."""
        if self._claiming:
            return
        held = {(run_id, number) for run_id, desk in self._shift.desks.items() for number in desk.held}
        strays = kept - held - self._shift.recorder.finishing
        if strays:
            async with self._database.unit() as session:
                await repository.release(session, self._shift.worker, strays)

    def _drop_lost(self, lost: set[tuple[UUID, int]]) -> None:
        for run_id in {run_id for run_id, _ in lost}:
            desk = self._shift.desks.get(run_id)
            # What was finished meanwhile is not lost.
            numbers = {number for other, number in lost if desk is not None and other == run_id and number in desk.held}
            if desk is not None and numbers:
                desk.drop(numbers)
                _log.warning("others have taken over what was held for too long", run_id=str(run_id))

    def _take_runs(self, wanted: list[Wanted]) -> None:
        known = {one.run.run_id: one for one in wanted}
        self._runs = {run_id: one for run_id, one in known.items() if one.run.status is RunStatus.RUNNING}
        for run_id, desk in self._shift.desks.items():
            one = known.get(run_id)
            if one is None or one.run.status is not RunStatus.RUNNING:
                gone = one is None or one.run.status is RunStatus.CANCELLED
                self._shift.close_desk(desk, at_once=gone)
                continue
            if desk.run.changed_at != one.run.changed_at:
                desk.forget_dooms()  # perhaps somebody has mended the model, and asks again what failed
            desk.run = one.run
            desk.has_free = one.has_free
            self._set_share(desk)
            self._look_into_purse(desk)

    def _share(self, run: Run) -> int:
        """This worker's part of the calls that a run may make at once; the odd ones go round."""
        whole, odd = divmod(run.concurrency, len(self._workers))
        turn = (self._workers.index(self._shift.worker) + run.run_id.int) % len(self._workers)
        return whole + (1 if turn < odd else 0)

    def _set_share(self, desk: Desk) -> None:
        desk.share = self._share(desk.run)
        desk.appetite = self._appetite(desk.share)

    def _appetite(self, share: int) -> int:
        return min(share, max(FEWEST_READY, MOST_AT_ONCE // max(1, len(self._runs))))

    def _look_into_purse(self, desk: Desk) -> None:
        budget = desk.run.budget_micro_usd
        if budget is None:
            desk.purse = None
            return
        if desk.purse is None:
            desk.purse = Purse(budget)
        desk.purse.budget = budget
        unpaid = desk.find_unpaid()
        if unpaid is not None:
            spent, more = (desk.purse.spent or 0) / 1e6, (unpaid.price + desk.purse.judging) / 1e6
            self._shift.stop(
                desk,
                f"The budget of ${budget / 1e6:.4g} is used up: ${spent:.4g} is spent, "
                f"and the next answer may cost ${more:.4g}.",
            )

    async def _stop_troubled(self) -> None:
        for desk in list(self._shift.desks.values()):
            if desk.stop_reason is not None and not desk.closing:
                await stop_run(self._database, desk.run_id, desk.stop_reason)
                self._shift.close_desk(desk, at_once=False)

    async def _let_go(self) -> None:
        """Give back what this worker does not work on any more."""
        idle = [desk for desk in self._shift.desks.values() if not desk.running and (desk.closing or not desk.share)]
        chunks = [(desk.run_id, number) for desk in idle for number in desk.held]
        if chunks:
            async with self._database.unit() as session:
                await repository.release(session, self._shift.worker, chunks)
        for desk in idle:
            self._shift.remove_desk(desk)

    async def _look_after_others(self) -> None:
        steady = self._steady_since
        if steady is not None and self._shift.clock() - steady >= STEADY_SECONDS:
            await reap(self._database, list(self._runs), me=self._shift.worker)
        orphans = [run_id for run_id, one in self._runs.items() if not one.has_free and not self._holds(run_id)]
        if orphans:
            await finish_runs(self._database, orphans)

    def _holds(self, run_id: UUID) -> bool:
        """Whether anything of a run is here. Its last piece may have been a dead worker's, and be in quarantine now."""
        desk = self._shift.desks.get(run_id)
        return desk is not None and bool(desk.held or desk.running)

    async def _claim_for_ever(self) -> None:
        while True:
            await self._shift.hungry.wait()
            self._shift.hungry.clear()
            self._claiming = True
            try:
                await self._claim()
            except Unavailable:
                await asyncio.sleep(BEAT_SECONDS)
            finally:
                self._claiming = False
            self._shift.wake()

    async def _claim(self) -> None:
        shift = self._shift
        wants = self._count_wants()
        if not wants:
            return
        alone = not shift.suspects and not any(
            held.plan.deaths >= LONELY for desk in shift.desks.values() for held in desk.held.values()
        )
        claimed = await shift.claimer.claim(wants, alone=alone)
        suspects = {one.run_id for one in claimed if one.plan.deaths >= LONELY}
        for run_id, many in wants.items():
            # Of those that workers died of only one is taken at a time; there may be more.
            if alone and run_id not in suspects and sum(one.run_id == run_id for one in claimed) < many:
                self._set_free(run_id, has_free=False)
        wanted = dict.fromkeys(one.run_id for one in claimed)
        opened = {run_id for run_id in wanted if run_id in shift.desks or await self._open(run_id)}
        usable = [one for one in claimed if one.run_id in opened]
        if usable:
            for item, wait in await shift.claimer.load(usable, dict(shift.desks)):
                shift.enqueue(item, wait)
            self._finish_empty(opened)

    def _finish_empty(self, runs: set[UUID]) -> None:
        """Pieces whose results were all there already."""
        for run_id in runs:
            desk = self._shift.desks.get(run_id)
            for number, held in list(desk.held.items()) if desk is not None else ():
                if held.left == 0 and desk is not None:
                    del desk.held[number]
                    self._shift.recorder.finish_chunk((run_id, number))

    def _set_free(self, run_id: UUID, *, has_free: bool) -> None:
        if run_id in self._runs:
            self._runs[run_id] = Wanted(self._runs[run_id].run, has_free)
        desk = self._shift.desks.get(run_id)
        if desk is not None:
            desk.has_free = has_free
            if not has_free and not desk.held:
                self._shift.note_end(run_id)

    def _count_wants(self) -> dict[UUID, int]:
        """How many pieces of each run this worker could do with. Every run gets some, however many there are."""
        wants: dict[UUID, int] = {}
        for run_id, one in self._runs.items():
            share = self._share(one.run)
            desk = self._shift.desks.get(run_id)
            if not one.has_free or not share or (desk is not None and not desk.is_hungry):
                continue
            lacking = FULL * self._appetite(share) - (desk.backlog if desk is not None else 0)
            wants[run_id] = max(1, min(MOST_PIECES, -(-lacking // choose_size(one.run.sample_count))))
        return wants

    async def _open(self, run_id: UUID) -> bool:
        """Make a run ready. One that cannot be worked on, whoever tries, is stopped and says why."""
        if run_id not in self._runs:
            return False  # it ended in this moment
        run = self._runs[run_id].run
        try:
            desk = await self._shift.claimer.open(run)
            await _check_tools(desk)
        except Exception as problem:  # one run that cannot be opened must not end the work on all
            if isinstance(problem, Unavailable) and not isinstance(problem, NoSandbox):
                raise
            await stop_run(self._database, run_id, _say_why(problem))
            return False
        self._set_share(desk)
        self._shift.add_desk(desk)
        if desk.purse is not None:
            self._called.set()  # nothing is asked before it is known what was spent
        return True

    async def _finish_for_ever(self) -> None:
        while True:
            await self._shift.finished_some.wait()
            self._shift.finished_some.clear()
            runs, self._shift.emptied = self._shift.emptied, set()
            try:
                await self._finish(runs)
            except Unavailable:
                self._shift.emptied |= runs  # the beat finds it too
                await asyncio.sleep(BEAT_SECONDS)
                self._shift.finished_some.set()

    async def _finish(self, runs: set[UUID]) -> None:
        if runs and await finish_runs(self._database, runs):
            self._called.set()


async def _check_tools(desk: Desk) -> None:
    """Ask no model for answers that nobody could mark."""
    needs = desk.suite.marker.needs
    if "judge" in needs and not (desk.run.judges or desk.suite.spec.judges):
        raise NoJudge("Name a judge in the suite or in the run.")
    if "sandbox" in needs:
        standing = await describe_sandbox()
        if standing.sandbox is None:
            raise NoSandbox(f"{standing.sentence} {standing.advice}")


def _say_why(problem: Exception) -> str:
    if isinstance(problem, AppError):
        return str(problem)
    _log.error("a run cannot be opened", exc_info=problem)
    return f"Its suite cannot be opened ({type(problem).__name__}; the log says more)."


async def _wait(until: Callable[[], Awaitable[object]]) -> None:
    await until()

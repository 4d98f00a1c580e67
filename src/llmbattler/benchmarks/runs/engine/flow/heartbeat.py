"""What a worker exchanges with the database every second, and how it acts on what has changed."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from uuid import UUID

from llmbattler.core.db import Database, Session
from llmbattler.core.errors import Unavailable
from llmbattler.core.live import Changed, publish_all
from llmbattler.core.money import MICRO

from ...endpoints import MAX_WIDTH
from ...models import Run, RunStatus
from ...topics import topic_of
from .. import repository
from ..claims import ClaimedChunk, EnqueuedChunk
from ..gates import CUT, START_WIDTH, GateUpdate
from ..run_budget import RunBudget
from ..run_state import RunState
from ..service import fill_windows, stop_run
from ..shares import Holders
from .dispatcher import Dispatcher


class Heartbeat:
    def __init__(
        self, database: Database, dispatcher: Dispatcher, list_holders: Callable[[], Awaitable[Holders]]
    ) -> None:
        self._database = database
        self._dispatcher = dispatcher
        self._list_holders = list_holders
        self._silent: frozenset[str] = frozenset()
        """The endpoints that were last reported as silent."""

    async def beat(self) -> None:
        """Do nothing while the database is unavailable; the next one makes up for it."""
        with suppress(Unavailable):
            await self._beat()

    async def _beat(self) -> None:
        dispatcher = self._dispatcher
        unrecorded = {
            run_id: state.budget.unrecorded for run_id, state in dispatcher.states.items() if state.budget is not None
        }
        if unrecorded:
            await dispatcher.writer.flush()
        updates = dispatcher.gates.take_updates()
        try:
            await self._exchange(updates, unrecorded)
        except Unavailable:
            dispatcher.gates.restore_updates(updates)
            raise
        await self._stop_runs()
        self._release_idle()
        await dispatcher.writer.publish_delayed()
        dispatcher.wake()

    async def _exchange(self, updates: list[GateUpdate], unrecorded: dict[UUID, int]) -> None:
        """One unit of work for everything that a worker reads and writes every second."""
        states = dict(self._dispatcher.states)
        holders = await self._list_holders()
        held = self._list_held()
        async with self._database.unit() as session:
            found = await repository.list_runs(session, list(states))
            widths = {"start": START_WIDTH, "widest": MAX_WIDTH, "factor": CUT}
            gates = await repository.update_gates(session, updates, **widths) if updates else {}
            spent = await repository.list_spent(session, unrecorded) if unrecorded else {}
            kept = await repository.list_jobs(session, held) if held else set()
            toggled = await self._update_windows(session, found)
            self._silent = await self._publish_silence(session, updates)
        for one in toggled:
            one.parked = not one.parked
        for chunk in held:
            if chunk.job_id not in kept:  # another worker got it because this one looked dead, or it was deleted
                self._dispatcher.release_chunk(chunk)
        self._dispatcher.gates.apply_states(gates, holders.count)
        for run_id, recorded in unrecorded.items():
            budget = states[run_id].budget if run_id in states else None
            if budget is not None:
                budget.update(spent.get(run_id, 0), recorded, holders.count_of(run_id))
        for run_id, state in states.items():
            self._apply_run(state, found.get(run_id), holders)

    async def _publish_silence(self, session: Session, updates: list[GateUpdate]) -> frozenset[str]:
        """Tell the pages of runs that a server stopped answering, or answers again. Return those that do not."""
        silent = frozenset(one.endpoint for one in updates if one.silent is not None)
        changed = silent ^ self._silent
        for state in self._dispatcher.states.values() if changed else ():
            if any(one.endpoint in changed for one in state.contestants.values()):
                await publish_all(session, Changed(topic_of(state.run_id), str(state.run_id)))
        return silent

    def _list_held(self) -> list[EnqueuedChunk]:
        return [chunk.enqueued for state in self._dispatcher.states.values() for chunk in state.chunks.values()]

    async def _update_windows(self, session: Session, found: dict[UUID, Run]) -> list[ClaimedChunk]:
        """Record which chunks are parked, and enqueue more of runs with new room. Return the chunks that changed."""
        states = self._dispatcher.states
        # A higher concurrency widens the window.
        changed = {run_id for run_id, run in found.items() if run.changed_at != states[run_id].run.changed_at}
        toggled: list[ClaimedChunk] = []
        for state in states.values():
            parked = state.list_parked()
            toggled += [one for one in state.chunks.values() if one.parked is not (one in parked)]
        for was_parked in (True, False):
            chunks = [one.enqueued for one in toggled if one.parked is was_parked]
            if chunks:
                await repository.update_parked(session, chunks, parked=not was_parked)
                changed |= {one.run_id for one in chunks}
        if changed:
            await fill_windows(session, runs=changed)
        return toggled

    def _apply_run(self, state: RunState, run: Run | None, holders: Holders) -> None:
        if run is not None and run.changed_at < state.run.changed_at:
            return  # the run was resumed, and opened again, after it was read here
        if run is None or run.status is not RunStatus.RUNNING:
            cancelled = run is None or run.status is RunStatus.CANCELLED
            self._dispatcher.close_state(state, cancel=cancelled)
            return
        if state.run.changed_at != run.changed_at:
            state.clear_stop_causes()  # somebody may have fixed the model and retried what failed
        state.run = run
        state.share = holders.share_of(state.run_id, run.concurrency)
        self._check_budget(state)

    def _check_budget(self, state: RunState) -> None:
        limit = state.run.budget_micro_usd
        if limit is None:
            state.budget = None
            return
        if state.budget is None:
            state.budget = RunBudget(limit)
        state.budget.limit = limit
        item = state.find_unaffordable()
        if item is not None:
            spent = (state.budget.spent or 0) / MICRO
            more = (item.remaining_cost + state.budget.max_judge_cost) / MICRO
            self._dispatcher.stop(
                state,
                f"The budget of ${limit / MICRO:.4g} is used up: ${spent:.4g} is spent, "
                f"and the next answer may cost ${more:.4g}.",
            )

    async def _stop_runs(self) -> None:
        for state in list(self._dispatcher.states.values()):
            if state.stop_reason is not None and not state.closing:
                async with self._database.unit() as session:
                    await stop_run(session, run_id=state.run_id, reason=state.stop_reason)
                self._dispatcher.close_state(state, cancel=False)

    def _release_idle(self) -> None:
        """Forget runs that have ended, and give back chunks of runs that other workers ask all calls of."""
        for state in list(self._dispatcher.states.values()):
            if not state.closing and state.share == 0:
                self._dispatcher.release_all(state)
            if state.closing and not state.running and not state.chunks:
                self._dispatcher.remove_state(state)

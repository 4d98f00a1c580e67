"""One heartbeat of a worker: exchange state with the database, then act on what has changed."""

from uuid import UUID

from llmbattler.core.db import Database
from llmbattler.core.errors import Unavailable
from llmbattler.core.logs import get_logger
from llmbattler.core.money import MICRO

from ...endpoints import MAX_WIDTH
from ...models import RunStatus
from .. import repository, timings
from ..active_runs import ActiveRuns
from ..claims import ActiveRun
from ..gates import CUT, START_WIDTH, GateUpdate
from ..run_budget import RunBudget
from ..run_state import RunState
from ..service import finish_runs, reclaim_chunks, stop_run
from .claims import ChunkClaimer
from .dispatcher import Dispatcher

_log = get_logger(__name__)


class Heartbeat:
    def __init__(self, database: Database, dispatcher: Dispatcher, active: ActiveRuns, claimer: ChunkClaimer) -> None:
        self._database = database
        self._dispatcher = dispatcher
        self._active = active
        self._claimer = claimer
        self._renewed_at = dispatcher.clock()
        self.steady_since: float | None = None
        """Since when the database was reached without interruption."""

    async def beat(self) -> None:
        """Raises nothing when the database is unavailable; `steady_since` is reset then."""
        try:
            await self._beat()
            self.steady_since = self.steady_since or self._dispatcher.clock()
        except Unavailable:
            self.steady_since = None

    async def _beat(self) -> None:
        dispatcher = self._dispatcher
        unrecorded = {
            run_id: state.budget.unrecorded for run_id, state in dispatcher.states.items() if state.budget is not None
        }
        if unrecorded:
            await dispatcher.writer.flush()
        updates = dispatcher.gates.take_updates()
        idle = not (self._active.runs or dispatcher.states or updates or self._claimer.is_claiming)
        connection = self._database.statement_connection
        if not idle or await repository.update_idle_heartbeat(connection, dispatcher.worker):
            try:
                await self._exchange(updates, unrecorded)
            except Unavailable:
                dispatcher.gates.restore_updates(updates)
                raise
        await self._stop_runs()
        await self._release_idle()
        await dispatcher.writer.publish_delayed()
        if self._active.runs:
            await self._check_other_workers()
        dispatcher.capacity_freed.set()
        dispatcher.wake()

    async def _exchange(self, updates: list[GateUpdate], unrecorded: dict[UUID, int]) -> None:
        """One unit of work for everything that a worker reads and writes every second."""
        dispatcher, worker = self._dispatcher, self._dispatcher.worker
        leased: set[tuple[UUID, int]] | None = None
        held = self._list_held()
        async with self._database.unit() as session:
            self._active.workers = await repository.update_heartbeat(session, worker, dispatcher.running)
            if dispatcher.clock() - self._renewed_at >= timings.RENEW_SECONDS:
                leased = await repository.update_leases(session, worker, timings.LEASE)
            found = await repository.list_active_runs(session, list(dispatcher.states))
            widths = {"start": START_WIDTH, "widest": MAX_WIDTH, "factor": CUT}
            states = await repository.update_gates(session, updates, **widths) if updates else {}
            spent = await repository.list_spent(session, unrecorded) if unrecorded else {}
        if leased is not None:
            self._renewed_at = dispatcher.clock()
            self._drop_lost(held - leased)
            await self._release_strays(leased)
        workers = len(self._active.workers)
        dispatcher.gates.apply_states(states, workers)
        for run_id, recorded in unrecorded.items():
            budget = dispatcher.states[run_id].budget if run_id in dispatcher.states else None
            if budget is not None:
                budget.update(spent.get(run_id, 0), recorded, workers)
        self._apply_runs(found)

    def _list_held(self) -> set[tuple[UUID, int]]:
        return {(run_id, number) for run_id, state in self._dispatcher.states.items() for number in state.chunks}

    async def _release_strays(self, leased: set[tuple[UUID, int]]) -> None:
        """Release chunks that were leased but never loaded, because their run ended or the database failed."""
        if self._claimer.is_claiming:
            return
        strays = leased - self._list_held() - self._dispatcher.writer.finishing
        if strays:
            async with self._database.unit() as session:
                await repository.update_released_chunks(session, self._dispatcher.worker, strays)

    def _drop_lost(self, lost: set[tuple[UUID, int]]) -> None:
        """Drop chunks that other workers have reclaimed. A chunk that was finished meanwhile is not lost."""
        for run_id in {run_id for run_id, _ in lost}:
            state = self._dispatcher.states.get(run_id)
            if state is None:
                continue
            numbers = {number for other, number in lost if other == run_id and number in state.chunks}
            if numbers:
                state.drop_chunks(numbers)
                _log.warning("other workers have reclaimed chunks whose lease expired", run_id=str(run_id))

    def _apply_runs(self, found: list[ActiveRun]) -> None:
        known = {one.run.run_id: one for one in found}
        self._active.runs = {run_id: one for run_id, one in known.items() if one.run.status is RunStatus.RUNNING}
        for run_id, state in self._dispatcher.states.items():
            one = known.get(run_id)
            if one is None or one.run.status is not RunStatus.RUNNING:
                cancelled = one is None or one.run.status is RunStatus.CANCELLED
                self._dispatcher.close_state(state, cancel=cancelled)
                continue
            if state.run.changed_at != one.run.changed_at:
                state.clear_stop_causes()  # somebody may have fixed the model and retried what failed
            state.run = one.run
            state.has_free = one.has_free
            state.share = self._active.share_of(one.run)
            state.target_backlog = self._active.backlog_for(state.share)
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

    async def _release_idle(self) -> None:
        """Release the chunks of runs that this worker no longer works on."""
        states = self._dispatcher.states.values()
        idle = [state for state in states if not state.running and (state.closing or not state.share)]
        chunks = [(state.run_id, number) for state in idle for number in state.chunks]
        if chunks:
            async with self._database.unit() as session:
                await repository.update_released_chunks(session, self._dispatcher.worker, chunks)
        for state in idle:
            self._dispatcher.remove_state(state)

    async def _check_other_workers(self) -> None:
        """Reclaim the chunks of dead workers, and finish runs that nobody works on."""
        runs, steady = self._active.runs, self.steady_since
        if steady is not None and self._dispatcher.clock() - steady >= timings.STEADY_SECONDS:
            async with self._database.unit() as session:
                await reclaim_chunks(session, runs=list(runs), worker=self._dispatcher.worker)
        orphaned = [run_id for run_id, one in runs.items() if not one.has_free and not self._works_on(run_id)]
        if orphaned:
            async with self._database.unit() as session:
                await finish_runs(session, runs=orphaned)

    def _works_on(self, run_id: UUID) -> bool:
        state = self._dispatcher.states.get(run_id)
        return state is not None and bool(state.chunks or state.running)

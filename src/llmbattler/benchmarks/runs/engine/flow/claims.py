"""Claims chunks for runs that have capacity, and loads their items."""

import asyncio
from collections.abc import Callable, Mapping
from uuid import UUID

from llmbattler.core.db import Database
from llmbattler.core.errors import AppError, Unavailable
from llmbattler.core.logs import get_logger
from llmbattler.scorers.errors import NoSandbox

from ...chunks import choose_size
from .. import repository, timings
from ..active_runs import ActiveRuns
from ..claims import ClaimedChunk
from ..service import stop_run
from .dispatcher import Dispatcher
from .loader import WorkLoader

SUSPECT_DEATHS = 2
"""A chunk that this many workers died of is a crash suspect: a worker holds at most one of them at a time."""
ANY_DEATHS = 10_000
MAX_CHUNKS = 64
CLAIM_FACTOR = 5
"""A worker claims up to this many times its target backlog of a run."""

_log = get_logger(__name__)


class ChunkClaimer:
    def __init__(
        self, database: Database, dispatcher: Dispatcher, active: ActiveRuns, *, on_budget_run: Callable[[], None]
    ) -> None:
        """`on_budget_run` is called when a run with a budget was opened, since its spending must be read first."""
        self._database = database
        self._dispatcher = dispatcher
        self._active = active
        self._on_budget_run = on_budget_run
        self._loader = WorkLoader(database, dispatcher.gates, dispatcher.clock)
        self.is_claiming = False

    async def run(self) -> None:
        """Claim whenever a run has capacity, until cancelled."""
        freed = self._dispatcher.capacity_freed
        while True:
            await freed.wait()
            freed.clear()
            self.is_claiming = True
            try:
                await self._claim()
            except Unavailable:
                await asyncio.sleep(timings.HEARTBEAT_SECONDS)
            finally:
                self.is_claiming = False
            self._dispatcher.wake()

    async def _claim(self) -> None:
        wanted = self._count_wanted()
        if not wanted:
            return
        with_suspect = not self._holds_suspect()
        claimed = await self._lease(wanted, with_suspect=with_suspect)
        if with_suspect:
            self._note_exhausted(wanted, claimed)
        run_ids = dict.fromkeys(one.run_id for one in claimed)
        opened = {run_id for run_id in run_ids if run_id in self._dispatcher.states or await self._open(run_id)}
        usable = [one for one in claimed if one.run_id in opened]
        if usable:
            for item, wait in await self._loader.load(usable, dict(self._dispatcher.states)):
                self._dispatcher.enqueue(item, wait)
            self._finish_empty(opened)

    def _count_wanted(self) -> dict[UUID, int]:
        """How many chunks of each run to claim. Every run gets some, however many runs there are."""
        wanted: dict[UUID, int] = {}
        for run_id, one in self._active.runs.items():
            share = self._active.share_of(one.run)
            state = self._dispatcher.states.get(run_id)
            if not one.has_free or not share or (state is not None and not state.has_capacity):
                continue
            lacking = CLAIM_FACTOR * self._active.backlog_for(share) - (state.backlog if state is not None else 0)
            wanted[run_id] = max(1, min(MAX_CHUNKS, -(-lacking // choose_size(one.run.sample_count))))
        return wanted

    def _holds_suspect(self) -> bool:
        states = self._dispatcher.states.values()
        return bool(self._dispatcher.crash_suspects) or any(
            chunk.plan.deaths >= SUSPECT_DEATHS for state in states for chunk in state.chunks.values()
        )

    async def _lease(self, wanted: Mapping[UUID, int], *, with_suspect: bool) -> list[ClaimedChunk]:
        """Lease free chunks; with `with_suspect` also one crash suspect."""
        worker = self._dispatcher.worker
        async with self._database.unit() as session:
            found = await repository.update_claimed_chunks(
                session, worker, wanted=wanted, lease=timings.LEASE, deaths=(0, SUSPECT_DEATHS - 1)
            )
            if with_suspect:
                found += await repository.update_claimed_chunks(
                    session,
                    worker,
                    wanted=dict.fromkeys(wanted, 1),
                    lease=timings.LEASE,
                    deaths=(SUSPECT_DEATHS, ANY_DEATHS),
                    limit=1,
                )
        return found

    def _note_exhausted(self, wanted: Mapping[UUID, int], claimed: list[ClaimedChunk]) -> None:
        """A run that gave fewer chunks than wanted has no free ones left, unless crash suspects wait in it."""
        suspects = {one.run_id for one in claimed if one.plan.deaths >= SUSPECT_DEATHS}
        for run_id, count in wanted.items():
            if run_id in suspects or sum(one.run_id == run_id for one in claimed) >= count:
                continue
            self._active.set_has_free(run_id, has_free=False)
            state = self._dispatcher.states.get(run_id)
            if state is not None:
                state.has_free = False
                if not state.chunks:
                    self._dispatcher.note_emptied(run_id)

    def _finish_empty(self, runs: set[UUID]) -> None:
        """Finish chunks whose results were all recorded before."""
        for run_id in runs:
            state = self._dispatcher.states.get(run_id)
            for number, chunk in list(state.chunks.items()) if state is not None else ():
                if chunk.left == 0 and state is not None:
                    del state.chunks[number]
                    self._dispatcher.writer.finish_chunk((run_id, number))

    async def _open(self, run_id: UUID) -> bool:
        """Open a run. If that fails for a reason that any worker would meet, stop the run with this reason."""
        if run_id not in self._active.runs:
            return False  # it ended meanwhile
        run = self._active.runs[run_id].run
        try:
            state = await self._loader.open(run)
        except Exception as problem:  # one run that cannot be opened must not end the work on all others
            if isinstance(problem, Unavailable) and not isinstance(problem, NoSandbox):
                raise
            async with self._database.unit() as session:
                await stop_run(session, run_id=run_id, reason=_describe(problem))
            return False
        state.share = self._active.share_of(run)
        state.target_backlog = self._active.backlog_for(state.share)
        self._dispatcher.add_state(state)
        if state.budget is not None:
            self._on_budget_run()
        return True


def _describe(problem: Exception) -> str:
    if isinstance(problem, AppError):
        return str(problem)
    _log.error("a run cannot be opened", exc_info=problem)
    return f"The suite could not be opened ({type(problem).__name__}). See the worker's log for details."

"""Which runs are running and which workers are alive, as of the last heartbeat, and how calls are shared among them."""

from uuid import UUID

from ..models import Run
from .claims import ActiveRun

MAX_CALLS = 512
"""Concurrent calls of all runs in one process."""
MIN_BACKLOG = 8


class ActiveRuns:
    def __init__(self, worker: UUID) -> None:
        self.worker = worker
        self.workers: list[UUID] = [worker]
        self.runs: dict[UUID, ActiveRun] = {}

    def share_of(self, run: Run) -> int:
        """How many of the run's concurrent calls this worker may make. The remainder goes to workers in turn."""
        whole, remainder = divmod(run.concurrency, len(self.workers))
        turn = (self.workers.index(self.worker) + run.run_id.int) % len(self.workers)
        return whole + (1 if turn < remainder else 0)

    def backlog_for(self, share: int) -> int:
        """How many items of a run should be ready to be asked: no more than this process can ask soon."""
        return min(share, max(MIN_BACKLOG, MAX_CALLS // max(1, len(self.runs))))

    def set_has_free(self, run_id: UUID, *, has_free: bool) -> None:
        if run_id in self.runs:
            self.runs[run_id] = ActiveRun(self.runs[run_id].run, has_free)

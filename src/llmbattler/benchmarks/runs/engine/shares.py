"""How the concurrent calls of a run are divided among the workers that hold chunks of it."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID


class Holders:
    """Which workers hold chunks of which runs."""

    def __init__(self, me: int | None = None, claims: Iterable[tuple[int | None, Mapping[str, Any]]] = ()) -> None:
        """`me` is this worker; `claims` are the worker and the arguments of each claimed job."""
        self._me = -1 if me is None else me
        self._workers: dict[UUID, list[int]] = {}
        found: dict[UUID, set[int]] = {}
        for worker, arguments in claims:
            if worker is not None:
                found.setdefault(UUID(arguments["run_id"]), {self._me}).add(worker)
        self._workers = {run_id: sorted(workers) for run_id, workers in found.items()}
        self.count = len({self._me}.union(*found.values()))
        """All workers that hold any chunk, this one included."""

    def count_of(self, run_id: UUID) -> int:
        return len(self._workers.get(run_id, (self._me,)))

    def share_of(self, run_id: UUID, concurrency: int) -> int:
        """How many of the run's concurrent calls this worker may make. The remainder goes to workers in turn."""
        workers = self._workers.get(run_id, [self._me])
        whole, remainder = divmod(concurrency, len(workers))
        turn = (workers.index(self._me) + run_id.int) % len(workers)
        return whole + (1 if turn < remainder else 0)

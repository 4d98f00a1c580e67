"""A worker whose jobs arrive when told to, and that starts nothing."""

import asyncio
from uuid import UUID

from llmbattler.benchmarks.runs.engine import repository
from llmbattler.benchmarks.runs.engine.claims import EnqueuedChunk
from llmbattler.benchmarks.runs.engine.flow.chunk_jobs import ChunkJobs
from llmbattler.benchmarks.runs.engine.flow.dispatcher import Dispatcher
from llmbattler.benchmarks.runs.engine.flow.heartbeat import Heartbeat
from llmbattler.benchmarks.runs.engine.retries import RetryPolicy
from llmbattler.benchmarks.runs.engine.service import enqueue_idle_runs
from llmbattler.benchmarks.runs.engine.shares import Holders
from llmbattler.core.jobs import ClaimedJob
from tests.benchmarks.runs.engine.conftest import Bench

WORKER = UUID(int=1)
ME = 1


class IdleDispatcher(Dispatcher):
    def wake(self) -> None:
        """Start nothing."""


class Site:
    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.holders = Holders(ME)
        self.opened = 0
        self.dispatcher = IdleDispatcher(
            bench.resources, worker=WORKER, retry_policy=RetryPolicy(), on_stop=lambda: None
        )
        self.chunk_jobs = ChunkJobs(bench.resources, self.dispatcher, on_open=self._count_opened)
        self.heartbeat = Heartbeat(bench.database, self.dispatcher, self._list_holders)
        self.tasks: list[asyncio.Task[None]] = []

    def _count_opened(self) -> None:
        self.opened += 1

    async def _list_holders(self) -> Holders:
        return self.holders

    async def claim(self, *, stalled: int = 0) -> None:
        """Claim the jobs of all enqueued chunks, and load them."""
        await self.load(await self.enqueue(), stalled=stalled)

    async def enqueue(self) -> list[EnqueuedChunk]:
        async with self.bench.database.unit() as session:
            await enqueue_idle_runs(session)
            return await repository.list_enqueued(session)

    async def load(self, chunks: list[EnqueuedChunk], *, stalled: int = 0) -> None:
        for chunk in chunks:
            job = ClaimedJob(chunk.job_id, stalled, {"run_id": str(chunk.run_id), "number": chunk.number})
            self.tasks.append(asyncio.create_task(self.chunk_jobs.handle(job)))
        await asyncio.sleep(0)
        if not stalled:
            await self.chunk_jobs._load(list(self.chunk_jobs._arrived.values()))

    async def write(self) -> None:
        """Write what waits."""
        await self.dispatcher.writer._write_batch()

    def list_held(self, run_id: UUID) -> list[int]:
        state = self.dispatcher.states.get(run_id)
        return [] if state is None else sorted(chunk.plan.number for chunk in state.chunks.values())

    async def list_enqueued(self) -> list[int]:
        async with self.bench.database.unit() as session:
            return sorted(one.number for one in await repository.list_enqueued(session))

    async def count_ended(self) -> int:
        """The jobs that have ended."""
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return sum(task.done() for task in self.tasks)

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

"""Runs on a real database, with models on a real socket, worked on in this process."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import select

from llmbattler.benchmarks.runs.engine.flow.engine import RunEngine
from llmbattler.benchmarks.runs.engine.retries import RetryPolicy
from llmbattler.benchmarks.runs.models import Result, Run
from llmbattler.benchmarks.runs.topics import WORK
from llmbattler.core.db import Database
from llmbattler.core.live import publish
from llmbattler.core.resources import Resources
from llmbattler.testing import Script, ScriptedProvider
from tests.arena.conftest import offer
from tests.benchmarks.bench_rows import build_run, build_suite

HASTY = RetryPolicy(pace=0.01, outage=900)


class Bench:
    """A site with scripted models, and hands for runs."""

    def __init__(self, resources: Resources, provider: ScriptedProvider) -> None:
        self.resources = resources
        self.provider = provider
        self.database = resources.get(Database)

    async def offer(self, *models: str, yaml: str | None = None) -> None:
        await offer(self.resources, self.provider, *models, yaml=yaml)

    async def start(
        self, *, samples: int | Sequence[dict[str, Any]] = 10, spec: dict[str, Any] | None = None, **columns: Any
    ) -> UUID:
        """Start a run over a new suite."""
        async with self.database.unit() as session:
            version = await build_suite(session, samples=samples, spec=spec)
            run = await build_run(session, version=version, **columns)
            await publish(session, WORK, str(run.run_id))
        return run.run_id

    async def change(self, run_id: UUID, **columns: Any) -> None:
        async with self.database.unit() as session:
            run = await session.get_one(Run, run_id)
            for name, value in columns.items():
                setattr(run, name, value)
            await publish(session, WORK, str(run_id))

    async def get(self, run_id: UUID) -> Run:
        async with self.database.unit() as session:
            return await session.get_one(Run, run_id)

    async def results(self, run_id: UUID) -> list[Result]:
        async with self.database.unit() as session:
            query = select(Result).where(Result.run_id == run_id)
            order = (Result.model_id, Result.prompt, Result.epoch, Result.position)
            return list((await session.execute(query.order_by(*order))).scalars())

    async def drain(self, run_id: UUID, retry_policy: RetryPolicy = HASTY) -> Run:
        """Work until this run ends."""
        async with asyncio.timeout(60):
            await RunEngine(self.resources, retry_policy=retry_policy).drain(run_id)
        return await self.get(run_id)

    @asynccontextmanager
    async def working(self, retry_policy: RetryPolicy = HASTY) -> AsyncIterator[None]:
        """A worker in this process while the block runs."""
        task = asyncio.create_task(RunEngine(self.resources, retry_policy=retry_policy).run())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def asked(self, model: str = "alpha") -> list[str]:
        """What the provider was asked, in order."""
        return [request.last_user_text for request in self.provider.requests if request.model == model]


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        for model in ("alpha", "beta", "gamma"):
            provider.script(model, Script(echo=True, chunk_size=100))
        yield provider


@pytest.fixture
async def bench(resources: Resources, provider: ScriptedProvider) -> Bench:
    bench = Bench(resources, provider)
    await bench.offer("alpha", "beta", "gamma")
    provider.requests.clear()
    return bench

"""Benchmark runs during chaos, one after the other."""

import asyncio
from collections import Counter
from uuid import UUID

from tests.benchmarks.bench_rows import build_run, build_suite, make_samples
from tests.cases.chaos_models import MODELS
from tests.cases.chaos_site import ChaosSite

from llmbattler.benchmarks.runs.topics import WORK
from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.errors import Unavailable
from llmbattler.core.live import publish
from llmbattler.core.settings import Settings

SAMPLES = 1_000
ASKED = MODELS[:2]
CONCURRENCY = 6
UNFINISHED = "SELECT status FROM bench_runs WHERE run_id = %s AND status <> 'finished'"
FINISH_SECONDS = 3600
CALM_SECONDS = 900


class Benchmarks:
    """Runs of the same questions. A new one starts when the last one is finished."""

    def __init__(self, site: ChaosSite) -> None:
        self._site = site
        self._database = Database(DatabaseAddress.parse(site.url), Settings(discovery=False))
        self.runs: list[UUID] = []

    async def repeat(self) -> None:
        """Start runs until cancelled."""
        while True:
            self.runs.append(await self._start())
            await self._site.until(UNFINISHED, self.runs[-1], seconds=FINISH_SECONDS, what="a run does not finish")

    async def _start(self) -> UUID:
        while True:
            try:
                async with self._database.unit() as session:
                    version = await build_suite(session, samples=SAMPLES)
                    run = await build_run(session, version=version, models=ASKED, concurrency=CONCURRENCY)
                    await publish(session, WORK, str(run.run_id))
            except Unavailable:
                await asyncio.sleep(1)
            else:
                return run.run_id

    async def wait_for_last(self) -> None:
        await self._site.until(UNFINISHED, self.runs[-1], seconds=CALM_SECONDS, what="the last run does not finish")

    async def count_outcomes(self) -> Counter[str]:
        """Count all results by outcome, after checking that each sample has exactly one, with the whole answer."""
        outcomes: Counter[str] = Counter()
        right = [str(one["question"]) for one in make_samples(SAMPLES)]
        wanted = sorted((model, position) for model in ASKED for position in range(SAMPLES))
        for run_id in self.runs:
            rows = await self._site.ask(
                "SELECT model_id, position, outcome, answer FROM bench_results WHERE run_id = %s", run_id
            )
            assert sorted((str(row[0]), int(str(row[1]))) for row in rows) == wanted
            wrong = [row for row in rows if row[2] != "failed" and row[3] != right[int(str(row[1]))]]
            assert wrong == []
            outcomes.update(str(row[2]) for row in rows)
        return outcomes

    async def close(self) -> None:
        await self._database.close()

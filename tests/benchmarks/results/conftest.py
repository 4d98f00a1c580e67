"""A run with a few results."""

from uuid import UUID

import pytest

from llmbattler.benchmarks.runs.models import Outcome
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from tests.benchmarks.bench_rows import build_results, build_run, build_suite


@pytest.fixture
async def run_id(resources: Resources) -> UUID:
    async with resources.get(Database).unit() as session:
        run = await build_run(session, version=await build_suite(session, samples=60), models=["alpha", "beta"])
        await build_results(
            session, run=run, outcomes={"alpha": [Outcome.RIGHT, Outcome.WRONG], "beta": [Outcome.RIGHT]}
        )
        return run.run_id

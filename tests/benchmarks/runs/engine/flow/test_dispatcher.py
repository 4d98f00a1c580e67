"""What becomes of the other questions to a model that cannot be asked."""

import asyncio

from llmbattler.accounts.schemas import AccountKind, Visitor
from llmbattler.benchmarks.runs.engine.retries import RetryPolicy
from llmbattler.benchmarks.runs.models import Outcome, Result, RunStatus
from llmbattler.benchmarks.runs.service.changes import retry_failed
from llmbattler.connectors.errors import FailureKind
from llmbattler.core.settings import Settings
from llmbattler.testing import Script
from tests.benchmarks.runs.engine.conftest import Bench

OPERATOR = Visitor(None, AccountKind.ADMIN)


async def test_what_failed_is_asked_again_while_other_models_still_answer(bench: Bench) -> None:
    """The key was refused, somebody mended it, and does not want to wait for the end of the run."""
    bench.provider.script("alpha", Script(failure=FailureKind.BAD_KEY))
    bench.provider.hold("beta")
    run_id = await bench.start(samples=60, size=60, models=("alpha", "beta"), concurrency=80)

    async def wait_for(count: int, outcome: Outcome) -> list[Result]:
        async with asyncio.timeout(30):
            while True:
                rows = [row for row in await bench.results(run_id) if row.model_id == "alpha"]
                if sum(row.outcome is outcome for row in rows) == count:
                    return rows
                await asyncio.sleep(0.02)

    async with bench.working():
        assert any("Not asked" in (row.error or "") for row in await wait_for(60, Outcome.FAILED))
        bench.provider.script("alpha", Script(echo=True, chunk_size=100))
        async with bench.database.unit() as session:
            settings = bench.resources.get(Settings)
            await retry_failed(session, settings=settings, actor=OPERATOR, run_id=run_id)
        bench.provider.release("beta")  # it had every place that the endpoint has
        assert all(row.error is None for row in await wait_for(54, Outcome.RIGHT))


async def test_questions_that_come_back_after_a_model_was_given_up_fail_too(bench: Bench) -> None:
    """Else each of them would be asked for ever, and the run would never end."""
    bench.provider.script("alpha", Script(failure=FailureKind.OVERLOADED))
    run_id = await bench.start(samples=40, size=40, concurrency=40)
    run = await bench.drain(run_id, RetryPolicy(pace=0.01, outage=0))
    assert run.status is RunStatus.FINISHED
    assert {row.outcome for row in await bench.results(run_id)} == {Outcome.FAILED}

"""A worker goes on with all other runs, whatever is wrong with one."""

from sqlalchemy import text

from llmbattler.benchmarks.runs.models import RunStatus
from tests.benchmarks.runs.engine.conftest import Bench


async def test_a_run_that_nobody_can_open_holds_up_no_other(bench: Bench) -> None:
    broken = await bench.start(samples=3)
    async with bench.database.unit() as session:
        # As a later version of the program would have written it.
        await session.execute(text("UPDATE bench_versions SET spec = spec || '{\"unheard\": 1}'"))
    good = await bench.start(samples=3)
    assert (await bench.drain(good)).status is RunStatus.FINISHED
    run = await bench.drain(broken)
    assert run.status is RunStatus.STOPPED
    assert run.reason == "The suite could not be opened (ValidationError). See the worker's log for details."

from uuid import UUID, uuid4

from llmbattler.benchmarks.runs.engine.repository.results import add_results
from llmbattler.benchmarks.runs.engine.rows import ResultRow
from llmbattler.benchmarks.runs.models import Outcome, RunStatus
from tests.benchmarks.runs.engine.conftest import Bench


def make_row(run_id: UUID, outcome: Outcome, position: int = 0, **facts: int) -> ResultRow:
    return ResultRow(
        run_id=run_id,
        model_id="alpha",
        prompt="main",
        position=position,
        epoch=1,
        sample_id="0123456789abcdef",
        outcome=outcome,
        worker=uuid4(),
        **facts,  # type: ignore[arg-type]
    )


async def test_a_cancelled_run_waits_for_no_further_try(bench: Bench) -> None:
    """A call may fail between the end of the run and the moment in which its worker hears of it."""
    run_id = await bench.start(samples=2, status=RunStatus.CANCELLED)
    rows = [make_row(run_id, Outcome.RETRYING), make_row(run_id, Outcome.RIGHT, position=1)]
    async with bench.database.unit() as session:
        await add_results(session, rows, {run_id})
    assert [(row.position, row.outcome) for row in await bench.results(run_id)] == [(1, Outcome.RIGHT)]


async def test_what_was_paid_for_an_answer_stays_paid_when_another_worker_takes_it_from_the_cache(bench: Bench) -> None:
    run_id = await bench.start(samples=1)
    async with bench.database.unit() as session:
        await add_results(session, [make_row(run_id, Outcome.RETRYING, cost_micro_usd=50)], {run_id})
    async with bench.database.unit() as session:
        row = make_row(run_id, Outcome.RIGHT, cost_micro_usd=0, judge_micro_usd=7)
        await add_results(session, [row], {run_id})
    (found,) = await bench.results(run_id)
    assert (found.outcome, found.cost_micro_usd, found.judge_micro_usd) == (Outcome.RIGHT, 50, 7)

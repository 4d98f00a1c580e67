from datetime import timedelta

from sqlalchemy import text, update

from llmbattler.benchmarks.results import repository
from llmbattler.benchmarks.results.repository import Moments
from llmbattler.benchmarks.runs.models import Outcome, Result
from llmbattler.core.db import Database
from tests.benchmarks.bench_rows import build_results, build_run, build_suite

RIGHT, WRONG, UNPARSED, FAILED = Outcome.RIGHT, Outcome.WRONG, Outcome.UNPARSED, Outcome.FAILED


async def test_buckets_hold_all_answers_of_a_line_by_outcome_and_duration(database: Database) -> None:
    async with database.unit() as session:
        run = await build_run(session, version=await build_suite(session, samples=4), chunks=False)
        await build_results(session, run=run, outcomes={"alpha": [RIGHT, RIGHT, UNPARSED, FAILED]})
        await session.execute(update(Result).where(Result.position == 1).values(total_ms=90_000, cost_micro_usd=4))
        found = await repository.list_buckets(session, run.run_id, scores=0, recent=timedelta(minutes=1))
    assert sorted((one.outcome, one.answers, one.cost_micro_usd) for one in found if one.outcome is not RIGHT) == [
        (FAILED, 1, None),
        (UNPARSED, 1, None),
    ]
    right = sorted((one for one in found if one.outcome is RIGHT), key=lambda one: one.milliseconds or 0)
    assert [(one.answers, one.cost_micro_usd, one.sums) for one in right] == [(1, None, (1, 1)), (1, 4, (1, 1))]
    assert sum(one.recent for one in found) == 4


async def test_moments_leave_out_failures_and_count_unparsed_answers_as_0(database: Database) -> None:
    async with database.unit() as session:
        run = await build_run(session, version=await build_suite(session, samples=4), chunks=False)
        await build_results(session, run=run, outcomes={"alpha": [RIGHT, WRONG, UNPARSED, FAILED]})
        assert await repository.list_moments(session, run.run_id) == {("alpha", "main"): Moments(3, 1.0, 1.0)}
    assert Moments(2, 1.0, 1.0).binary
    assert not Moments(2, 1.0, 0.5).binary


async def test_without_clusters_the_epochs_of_a_sample_are_one(database: Database) -> None:
    async with database.unit() as session:
        run = await build_run(session, version=await build_suite(session, samples=2), chunks=False, epochs=2)
        for epoch in (1, 2):
            await build_results(session, run=run, outcomes={"alpha": [RIGHT, WRONG]}, epoch=epoch)
        found = await repository.list_cluster_sums(session, run.run_id, scores=0, dataset_id=None)
        counts = await repository.count_epochs(session, run.run_id)
    ((sums,),) = found["alpha", "main"]
    assert (sums.size, sums.clusters) == (2, 2)
    assert sorted((one.n, one.right, one.samples) for one in counts) == [(2, 0, 1), (2, 2, 1)]


async def test_errors_are_grouped_by_kind_with_the_newest_message(database: Database) -> None:
    async with database.unit() as session:
        run = await build_run(session, version=await build_suite(session, samples=4), chunks=False)
        await build_results(session, run=run, outcomes={"alpha": [FAILED, FAILED, FAILED, RIGHT]})
        for position, kind in enumerate(("timed_out", "timed_out", "filtered")):
            await session.execute(
                text(
                    "UPDATE bench_results SET error_kind = :kind, error = :error, "
                    "recorded_at = now() + make_interval(secs => :position) WHERE position = :position"
                ),
                {"kind": kind, "error": f"message {position}", "position": position},
            )
        found = await repository.list_error_groups(session, run.run_id)
    assert [(one.kind, one.times, one.last) for one in found] == [
        ("timed_out", 2, "message 1"),
        ("filtered", 1, "message 2"),
    ]


async def test_memory_is_raised_for_one_transaction_only(database: Database) -> None:
    async with database.unit() as session:
        before = (await session.execute(text("SHOW work_mem"))).scalar_one()
        await repository.update_work_mem(session)
        assert (await session.execute(text("SHOW work_mem"))).scalar_one() == "64MB"
    async with database.unit() as session:
        assert (await session.execute(text("SHOW work_mem"))).scalar_one() == before

from uuid import uuid4

import pytest
from sqlalchemy import select, update

from llmbattler.benchmarks.runs import repository
from llmbattler.benchmarks.runs.models import Chunk, Outcome, Result, Run, RunStatus
from llmbattler.benchmarks.suites.models import SuiteVersion
from llmbattler.core.db import Database
from tests.benchmarks.bench_rows import build_results, build_run, build_suite

RIGHT, WRONG, UNPARSED, FAILED = Outcome.RIGHT, Outcome.WRONG, Outcome.UNPARSED, Outcome.FAILED


async def test_the_newest_or_a_given_version_of_a_suite_is_found(database: Database) -> None:
    async with database.unit() as session:
        version = await build_suite(session)
        for number in (None, 1):
            found = await repository.find_version(session, version.suite_id, number)
            assert found is not None
            assert found[1] is version
        assert await repository.find_version(session, version.suite_id, 2) is None
        assert await repository.find_version(session, uuid4(), None) is None


async def test_failed_results_that_cost_nothing_are_deleted_and_the_others_wait_for_a_retry(
    database: Database,
) -> None:
    async with database.unit() as session:
        run = await build_run(session, version=await build_suite(session, samples=4), chunks=False)
        outcomes = [RIGHT, FAILED, FAILED, Outcome.QUARANTINED]
        await build_results(session, run=run, outcomes={"alpha": outcomes})
        await session.execute(update(Result).where(Result.position == 2).values(cost_micro_usd=9))
        found = await repository.delete_failed(session, run.run_id)
        left = (await session.execute(select(Result).order_by(Result.position))).scalars().all()
        expected = [(1, False), (2, False), (3, True)]
        assert sorted(found) == [("alpha", "main", 1, position, deadly) for position, deadly in expected]
        assert [(row.position, row.outcome, row.tries) for row in left] == [(0, RIGHT, 1), (2, Outcome.RETRYING, 0)]
        await repository.update_retrying_to_failed(session, run.run_id)
        await session.refresh(left[1])
        assert (left[1].outcome, left[1].next_try_at) == (FAILED, None)


async def test_totals_count_unparsed_answers_as_0_and_leave_out_failed_ones(database: Database) -> None:
    async with database.unit() as session:
        run = await build_run(session, version=await build_suite(session, samples=5), chunks=False)
        await build_results(session, run=run, outcomes={"alpha": [RIGHT, RIGHT, WRONG, UNPARSED, FAILED]})
        await session.execute(update(Result).where(Result.outcome == UNPARSED).values(value=0.5))
        await session.execute(update(Result).where(Result.position == 0).values(cost_micro_usd=5, judge_micro_usd=2))
        (totals,) = await repository.list_totals(session, run.run_id)
        assert await repository.get_spent(session, run.run_id) == 7
    assert (totals.scored, totals.total, totals.squares, totals.binary) == (4, 2.0, 2.0, True)
    assert (totals.unparsed, totals.failed, totals.cost_micro_usd) == (1, 1, 7)


async def test_clusters_are_those_of_the_suite_or_single_samples(database: Database) -> None:
    samples = [{"question": "Why?", "cluster": cluster} for cluster in ("x", "x", None)]
    async with database.unit() as session:
        version = await build_suite(session, samples=samples)
        run = await build_run(session, version=version, chunks=False)
        await build_results(session, run=run, outcomes={"alpha": [RIGHT, RIGHT, RIGHT]})
        found = await repository.list_cluster_sums(session, run)
        assert await repository.list_cluster_sizes(session, version.dataset_id, 3) == [2]
        assert await repository.list_cluster_sizes(session, version.dataset_id, 0) == []
    sums = sorted(found["alpha", "main"])
    assert [(one.size, one.clusters) for one in sums] == [(1, 1), (2, 1)]


async def test_statistics_of_past_answers_leave_cached_ones_out_of_the_duration(database: Database) -> None:
    async with database.unit() as session:
        version = await build_suite(session, samples=3)
        run = await build_run(session, version=version, chunks=False)
        await build_results(session, run=run, outcomes={"alpha": [RIGHT] * 3})
        await session.execute(update(Result).values(output_tokens=30, total_ms=1_000))
        await session.execute(update(Result).where(Result.position == 0).values(cached=True, total_ms=1))
        found = await repository.find_past_answers(session, version.suite_id, ["alpha", "beta"])
    assert set(found) == {"alpha"}
    assert (found["alpha"].answers, found["alpha"].output_tokens, found["alpha"].median_ms) == (3, 30, 1_000)


async def test_a_deleted_run_leaves_nothing(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repository, "BATCH_ROWS", 2)
    async with database.unit() as session:
        version = await build_suite(session, samples=5)
        run, other = [await build_run(session, version=version) for _ in range(2)]
        for one in (run, other):
            await build_results(session, run=one, outcomes={"alpha": [RIGHT] * 5})
        await repository.delete_run(session, run.run_id)
        for table in (Run, Chunk, Result):
            ids = (await session.execute(select(table.run_id).distinct())).scalars().all()
            assert list(ids) == [other.run_id]
        assert await session.get(SuiteVersion, version.version_id) is not None


async def test_runs_are_filtered(database: Database) -> None:
    async with database.unit() as session:
        version = await build_suite(session)
        first = await build_run(session, version=version, status=RunStatus.PAUSED)
        second = await build_run(session, version=await build_suite(session))
        for wanted, expected in (
            (repository.RunFilter(), {first.run_id, second.run_id}),
            (repository.RunFilter(suite_id=version.suite_id), {first.run_id}),
            (repository.RunFilter(statuses=(RunStatus.RUNNING,)), {second.run_id}),
        ):
            assert {run.run_id for run, _, _ in await repository.list_runs(session, wanted)} == expected
        assert await repository.count_chunks(session, first.run_id) == len(
            await repository.list_free(session, first.run_id)
        )

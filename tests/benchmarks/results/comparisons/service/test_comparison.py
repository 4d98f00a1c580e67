"""Comparing entries, from rows to verdicts."""

import time

import numpy as np
import pytest
from scipy import stats
from sqlalchemy import text

from llmbattler.benchmarks.results.comparisons.service import compare_entries
from llmbattler.benchmarks.results.service.lines import load_run
from llmbattler.benchmarks.results.service.totals import count_run
from llmbattler.benchmarks.runs.models import Outcome, RunStatus
from llmbattler.benchmarks.suites.models import SuiteVersion
from llmbattler.core.db import Database
from tests.benchmarks.bench_rows import build_suite
from tests.benchmarks.results.large_runs import add_large_run

from ..finished_runs import finish_run, make_samples

WEAK = [1.0, 0.0, 0.0, 0.0] * 10
STRONG = [1.0, 1.0, 1.0, 0.0] * 10


async def test_two_models_of_a_run(database: Database) -> None:
    async with database.unit() as session:
        run = await finish_run(session, answers={"alpha": WEAK, "beta": STRONG})
        found = await compare_entries(session, texts=[f"{run.run_id}:alpha", f"{run.run_id}:beta"])
    assert [entry.entry for entry in found.entries] == [f"{run.run_id}:alpha#main", f"{run.run_id}:beta#main"]
    assert [entry.score.mean for entry in found.entries] == [0.25, 0.75]
    (difference,) = found.differences
    expected = stats.ttest_rel(STRONG, WEAK)
    assert difference.p == pytest.approx(expected.pvalue)
    assert (difference.difference, difference.n, difference.clusters) == (0.5, 40, None)
    assert (difference.better, difference.worse, difference.same) == (20, 0, 20)
    assert difference.mcnemar_p == pytest.approx(2 / 2**20)
    assert difference.verdict == "better"
    assert (found.common, found.warnings) == (40, [])


async def test_several_against_the_first_are_corrected(database: Database) -> None:
    async with database.unit() as session:
        run = await finish_run(session, answers={"alpha": WEAK, "beta": STRONG, "gamma": WEAK, "delta": STRONG})
        found = await compare_entries(session, texts=[f"{run.run_id}:{model}" for model in run.models])
    beta, gamma, delta = found.differences
    assert {beta.first, gamma.first, delta.first} == {found.entries[0].entry}
    assert beta.p is not None
    assert beta.p_holm == pytest.approx(3 * beta.p)
    assert delta.p_holm == beta.p_holm
    assert [one.verdict for one in found.differences] == ["better", "no difference found", "better"]
    assert gamma.low is not None
    assert gamma.low < 0


async def test_runs_of_other_suites_and_versions_meet_at_their_samples(database: Database) -> None:
    async with database.unit() as session:
        old = await build_suite(session, samples=make_samples(40))
        other = await build_suite(session, samples=make_samples(40, first=10))
        one = await finish_run(session, version=old, answers={"alpha": [0.0] * 40}, title="Old")
        two = await finish_run(session, version=other, answers={"alpha": [1.0] * 20 + [0.0] * 20}, title="New")
        found = await compare_entries(session, texts=[f"{one.run_id}:alpha", f"{two.run_id}:alpha"])
        version = SuiteVersion(
            suite_id=old.suite_id,
            number=2,
            spec=old.spec,
            digest="2" * 64,
            dataset_id=other.dataset_id,
        )
        session.add(version)
        await session.flush()
        three = await finish_run(session, version=version, answers={"alpha": [0.0] * 40})
        versions = await compare_entries(session, texts=[f"{one.run_id}:alpha", f"{three.run_id}:alpha"])
    assert found.common == found.differences[0].n == 30
    assert found.differences[0].better == 20
    assert [entry.score.n for entry in found.entries] == [40, 40]
    assert found.warnings[0].startswith("Different suites")
    assert found.warnings[1].startswith("Only 30 of 40 samples")
    assert versions.warnings[0].startswith("Different versions of")
    assert [entry.version for entry in versions.entries] == [1, 2]


async def test_unparsed_is_wrong_and_failed_is_left_out(database: Database) -> None:
    failing = [Outcome.FAILED, Outcome.QUARANTINED, *[Outcome.UNPARSED] * 18, *[1.0] * 20]
    async with database.unit() as session:
        run = await finish_run(
            session, answers={"alpha": [1.0] * 40, "beta": failing}, status=RunStatus.PAUSED, title="Half"
        )
        found = await compare_entries(session, texts=[f"{run.run_id}:alpha", f"{run.run_id}:beta"])
    (difference,) = found.differences
    assert (difference.n, difference.worse, difference.same) == (38, 18, 20)
    assert found.entries[1].score.mean == pytest.approx(20 / 38)
    assert found.warnings == [
        "Only 38 of 40 samples are in all of these. Each pair is compared on its shared samples.",
        "“Half” has not finished. Missing answers may change the result.",
        "2 answers of beta in “Half” failed and are left out.",
    ]


async def test_clusters_widen_the_interval(database: Database) -> None:
    better = [float(number % 8 < 6) for number in range(80)]
    async with database.unit() as session:
        plain = await finish_run(session, answers={"alpha": [0.5] * 80, "beta": better})
        clustered = await finish_run(session, answers={"alpha": [0.5] * 80, "beta": better}, clusters=8)
        found = [
            (await compare_entries(session, texts=[f"{run.run_id}:alpha", f"{run.run_id}:beta"])).differences[0]
            for run in (plain, clustered)
        ]
    alone, together = found
    assert (alone.clusters, together.clusters) == (None, 8)
    assert alone.difference == together.difference
    assert together.low is not None
    assert alone.low is not None
    assert together.low < alone.low
    assert together.mcnemar_p is None


async def test_nothing_in_common_is_said(database: Database) -> None:
    async with database.unit() as session:
        one = await finish_run(session, answers={"alpha": [1.0] * 5})
        far = await build_suite(session, samples=make_samples(5, first=100))
        two = await finish_run(session, version=far, answers={"alpha": [1.0] * 5})
        found = await compare_entries(session, texts=[f"{one.run_id}:alpha", f"{two.run_id}:alpha"])
    assert found.common == 0
    assert "These have no samples in common." in found.warnings
    assert (found.differences[0].difference, found.differences[0].verdict) == (None, "too few")


@pytest.mark.parametrize("epochs", [1, 3])
@pytest.mark.parametrize("clusters", [None, 7])
async def test_scores_are_those_of_the_run(database: Database, epochs: int, clusters: int | None) -> None:
    chance = np.random.default_rng(epochs)
    answers = {model: (1.0 * (chance.random((epochs, 60)) < 0.8)).tolist() for model in ("alpha", "beta")}
    async with database.unit() as session:
        run = await finish_run(session, answers=answers, clusters=clusters)
        found = await compare_entries(session, texts=[f"{run.run_id}:alpha", f"{run.run_id}:beta"])
        shown = await count_run(session, loaded=await load_run(session, run_id=run.run_id))
    for entry, line in zip(found.entries, shown.lines, strict=True):
        assert entry.score.mean == pytest.approx(line.score.mean)
        assert (entry.score.low, entry.score.high) == pytest.approx((line.score.low, line.score.high))


@pytest.mark.parametrize("samples", [20_000, pytest.param(200_000, marks=pytest.mark.torture)])
async def test_many_samples_are_compared_fast(database: Database, samples: int) -> None:
    async with database.unit() as session:
        await session.execute(text("SET LOCAL statement_timeout = 0"))
        run = await add_large_run(session, samples=samples, models=["alpha", "gamma-2"], clustered=True)
    async with database.unit() as session:
        started = time.perf_counter()
        found = await compare_entries(session, texts=[f"{run.run_id}:alpha", f"{run.run_id}:gamma-2"])
        took = time.perf_counter() - started
    assert found.common == samples
    assert found.differences[0].clusters == samples // 5
    assert took < 10, f"{took:.1f} s, which is too long even on a busy machine"

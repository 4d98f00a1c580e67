"""Judges: models of the catalog that grade for a run, at its expense."""

from typing import Any

from llmbattler.benchmarks.runs.models import Outcome, RunStatus
from llmbattler.connectors.contract import Usage
from llmbattler.connectors.errors import FailureKind
from llmbattler.testing import Script
from tests.benchmarks.runs.engine.conftest import Bench

GRADED: dict[str, Any] = {"scores": [{"name": "good", "scorer": "rubric", "options": {"criteria": "Is it good?"}}]}
VERDICT = "It does what was asked.\nScore: 5"


async def test_a_judge_is_asked_for_every_answer_and_its_cost_is_the_runs(bench: Bench) -> None:
    bench.provider.script("beta", Script(text=VERDICT, chunk_size=100, usage=Usage(100, 50)))
    run_id = await bench.start(samples=4, spec=GRADED, judges=["beta"])
    run = await bench.drain(run_id)
    rows = await bench.results(run_id)
    assert run.status is RunStatus.FINISHED
    assert len(bench.asked("beta")) == 4
    assert {row.judge_micro_usd for row in rows} == {200}
    assert all(row.scores[0]["name"] == "good" for row in rows)


async def test_a_judge_that_stumbles_is_asked_again_without_asking_the_model_again(bench: Bench) -> None:
    bench.provider.script("beta", Script(text=VERDICT, chunk_size=100, truncate_after=0, fail_times=4))
    run_id = await bench.start(samples=1, spec={**GRADED, "judges": ["beta"]})
    await bench.drain(run_id)
    (row,) = await bench.results(run_id)
    assert row.outcome in {Outcome.RIGHT, Outcome.WRONG, Outcome.UNPARSED}
    assert row.tries > 1
    assert len(bench.asked("alpha")) == 1


async def test_a_judge_that_refuses_leaves_the_answer_with_the_failure(bench: Bench) -> None:
    bench.provider.script("beta", Script(failure=FailureKind.FILTERED))
    run_id = await bench.start(samples=1, spec=GRADED, judges=["beta"])
    await bench.drain(run_id)
    (row,) = await bench.results(run_id)
    assert (row.outcome, row.error_kind, row.answer) == (Outcome.FAILED, "filtered", "Say 0.")


async def test_a_judge_that_nobody_offers_is_named(bench: Bench) -> None:
    run_id = await bench.start(samples=1, spec=GRADED, judges=["nobody"])
    await bench.drain(run_id)
    (row,) = await bench.results(run_id)
    assert (row.outcome, row.error_kind) == (Outcome.FAILED, "no_judge")
    assert "nobody" in (row.error or "")

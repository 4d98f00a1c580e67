"""Judges: models of the catalog that grade for a run, at its expense."""

from typing import Any

from sqlalchemy import text

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


async def test_a_budget_holds_for_judges_of_answers_that_cost_nothing(bench: Bench) -> None:
    bench.provider.script("beta", Script(text=VERDICT, chunk_size=100, usage=Usage(100, 50)))
    await bench.drain(await bench.start(samples=30, use_cache=True))
    bench.provider.requests.clear()
    run_id = await bench.start(
        samples=30, spec=GRADED, judges=["beta"], use_cache=True, concurrency=10, budget_micro_usd=1_000
    )
    run = await bench.drain(run_id)
    rows = await bench.results(run_id)
    assert bench.asked("alpha") == []
    assert sum(row.judge_micro_usd or 0 for row in rows) == 1_000
    assert run.status is RunStatus.STOPPED
    assert (run.reason or "").startswith("The budget of $0.001 is used up: $0.001 is spent, and the next answer may")


async def test_answers_that_wait_for_their_judge_are_paid_for_from_the_budget(bench: Bench) -> None:
    bench.provider.script("alpha", Script(text="x", usage=Usage(10, 20)))
    bench.provider.script("beta", Script(failure=FailureKind.OVERLOADED))
    spec = {**GRADED, "params": {"max_tokens": 50}}
    run_id = await bench.start(samples=300, spec=spec, judges=["beta"], concurrency=10, budget_micro_usd=3_000)
    await bench.drain(run_id)
    rows = await bench.results(run_id)
    assert 0 < sum(row.cost_micro_usd or 0 for row in rows) <= 3_000
    assert len(bench.asked("alpha")) < 300


async def test_what_judges_took_for_nothing_is_the_runs_expense_too(bench: Bench) -> None:
    bench.provider.script("beta", Script(text=VERDICT, chunk_size=100, usage=Usage(100, 50)))
    bench.provider.script("gamma", Script(failure=FailureKind.FILTERED))
    spec = {
        "scores": [
            {"name": judge, "scorer": "rubric", "options": {"criteria": "Is it good?", "judges": [judge]}}
            for judge in ("beta", "gamma")
        ]
    }
    run_id = await bench.start(samples=1, spec=spec, judges=["beta", "gamma"])
    await bench.drain(run_id)
    (row,) = await bench.results(run_id)
    assert (row.outcome, row.judge_micro_usd) == (Outcome.FAILED, 200)


async def test_an_answer_is_kept_although_no_budget_is_left_for_its_judge(bench: Bench) -> None:
    bench.provider.script("alpha", Script(text="x", usage=Usage(10, 20)))
    async with bench.database.unit() as session:
        await session.execute(
            text(
                "INSERT INTO budgets (budget_id, scope, subject, limit_micro_usd, warn_at, enabled) "
                "VALUES (gen_random_uuid(), 'site', '', 2000, 0.8, true)"
            )
        )
    spec = {**GRADED, "params": {"max_tokens": 50}}
    run_id = await bench.start(samples=1, spec=spec, judges=["beta"], use_cache=True)
    assert (await bench.drain(run_id)).status is RunStatus.STOPPED
    async with bench.database.unit() as session:
        await session.execute(text("DELETE FROM budgets"))
    bench.provider.script("beta", Script(text=VERDICT, chunk_size=100))
    await bench.change(run_id, status=RunStatus.RUNNING)
    assert (await bench.drain(run_id)).status is RunStatus.FINISHED
    assert len(bench.asked("alpha")) == 1


async def test_an_answer_waits_where_the_budget_is_used_up_for_one_of_two_judges(bench: Bench) -> None:
    bench.provider.script("alpha", Script(text="x", usage=Usage(10, 20)))
    bench.provider.script("beta", Script(text=VERDICT, chunk_size=100, usage=Usage(100, 50)))
    bench.provider.script("gamma", Script(text=VERDICT, chunk_size=100, usage=Usage(100, 50)))
    # Enough to hold one call without a limit for its answer, not two at once.
    async with bench.database.unit() as session:
        await session.execute(
            text(
                "INSERT INTO budgets (budget_id, scope, subject, limit_micro_usd, warn_at, enabled) "
                "VALUES (gen_random_uuid(), 'site', '', 15000, 0.8, true)"
            )
        )
    spec = {**GRADED, "params": {"max_tokens": 50}}
    run_id = await bench.start(samples=1, spec=spec, judges=["beta", "gamma"])
    run = await bench.drain(run_id)
    assert (run.status, "today is used up" in (run.reason or "")) == (RunStatus.STOPPED, True)
    (waiting,) = await bench.results(run_id)
    assert (waiting.outcome, waiting.error_kind) == (Outcome.RETRYING, "budget_reached")
    assert (waiting.cost_micro_usd, waiting.judge_micro_usd) == (50, 200)
    async with bench.database.unit() as session:
        await session.execute(text("DELETE FROM budgets"))
    await bench.change(run_id, status=RunStatus.RUNNING)
    await bench.drain(run_id)
    (row,) = await bench.results(run_id)
    assert row.outcome is Outcome.RIGHT
    assert len(row.scores[0]["details"]["verdicts"]) == 2
    assert (row.cost_micro_usd, row.judge_micro_usd) == (100, 600)  # it was asked without a cache, and so again

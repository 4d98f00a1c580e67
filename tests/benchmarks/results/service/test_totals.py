from datetime import UTC, datetime, timedelta

import pytest

from llmbattler.accounts.schemas import Visitor
from llmbattler.benchmarks.results.schemas import LineOut, RunOut
from llmbattler.benchmarks.results.service import show_run
from llmbattler.benchmarks.runs.errors import RunNotFound
from llmbattler.benchmarks.runs.models import Outcome, Result, Run, RunStatus
from llmbattler.benchmarks.statistics.intervals import mean_interval
from llmbattler.core.db import Database, Session
from llmbattler.core.ids import uuid7
from llmbattler.core.settings import Settings
from tests.benchmarks.bench_rows import build_results, build_run, build_suite

R, W, U, F, Q, T = (
    Outcome.RIGHT,
    Outcome.WRONG,
    Outcome.UNPARSED,
    Outcome.FAILED,
    Outcome.QUARANTINED,
    Outcome.RETRYING,
)
TWO_SCORES = {"scores": [{"name": "exact", "scorer": "exact"}, {"name": "close", "scorer": "exact", "weight": 0}]}


async def show(session: Session, settings: Settings, run: Run, account_id: str | None = None) -> RunOut:
    return await show_run(session, settings=settings, run_id=run.run_id, asker=Visitor(account_id))


def result(run: Run, position: int, outcome: Outcome, **columns: object) -> Result:
    given = {"model_id": run.models[0], "prompt": run.prompts[0], "epoch": 1, "scores": [], **columns}
    return Result(run_id=run.run_id, position=position, sample_id=f"s{position}", outcome=outcome, **given)


async def test_unparsed_counts_as_nothing_right_and_failed_not_at_all(database: Database, settings: Settings) -> None:
    async with database.unit() as session:
        version = await build_suite(session, samples=10)
        run = await build_run(session, version=version, models=["alpha", "beta"], chunks=False)
        await build_results(session, run=run, outcomes={"alpha": [R, R, R, W, U, F, Q, T], "beta": [R]})
        shown = await show(session, settings, run)
    alpha, beta = shown.lines
    counted = (alpha.done, alpha.right, alpha.wrong, alpha.unparsed, alpha.failed, alpha.quarantined, alpha.retrying)
    assert counted == (7, 3, 1, 1, 1, 1, 1)
    assert (alpha.total, shown.done, shown.total) == (10, 8, 20)
    assert (alpha.score.mean, alpha.score.n, alpha.score.method) == (0.6, 5, "wilson")
    expected = mean_interval([1, 1, 1, 0, 0])
    assert (alpha.score.low, alpha.score.high) == (expected.low, expected.high)
    assert [one.model_dump(exclude={"name"}) for one in alpha.scores] == [alpha.score.model_dump()]
    assert beta.score.mean == 1


async def test_a_partly_right_answer_that_is_unparsed_counts_as_nothing_too(
    database: Database, settings: Settings
) -> None:
    async with database.unit() as session:
        version = await build_suite(session, samples=2)
        run = await build_run(session, version=version, chunks=False)
        session.add_all([result(run, 0, U, value=0.5), result(run, 1, R, value=1)])
        await session.flush()
        line = (await show(session, settings, run)).lines[0]
    assert line.score.mean == 0.5


async def test_a_run_without_any_result_says_so(database: Database, settings: Settings) -> None:
    async with database.unit() as session:
        params = {"temperature": 0.7}
        run = await build_run(session, version=await build_suite(session), chunks=False, params=params)
        shown = await show(session, settings, run)
    line = shown.lines[0]
    assert shown.params == params
    assert (line.score.mean, line.score.method, line.cost_usd, line.p50_ms, shown.spent_usd) == (
        None,
        "none",
        None,
        None,
        None,
    )
    assert shown.per_second == 0
    assert shown.seconds_left is None


async def test_money_tokens_and_times_are_added_up(database: Database, settings: Settings) -> None:
    async with database.unit() as session:
        version = await build_suite(session, samples=20)
        run = await build_run(session, version=version, budget_micro_usd=5_000_000, chunks=False)
        session.add_all(
            result(run, n, R, value=1, input_tokens=10, output_tokens=n, cost_micro_usd=100_000, total_ms=n + 1)
            for n in range(20)
        )
        await session.flush()
        shown = await show(session, settings, run)
    line = shown.lines[0]
    assert (line.input_tokens, line.output_tokens, line.cost_usd) == (200, 190, 2.0)
    assert (line.p50_ms, line.p95_ms) == (10, 19)
    assert (shown.spent_usd, shown.budget_usd) == (2.0, 5.0)


async def test_the_kinds_of_failure_come_with_their_newest_message(database: Database, settings: Settings) -> None:
    now = datetime.now(UTC)
    async with database.unit() as session:
        run = await build_run(session, version=await build_suite(session), chunks=False)
        session.add_all(
            [
                result(run, 0, F, error_kind="timeout", error="old", recorded_at=now - timedelta(minutes=2)),
                result(run, 1, F, error_kind="timeout", error="new", recorded_at=now),
                result(run, 2, T, error_kind="timeout", error="older", recorded_at=now - timedelta(minutes=5)),
                result(run, 3, F, error_kind="refused", error="no", recorded_at=now),
            ]
        )
        await session.flush()
        errors = (await show(session, settings, run)).lines[0].errors
    assert [(one.kind, one.count, one.last) for one in errors] == [("timeout", 3, "new"), ("refused", 1, "no")]


async def test_answers_cut_before_they_began_are_named_among_the_errors(database: Database, settings: Settings) -> None:
    async with database.unit() as session:
        version = await build_suite(session, samples=3)
        run = await build_run(session, version=version, chunks=False)
        cut = {"error_kind": "cut_at_limit", "error": "Cut."}
        session.add_all([result(run, 0, U, **cut), result(run, 1, U, **cut), result(run, 2, U)])
        await session.flush()
        (line,) = (await show(session, settings, run)).lines
    assert [(one.kind, one.count, one.last) for one in line.errors] == [("cut_at_limit", 2, "Cut.")]
    assert (line.unparsed, line.score.mean) == (3, 0)


async def test_each_score_has_an_interval(database: Database, settings: Settings) -> None:
    closeness = [0.1, 0.9, 0.4, None, 0.7, 0.2]
    async with database.unit() as session:
        version = await build_suite(session, samples=6, spec=TWO_SCORES)
        run = await build_run(session, version=version, chunks=False)
        for position, close in enumerate(closeness):
            marks = [{"name": "exact", "value": 1.0}, {"name": "close", "value": close}]
            session.add(result(run, position, R, value=1.0, scores=marks))
        await session.flush()
        line = (await show(session, settings, run)).lines[0]
    exact, nearly = line.scores
    assert (exact.name, exact.mean, exact.method) == ("exact", 1.0, "wilson")
    expected = mean_interval([0.1, 0.9, 0.4, 0.0, 0.7, 0.2])
    assert (nearly.name, nearly.method) == ("close", "clt")
    assert (nearly.mean, nearly.low, nearly.high) == pytest.approx((expected.mean, expected.low, expected.high))


async def test_samples_of_one_cluster_are_no_independent_evidence(database: Database, settings: Settings) -> None:
    values = [1, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 0]
    clusters = ["a", "a", "a", "b", "b", "b", "c", "c", "c", None, "d", "d"]
    samples = [{"question": str(n), "cluster": name} for n, name in enumerate(clusters)]
    async with database.unit() as session:
        version = await build_suite(session, samples=samples)
        run = await build_run(session, version=version, chunks=False)
        await build_results(session, run=run, outcomes={"alpha": [R if value else W for value in values]})
        score = (await show(session, settings, run)).lines[0].score
    expected = mean_interval(values, clusters=clusters)
    assert score.method == "clustered"
    assert (score.mean, score.low, score.high) == pytest.approx((expected.mean, expected.low, expected.high))
    assert score.design_effect == pytest.approx(expected.design_effect)


async def test_epochs_of_one_sample_are_a_cluster_and_give_pass_at_k(database: Database, settings: Settings) -> None:
    epochs = [[R, W, R, W], [R, W, W, W], [R, R, W, W]]
    async with database.unit() as session:
        version = await build_suite(session, samples=4)
        run = await build_run(session, version=version, epochs=3, chunks=False)
        for number, outcomes in enumerate(epochs, start=1):
            await build_results(session, run=run, outcomes={"alpha": outcomes}, epoch=number)
        line = (await show(session, settings, run)).lines[0]
    expected = mean_interval([1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0], clusters=[0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3])
    assert (line.score.low, line.score.high) == pytest.approx((expected.low, expected.high))
    assert line.score.design_effect == pytest.approx(expected.design_effect)
    assert line.pass_at_k == pytest.approx({"1": 5 / 12, "2": (1 + 2 / 3 + 2 / 3 + 0) / 4, "3": 3 / 4})
    assert line.pass_hat_k == pytest.approx({"1": 5 / 12, "2": 1 / 4, "3": 1 / 4})


async def test_several_prompts_are_lines_of_their_own(database: Database, settings: Settings) -> None:
    prompts = {"prompts": {"plain": "{{ question }}", "kind": "Please: {{ question }}"}}
    async with database.unit() as session:
        version = await build_suite(session, samples=2, spec=prompts)
        run = await build_run(session, version=version, models=["alpha", "beta"], chunks=False)
        session.add(result(run, 0, R, value=1, model_id="beta", prompt="kind"))
        await session.flush()
        shown = await show(session, settings, run)
    lines: dict[str, LineOut] = {line.key: line for line in shown.lines}
    assert list(lines) == ["alpha#plain", "alpha#kind", "beta#plain", "beta#kind"]
    assert [line.done for line in lines.values()] == [0, 0, 0, 1]


async def test_only_a_running_run_shows_its_speed(database: Database, settings: Settings) -> None:
    now = datetime.now(UTC)
    ago = now - timedelta(minutes=5)
    async with database.unit() as session:
        version = await build_suite(session, samples=90)
        run = await build_run(session, version=version, created_at=ago, changed_at=ago, chunks=False)
        session.add_all(result(run, n, R, value=1, recorded_at=now if n < 30 else ago) for n in range(60))
        await session.flush()
        shown = await show(session, settings, run)
        assert (shown.per_second, shown.seconds_left) == pytest.approx((1.0, 30.0))
        run.status = RunStatus.FINISHED
        shown = await show(session, settings, run)
        assert (shown.per_second, shown.seconds_left) == (None, None)


async def test_who_started_it_may_change_it(database: Database, settings: Settings) -> None:
    samples = [{"question": "?", "tags": ["hard", "b"]}, {"question": "!", "tags": ["a", "b"]}]
    async with database.unit() as session:
        version = await build_suite(session, samples=samples)
        run = await build_run(session, version=version, owner="v_me", webhook_url="https://x.example", chunks=False)
        mine, theirs = await show(session, settings, run, "v_me"), await show(session, settings, run, "v_other")
    assert (mine.mine, mine.may_change, mine.webhook) == (True, True, True)
    assert (theirs.mine, theirs.may_change) == (False, False)
    assert mine.tags == ["a", "b", "hard"]


async def test_an_unknown_run_is_named(database: Database, settings: Settings) -> None:
    async with database.unit() as session:
        with pytest.raises(RunNotFound):
            await show_run(session, settings=settings, run_id=uuid7(), asker=Visitor(None))

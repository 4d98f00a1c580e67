from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from llmbattler.benchmarks.demo import tickets
from llmbattler.benchmarks.demo.runs import DAYS, DemoRun, RunAnswers, list_mondays, list_runs
from llmbattler.benchmarks.runs.engine.retries import RULES
from llmbattler.benchmarks.suites.datasets.samples import build_samples
from llmbattler.benchmarks.suites.datasets.service import load_dataset
from llmbattler.connectors.demo_data.demo_models import DEMO_MODELS_BY_ID

NOW = datetime(2026, 11, 15, 8, tzinfo=UTC)


@pytest.fixture
def runs() -> list[DemoRun]:
    return list_runs(until=NOW, seed=1)


def test_one_seed_gives_the_same_runs(runs: list[DemoRun]) -> None:
    assert list_runs(until=NOW, seed=1) == runs
    assert not {run.run_id for run in list_runs(until=NOW, seed=2)} & {run.run_id for run in runs}


def test_runs_lie_in_the_past_in_order(runs: list[DemoRun]) -> None:
    moments = [run.started_at for run in runs]
    assert moments == sorted(moments)
    assert NOW - timedelta(days=DAYS) < moments[0] < moments[-1] < NOW
    assert len({run.run_id for run in runs}) == len(runs)


def test_every_page_gets_something(runs: list[DemoRun]) -> None:
    times = Counter(run.suite for run in runs)
    assert times["arithmetic-stories"] == 2
    assert times[tickets.NAME] > 4
    assert len(times) >= 6
    assert [run.suite for run in runs if run.epochs > 1] == ["consistency"]
    assert [run.suite for run in runs if run.paused] == ["puzzles"]
    assert {run.version for run in runs if run.scheduled} == {1, 2}
    assert any(len(run.prompts) > 1 for run in runs)


@pytest.mark.parametrize("day", range(7))
def test_no_model_answers_before_it_joined(day: int) -> None:
    now = NOW + timedelta(days=day)
    for run in list_runs(until=now, seed=1):
        age = 1 - (now - run.started_at) / timedelta(days=DAYS)
        assert all(DEMO_MODELS_BY_ID[model].joined <= age for model in run.models), run.title


@pytest.mark.parametrize("hours", [0, 1, 30, 47, 48, 49, 100, 167])
def test_scheduled_runs_start_on_mondays(hours: int) -> None:
    now = datetime(2026, 11, 14, 6, 30, tzinfo=UTC) + timedelta(hours=hours)
    mondays = list_mondays(now)
    assert {(one.weekday(), one.hour, one.minute) for one in mondays} == {(0, 6, 0)}
    assert timedelta(0) < now - mondays[-1] <= timedelta(days=7, hours=1)


def test_a_paused_run_has_pieces_left(runs: list[DemoRun]) -> None:
    for run in runs:
        plans = run.plan_chunks(120)
        left = plans[run.find_left(plans) :]
        assert bool(left) is run.paused


def test_failures_come_after_as_many_tries_as_the_engine_makes(runs: list[DemoRun]) -> None:
    spec = tickets.describe_suite()
    samples = build_samples(load_dataset(spec.dataset, folder=None).records, spec.dataset)
    seen: set[str] = set()
    for seed in range(12):
        run = next(run for run in runs if len(run.prompts) > 1)
        answers = RunAnswers(run, samples, seed=seed)
        answers = [
            answers.answer(plan, samples[position], read=400)
            for plan in run.plan_chunks(len(samples))
            for position in plan.positions
        ]
        for answer in answers:
            if answer.error is None:
                assert answer.total_ms is not None and answer.first_token_ms is not None  # noqa: PT018
                assert answer.total_ms >= answer.first_token_ms > 0
                assert (answer.input_tokens, answer.tries in {1, 2}) == (100, True)
            else:
                rule = RULES.get(answer.error.kind)
                assert answer.tries == (rule.tries if rule else 1)
                assert answer.text is None
                seen.add(answer.error.kind)
    assert len(seen) >= 3

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from tests.scripts.checkouts import load

from llmbattler.benchmarks.runs.engine.retries import RULES

generator = load("demo_recording.runs")
DAYS, DEMO_MODELS_BY_ID, TICKETS = generator.DAYS, generator.DEMO_MODELS_BY_ID, generator.TICKETS
RunAnswers, list_mondays, list_runs = generator.RunAnswers, generator.list_mondays, generator.list_runs
NOW = load("record_demo").UNTIL


@pytest.fixture
def runs() -> list[Any]:
    return list_runs(until=NOW, seed=1)


def test_one_seed_gives_the_same_runs(runs: list[Any]) -> None:
    assert list_runs(until=NOW, seed=1) == runs
    assert not {run.run_id for run in list_runs(until=NOW, seed=2)} & {run.run_id for run in runs}


def test_runs_lie_in_the_past_in_order(runs: list[Any]) -> None:
    moments = [run.started_at for run in runs]
    assert moments == sorted(moments)
    assert NOW - timedelta(days=DAYS) < moments[0] < moments[-1] < NOW
    assert len({run.run_id for run in runs}) == len(runs)


def test_every_page_gets_something(runs: list[Any]) -> None:
    times = Counter(run.suite for run in runs)
    assert times["arithmetic-stories"] == 2
    assert times[TICKETS] > 4
    assert len(times) >= 6
    assert [run.suite for run in runs if run.epochs > 1] == ["consistency"]
    assert [run.suite for run in runs if run.paused] == ["puzzles"]
    assert {run.version for run in runs if run.scheduled} == {1, 2}
    assert any(len(run.prompts) > 1 for run in runs)


def test_no_model_answers_before_it_joined(runs: list[Any]) -> None:
    for run in runs:
        age = 1 - (NOW - run.started_at) / timedelta(days=DAYS)
        assert all(DEMO_MODELS_BY_ID[model].joined <= age for model in run.models), run.title


def test_scheduled_runs_start_on_mondays() -> None:
    mondays = list_mondays(NOW)
    assert {(one.weekday(), one.hour, one.minute) for one in mondays} == {(0, 6, 0)}
    assert NOW - mondays[-1] == timedelta(hours=1)


def test_a_paused_run_has_pieces_left(runs: list[Any]) -> None:
    for run in runs:
        plans = run.plan_chunks(120)
        left = plans[run.find_left(plans) :]
        assert bool(left) is run.paused


def test_failures_come_after_as_many_tries_as_the_engine_makes(runs: list[Any]) -> None:
    samples = load("demo_recording.run_files").load_suite(TICKETS, 2).samples
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

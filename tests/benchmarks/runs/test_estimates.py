import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.benchmarks.runs.estimates import (
    ModelFacts,
    compute_resolution,
    estimate_model,
    estimate_run,
    guess_tokens,
)


def facts(model_id: str = "alpha", **changes: Any) -> ModelFacts:
    given: dict[str, Any] = {
        "model_id": model_id,
        "endpoint": "one",
        "calls": 100,
        "cached": 0,
        "input_tokens": 50,
        "output_tokens": 10,
        "input_price": 1.0,
        "output_price": 2.0,
        "most_micro_usd": 1_000,
        "call_ms": 500,
        "width": None,
    }
    return ModelFacts(**{**given, **changes})


def test_a_model_costs_what_it_reads_and_writes() -> None:
    found = estimate_model(facts(), concurrency=10)
    assert (found.input_tokens, found.output_tokens) == (5_000, 1_000)
    assert found.cost_usd == pytest.approx((5_000 * 1 + 1_000 * 2) / 1e6)
    assert found.most_usd == pytest.approx(100 * 1_000 / 1e6)
    assert found.seconds == pytest.approx(100 * 0.5 / 10)


def test_answers_that_are_there_cost_neither_money_nor_time() -> None:
    found = estimate_model(facts(cached=100, call_ms=None), concurrency=10)
    assert (found.calls, found.cached, found.input_tokens, found.cost_usd) == (100, 100, 0, 0)
    assert found.seconds == 0


def test_without_a_price_there_is_no_cost_and_the_model_is_named() -> None:
    beta = facts("beta", input_price=None, output_price=None, most_micro_usd=0)
    found = estimate_run([facts(), beta], [], concurrency=10)
    assert found.unpriced == ["beta"]
    assert found.models[1].cost_usd is found.models[1].most_usd is None
    assert found.cost_usd == found.models[0].cost_usd
    alone = estimate_run([beta], [], concurrency=10)
    assert alone.cost_usd is alone.most_usd is None


def test_a_plan_without_a_price_still_limits_the_cost() -> None:
    [team] = estimate_run([facts("team:x@3", input_price=None, output_price=None)], [], concurrency=10).models
    assert (team.cost_usd, team.most_usd) == (None, 0.1)


def test_judges_cost_money_but_are_no_line_of_their_own() -> None:
    without = estimate_run([facts()], [], concurrency=10)
    judged = estimate_run([facts()], [facts("judge", call_ms=None)], concurrency=10)
    assert len(judged.models) == 1
    assert judged.cost_usd == pytest.approx(2 * (without.cost_usd or math.nan))
    assert judged.seconds == without.seconds


def test_the_slowest_endpoint_or_the_run_itself_sets_the_pace() -> None:
    apart = estimate_run([facts(endpoint="a"), facts("beta", endpoint="b")], [], concurrency=100)
    assert apart.seconds == pytest.approx(100 * 0.5 * 2 / 100)
    narrow = estimate_run([facts(endpoint="a", width=5), facts("beta", endpoint="b")], [], concurrency=100)
    assert narrow.seconds == pytest.approx(100 * 0.5 / 5)
    shared = estimate_run([facts(width=5), facts("beta", width=5)], [], concurrency=100)
    assert shared.seconds == pytest.approx(2 * 100 * 0.5 / 5)
    assert estimate_run([facts(), facts("beta", call_ms=None)], [], concurrency=10).seconds is None


@given(st.integers(1, 1_000), st.integers(1, 10_000), st.integers(0, 10_000), st.floats(0, 100), st.floats(0, 100))
def test_the_most_is_never_less_than_the_typical(
    calls: int, into: int, out: int, input_price: float, output_price: float
) -> None:
    found = estimate_model(
        facts(calls=calls, input_tokens=into, output_tokens=out, input_price=input_price, output_price=output_price),
        concurrency=1,
    )
    assert found.cost_usd is not None
    assert found.most_usd is not None
    assert 0 <= found.cost_usd <= found.most_usd


def test_four_times_the_samples_see_half_the_difference() -> None:
    few, many = compute_resolution(100), compute_resolution(400)
    assert few.half_width == pytest.approx(9.8, abs=0.01)
    assert few.detectable == pytest.approx(20.0, abs=0.02)
    assert many.detectable == pytest.approx(few.detectable / 2, rel=0.01)
    assert (compute_resolution(1).half_width, compute_resolution(1).detectable) == (50, 100)


def test_few_clusters_see_only_large_differences() -> None:
    alone, few = compute_resolution(100), compute_resolution(100, [20] * 5)
    # Quantiles of Student's t with 4 degrees of freedom instead of the normal distribution.
    assert few.half_width == pytest.approx(2.776 / 1.960 * alone.half_width, rel=1e-3)
    assert few.detectable == pytest.approx(3.761 * 50 * math.sqrt(2 / 100), rel=1e-3)
    assert compute_resolution(100, [1] * 100) == compute_resolution(100, []) == alone
    assert (
        alone.detectable < compute_resolution(100, [40, 10, 10]).detectable < compute_resolution(100, [60]).detectable
    )
    assert compute_resolution(100, [100]).detectable == 100


def test_tokens_are_guessed_from_characters() -> None:
    assert guess_tokens([]) == 0
    assert guess_tokens(["x" * 400]) == 104

"""Distributions, compared with scipy."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from llmbattler.benchmarks.statistics.distributions import (
    fair_coin_p,
    normal_quantile,
    quantile,
    t_quantile,
    two_sided_p,
)

freedom = st.floats(1, 1e5) | st.integers(1, 300).map(float)


@given(st.floats(1e-6, 1 - 1e-6))
def test_normal_quantiles(share: float) -> None:
    assert math.isclose(normal_quantile(share), stats.norm.ppf(share), rel_tol=1e-9, abs_tol=1e-12)


@given(st.floats(0.001, 0.999), freedom)
def test_t_quantiles(share: float, df: float) -> None:
    assert math.isclose(t_quantile(share, df), stats.t.ppf(share, df), rel_tol=1e-8, abs_tol=1e-9)


@given(st.floats(-60, 60), freedom)
def test_two_sided_p(t: float, df: float) -> None:
    assert math.isclose(two_sided_p(t, df), 2 * stats.t.sf(abs(t), df), rel_tol=1e-7, abs_tol=1e-15)


def test_with_many_degrees_of_freedom_t_is_normal() -> None:
    assert math.isclose(two_sided_p(1.96, 5e6), 2 * stats.norm.sf(1.96), rel_tol=1e-9)
    assert math.isclose(quantile(0.95, 5e6), stats.norm.ppf(0.975), rel_tol=1e-6)


def test_edge_probabilities() -> None:
    assert two_sided_p(0.0, 5) == 1
    assert two_sided_p(1e200, 5) == 0
    assert t_quantile(0.5, 3) == pytest.approx(0, abs=1e-12)


@given(st.integers(0, 400), st.integers(0, 400))
def test_a_fair_coin(heads: int, tails: int) -> None:
    expected = stats.binomtest(heads, heads + tails).pvalue if heads + tails else 1.0
    assert math.isclose(fair_coin_p(heads, tails), expected, rel_tol=1e-9)


def test_a_coin_tossed_two_hundred_thousand_times() -> None:
    assert math.isclose(fair_coin_p(99_000, 101_000), stats.binomtest(99_000, 200_000).pvalue, rel_tol=1e-6)

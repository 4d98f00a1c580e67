"""Correlations, compared with scipy."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from llmbattler.benchmarks.statistics.correlation import Correlation, correlate, pearson, ranks

pairs = st.lists(st.tuples(st.integers(-20, 20), st.integers(-20, 20)), min_size=4, max_size=40)


@given(pairs)
def test_as_in_scipy(rows: list[tuple[int, int]]) -> None:
    one, two = np.array(rows, dtype=float).T
    assume(np.ptp(one) and np.ptp(two))
    found = correlate(one, two)
    expected = stats.pearsonr(one, two)
    assert found.pearson == pytest.approx(expected.statistic, abs=1e-9)
    assert found.spearman == pytest.approx(stats.spearmanr(one, two).statistic, abs=1e-9)
    assume(abs(expected.statistic) < 0.999)
    low, high = expected.confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-9)


@given(st.lists(st.floats(-1e6, 1e6), max_size=40))
def test_ranks_as_in_scipy(values: list[float]) -> None:
    assert ranks(np.array(values)).tolist() == stats.rankdata(values).tolist()


@given(st.lists(st.floats(-1e-200, 1e-200) | st.floats(-1e100, 1e100), min_size=3, max_size=20))
def test_correlation_is_at_most_one_and_one_with_itself(values: list[float]) -> None:
    found = correlate(values, values)
    assert found.pearson is None or found.pearson == pytest.approx(1)
    assert (found.pearson is None) == (max(values) == min(values))


def test_few_pairs_have_no_correlation() -> None:
    nothing = Correlation(n=0, pearson=None, spearman=None, low=None, high=None)
    assert correlate([], []) == nothing
    assert correlate([1, 2], [1, 2]).pearson is None
    assert correlate([1, 1, 1], [1, 2, 3]).pearson is None
    assert correlate([1, 2, 3], [1, 1, 1]).spearman is None
    assert pearson(np.array([]), np.array([])) is None


def test_three_pairs_have_no_interval() -> None:
    found = correlate([1, 2, 3], [1, 3, 2])
    assert found.pearson == pytest.approx(0.5)
    assert (found.low, found.high) == (None, None)


def test_a_perfect_line_has_correlation_one() -> None:
    found = correlate([1, 2, 4, 8], [-1, -2, -4, -8])
    assert (found.pearson, found.spearman, found.low, found.high) == (-1, -1, -1, -1)


def test_both_sides_are_equally_long() -> None:
    with pytest.raises(ValueError, match="3 values on one side, 2 on the other"):
        correlate([1, 2, 3], [1, 2])

"""Paired comparisons."""

import time

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar

from llmbattler.benchmarks.statistics.paired import Paired, compare
from llmbattler.benchmarks.statistics.power import detectable_from_error

unit = st.floats(0, 1, allow_subnormal=False)
flips = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=2, max_size=60)


def ends(found: Paired) -> tuple[float, float, float]:
    assert found.low is not None
    assert found.difference is not None
    assert found.high is not None
    return found.low, found.difference, found.high


@given(st.lists(st.tuples(unit, unit), min_size=2, max_size=40))
def test_as_in_scipy(rows: list[tuple[float, float]]) -> None:
    one, two = np.array(rows).T
    assume(np.ptp(two - one) > 1e-4)
    found, expected = compare(one, two), stats.ttest_rel(two, one)
    low, high = expected.confidence_interval(0.95)
    assert found.p == pytest.approx(expected.pvalue, rel=1e-6, abs=1e-12)
    assert ends(found) == pytest.approx((max(low, -1), np.mean(two - one), min(high, 1)), abs=1e-9)


@given(flips)
def test_mcnemar_as_in_statsmodels(rows: list[tuple[bool, bool]]) -> None:
    one, two = np.array(rows, dtype=float).T
    table = [[np.sum((one == a) & (two == b)) for b in (1, 0)] for a in (1, 0)]
    found = compare(one, two)
    assert found.mcnemar_p == pytest.approx(mcnemar(table, exact=True).pvalue)
    assert (found.better, found.worse, found.same) == (table[1][0], table[0][1], table[0][0] + table[1][1])


@given(flips)
def test_swapping_the_sides_negates_the_difference(rows: list[tuple[bool, bool]]) -> None:
    one, two = np.array(rows, dtype=float).T
    there, back = compare(one, two), compare(two, one)
    assert ends(there) == pytest.approx([-end for end in reversed(ends(back))])
    assert there.p == pytest.approx(back.p)
    assert (there.better, there.worse) == (back.worse, back.better)
    assert there.bootstrap_low is not None
    assert back.bootstrap_high is not None
    assert there.bootstrap_low == pytest.approx(-back.bootstrap_high, abs=0.05)


def test_clusters_as_in_statsmodels() -> None:
    rng = np.random.default_rng(6)
    groups = np.repeat(np.arange(15), 4)
    one = rng.random(60) * 0.5
    two = one + rng.normal(0.1, 0.1, 15)[groups] + rng.normal(0, 0.05, 60)
    found = compare(one, two, clusters=groups.tolist())
    fitted = sm.OLS(two - one, np.ones(60)).fit(cov_type="cluster", cov_kwds={"groups": groups}, use_t=True)
    assert found.clusters == 15
    assert found.p == pytest.approx(fitted.pvalues[0], rel=1e-6)
    assert (found.low, found.high) == pytest.approx(tuple(fitted.conf_int()[0]), abs=1e-9)
    assert found.se is not None
    alone = compare(one, two)
    assert alone.clusters is None
    assert alone.se is not None
    assert alone.se < found.se


def test_grades_have_no_mcnemar() -> None:
    assert compare([0.5, 1, 0], [1, 1, 0]).mcnemar_p is None
    assert compare([0, 1, 0], [0.5, 1, 0]).mcnemar_p is None


def test_the_correlation_is_pearsons() -> None:
    found = compare([0, 0.5, 1, 0.2], [0.1, 0.4, 0.9, 0.5])
    assert found.correlation == pytest.approx(stats.pearsonr([0, 0.5, 1, 0.2], [0.1, 0.4, 0.9, 0.5]).statistic)
    assert found.se is not None
    assert found.detectable == pytest.approx(detectable_from_error(found.se, df=3))
    assert found.detectable > 4 * found.se


def test_no_samples_have_no_difference() -> None:
    found = compare([], [])
    assert (found.n, found.difference, found.low, found.p, found.mcnemar_p, found.correlation) == (0,) + (None,) * 5


def test_one_sample_is_a_difference_only() -> None:
    found = compare([0], [1])
    assert (found.difference, found.low, found.high, found.se, found.p) == (1, None, None, None, None)
    assert (found.bootstrap_low, found.bootstrap_high, found.detectable) == (None, None, None)
    assert found.mcnemar_p == 1


def test_one_cluster_is_a_difference_only() -> None:
    found = compare([0, 1, 0], [1, 1, 1], clusters=["a", "a", "a"])
    assert (found.clusters, found.low, found.p) == (1, None, None)
    assert found.difference == pytest.approx(2 / 3)


def test_identical_answers_have_no_significant_difference() -> None:
    found = compare([0, 1] * 50, [0, 1] * 50)
    low, difference, high = ends(found)
    assert (difference, found.p, found.se, found.detectable) == (0, 1, 0, None)
    assert low == -high
    assert 0.03 < high < 0.04


def test_all_better_by_the_same_is_tested_by_signs() -> None:
    found = compare([0.0] * 8, [1.0] * 8)
    assert found.p == found.mcnemar_p == pytest.approx(2 / 2**8)
    assert ends(found)[1:] == (1, 1)
    half = compare([0.0] * 8, [0.5] * 8, clusters=[1, 1, 2, 2, 3, 3, 4, 4])
    assert half.p == pytest.approx(2 / 2**4)
    assert ends(half)[0] < 0.5 < ends(half)[2]


def test_opposite_clusters_are_no_difference() -> None:
    found = compare([0, 1, 0, 1], [1, 0, 1, 0], clusters=["a", "a", "b", "b"])
    assert (found.difference, found.p, found.se) == (0, 1, 0)


def test_two_hundred_thousand_samples_take_less_than_a_second() -> None:
    rng = np.random.default_rng(9)
    groups = np.repeat(np.arange(40_000), 5)
    one, two = rng.random(200_000), rng.random(200_000)
    started = time.thread_time()
    found = compare(one, two, clusters=groups)
    assert time.thread_time() - started < 1
    assert found.clusters == 40_000

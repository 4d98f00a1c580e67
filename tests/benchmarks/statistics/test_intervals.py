"""Confidence intervals of means."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from llmbattler.benchmarks.statistics.intervals import Interval, interval_from_moments, mean_interval, wilson

unit = st.floats(0, 1, allow_subnormal=False)


def ends(interval: Interval) -> tuple[float, float, float]:
    assert interval.low is not None
    assert interval.mean is not None
    assert interval.high is not None
    return interval.low, interval.mean, interval.high


@given(st.lists(st.booleans(), min_size=1, max_size=300), st.sampled_from([0.8, 0.9, 0.95, 0.99]))
def test_right_and_wrong_have_wilsons_interval(values: list[bool], level: float) -> None:
    found = mean_interval(values, level=level)
    low, high = proportion_confint(sum(values), len(values), alpha=1 - level, method="wilson")
    assert found.method == "wilson"
    assert ends(found) == pytest.approx((low, sum(values) / len(values), high), abs=1e-12)


@given(st.lists(unit, min_size=2, max_size=80))
def test_grades_have_students_interval(values: list[float]) -> None:
    assume(np.ptp(values) > 1e-4 and any(value not in {0, 1} for value in values))
    found = mean_interval(values)
    low, high = stats.t.interval(0.95, len(values) - 1, np.mean(values), stats.sem(values))
    assert found.method == "clt"
    assert ends(found) == pytest.approx((max(0, low), np.mean(values), min(1, high)), abs=1e-6)


@given(st.lists(st.floats(-1e4, 1e4), min_size=2, max_size=50))
def test_times_and_prices_have_no_bounds(values: list[float]) -> None:
    assume(np.ptp(values) > 1)
    found = mean_interval(values, bounds=None)
    low, high = stats.t.interval(0.95, len(values) - 1, np.mean(values), stats.sem(values))
    assert ends(found) == pytest.approx((low, np.mean(values), high), rel=1e-6, abs=1e-6)


@given(
    st.lists(st.tuples(unit | st.sampled_from([0.0, 1.0]), st.sampled_from(["a", "b", "c", None])), max_size=50),
    st.booleans(),
)
def test_an_interval_holds_its_mean_and_stays_within_bounds(
    rows: list[tuple[float, str | None]], with_them: bool
) -> None:
    values = [value for value, _ in rows]
    found = mean_interval(values, clusters=[cluster for _, cluster in rows] if with_them else None)
    assert found.n == len(values)
    assert (found.mean is None) == (not values)
    assert (found.method == "none") == (found.low is None) == (found.high is None) == (found.se is None)
    if found.low is not None:
        low, mean, high = ends(found)
        assert 0 <= low <= mean + 1e-12
        assert mean - 1e-12 <= high <= 1


@given(st.lists(unit, min_size=2, max_size=50))
def test_moments_are_enough(values: list[float]) -> None:
    numbers = np.array(values)
    binary = bool(((numbers == 0) | (numbers == 1)).all())
    assert mean_interval(values) == interval_from_moments(
        len(values), float(numbers.sum()), float(numbers @ numbers), binary=binary
    )


def test_more_samples_narrow_the_interval() -> None:
    widths = [high - low for low, _, high in (ends(mean_interval([0, 1] * n)) for n in (5, 50, 500))]
    assert widths == sorted(widths, reverse=True)


def test_no_values_have_no_interval() -> None:
    nothing = Interval(mean=None, low=None, high=None, se=None, n=0, method="none")
    assert mean_interval([]) == nothing
    assert mean_interval([], clusters=[]) == nothing


def test_one_grade_is_a_mean_only() -> None:
    assert mean_interval([0.4]) == Interval(mean=0.4, low=None, high=None, se=None, n=1, method="none")


def test_one_right_answer_has_a_wide_interval() -> None:
    low, _, high = ends(mean_interval([1.0]))
    assert 0.2 < low < 0.21
    assert high == 1


def test_equal_grades_are_not_certain() -> None:
    low, mean, high = ends(mean_interval([0.3] * 20))
    assert low < mean < high
    assert mean_interval([0.3] * 20).method == "wilson"
    assert ends(mean_interval([250.0] * 20, bounds=None)) == (250, 250, 250)


def test_one_cluster_is_a_mean_only() -> None:
    found = mean_interval([0, 1, 1, 1], clusters=["a"] * 4)
    assert (found.mean, found.low, found.high, found.method) == (0.75, None, None, "none")


def test_all_right_in_clusters_counts_the_clusters() -> None:
    few = mean_interval([1.0] * 100, clusters=[number // 10 for number in range(100)])
    assert few.method == "clustered"
    assert few.design_effect is None
    assert ends(few)[0] < ends(mean_interval([1.0] * 100))[0]


def test_ten_copies_of_answers_count_once() -> None:
    once = np.random.default_rng(1).random(30)
    found = mean_interval(np.repeat(once, 10), clusters=np.repeat(np.arange(30), 10))
    assert found.design_effect == pytest.approx(10, rel=0.05)
    assert ends(found) == pytest.approx(ends(mean_interval(once)), abs=1e-9)


def test_ten_copies_of_right_answers_count_about_once() -> None:
    once = (np.random.default_rng(1).random(50) < 0.9).astype(float)
    found = mean_interval(np.repeat(once, 10), clusters=np.repeat(np.arange(50), 10))
    assert ends(found) == pytest.approx(ends(mean_interval(once)), abs=0.01)


def test_equal_cluster_means_do_not_add_samples() -> None:
    values = [0.0, 1.0] * 20
    found = mean_interval(values, clusters=[number // 2 for number in range(40)])
    assert found.design_effect == 0
    assert found.se == 0
    low, _, high = ends(found)
    assert high - low >= ends(mean_interval(values))[2] - ends(mean_interval(values))[0]


def test_grades_in_clusters_have_students_interval() -> None:
    rng = np.random.default_rng(4)
    values, groups = rng.uniform(0.2, 0.8, 60), np.repeat(np.arange(12), 5)
    found = mean_interval(values, clusters=groups)
    means = values.reshape(12, 5).mean(axis=1)
    assert ends(found) == pytest.approx(ends(mean_interval(means)), abs=1e-9)


def test_equal_cluster_means_of_grades_are_not_certain() -> None:
    low, mean, high = ends(mean_interval([0.25, 0.75] * 5, clusters=[number // 2 for number in range(10)]))
    assert low < mean < high


@given(unit, st.floats(0.5, 1e6), st.floats(0.1, 10))
def test_wilson_stays_between_0_and_1(share: float, n: float, z: float) -> None:
    low, high = wilson(share, n, z)
    assert 0 <= low <= share <= high <= 1
    assert not math.isclose(low, high, rel_tol=1e-12)

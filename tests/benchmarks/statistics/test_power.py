"""Power, compared with statsmodels and with simulations."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.power import TTestPower

from llmbattler.benchmarks.statistics.clusters import clustered_spread, degrees_of_freedom, simple_spread
from llmbattler.benchmarks.statistics.distributions import two_sided_p
from llmbattler.benchmarks.statistics.intervals import mean_interval
from llmbattler.benchmarks.statistics.power import (
    detectable_difference,
    detectable_from_error,
    difference_sd,
    half_width,
    power_of_t,
)


@settings(max_examples=30)
@given(st.integers(3, 10_000), st.floats(0.5, 0.99), st.floats(0.05, 1))
def test_as_in_statsmodels(n: int, power: float, sd: float) -> None:
    effect = detectable_difference(n, sd=sd, power=power) / (sd * math.sqrt(2))
    assert TTestPower().power(effect, nobs=n, alpha=0.05) == pytest.approx(power, abs=1e-6)


@given(st.floats(0.5, 1e5), st.floats(0, 6), st.floats(0.8, 0.999))
def test_the_power_is_that_of_scipys_noncentral_t(df: float, shift: float, level: float) -> None:
    limit = stats.t.ppf((1 + level) / 2, df)
    expected = stats.nct.sf(limit, df, shift) + stats.nct.cdf(-limit, df, shift)
    assert power_of_t(shift, df, level=level) == pytest.approx(expected, abs=1e-8)


def test_with_many_degrees_of_freedom_the_power_is_that_of_the_normal_distribution() -> None:
    assert power_of_t(2.8, 2e6) == pytest.approx(power_of_t(2.8, 9e5), abs=1e-6)
    assert detectable_from_error(1, df=2e6) == pytest.approx(2.8016, abs=1e-4)
    assert detectable_from_error(1, df=0) == math.inf


@pytest.mark.parametrize("clusters", [5, 8, 30])
def test_four_in_five_runs_on_clusters_find_a_difference_of_that_size(clusters: int) -> None:
    rounds, size, between, within = 2_000, 6, 0.3, 0.4
    se = math.sqrt((between**2 + within**2 / size) / clusters)
    shift = detectable_from_error(se, df=degrees_of_freedom(np.full(clusters, float(size))))
    rng = np.random.default_rng(clusters)
    alike = rng.normal(shift, between, (rounds, clusters, 1))
    runs = (alike + rng.normal(0, within, (rounds, clusters, size))).reshape(rounds, -1)
    groups = np.repeat(np.arange(clusters), size)
    found = 0
    for differences in runs:
        spread = clustered_spread(differences, groups)
        found += two_sided_p(float(differences.mean()) / spread.se, spread.df) < 0.05
    assert found / rounds == pytest.approx(0.8, abs=0.03)


def test_the_half_width_is_that_of_the_interval() -> None:
    found = mean_interval([0.0, 1.0] * 500)
    assert found.low is not None
    assert found.high is not None
    assert half_width(1_000) == pytest.approx((found.high - found.low) / 2, rel=0.01)
    assert half_width(1_000, design_effect=4) == pytest.approx(2 * half_width(1_000))


def test_pairs_see_smaller_differences() -> None:
    assert detectable_difference(100, correlation=0.75) == pytest.approx(detectable_difference(100) / 2)
    assert detectable_difference(100, df=4) > detectable_difference(100)
    assert difference_sd(0.5, 1.0) == 0


def test_no_samples_detect_nothing() -> None:
    assert half_width(0) == math.inf
    assert detectable_difference(0) == math.inf


def test_four_in_five_true_differences_of_that_size_are_found() -> None:
    n, correlation, sd, rounds = 200, 0.6, 0.1, 1_000
    size = detectable_difference(n, sd=sd, correlation=correlation)
    rng = np.random.default_rng(1)
    covariance = sd**2 * np.array([[1, correlation], [correlation, 1]])
    found = 0
    for _ in range(rounds):
        one, two = rng.multivariate_normal([0.5, 0.5 + size], covariance, n).T
        spread = simple_spread(two - one)
        found += two_sided_p(float((two - one).mean()) / spread.se, spread.df) < 0.05
    assert found / rounds == pytest.approx(0.8, abs=0.04)
    assert detectable_from_error(difference_sd(sd, correlation) / n**0.5, df=n - 1) == pytest.approx(size)

"""Power, compared with statsmodels and with simulations."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.power import NormalIndPower

from llmbattler.benchmarks.statistics.intervals import mean_interval
from llmbattler.benchmarks.statistics.paired import compare
from llmbattler.benchmarks.statistics.power import (
    detectable_difference,
    detectable_from_error,
    difference_sd,
    half_width,
)


@given(st.integers(10, 10_000), st.floats(0.5, 0.99), st.floats(0.05, 1))
def test_unpaired_as_in_statsmodels(n: int, power: float, sd: float) -> None:
    effect = NormalIndPower().solve_power(nobs1=n, alpha=0.05, power=power, ratio=1)
    assert detectable_difference(n, sd=sd, power=power) == pytest.approx(effect * sd, rel=1e-3)


def test_the_half_width_is_that_of_the_interval() -> None:
    found = mean_interval([0.0, 1.0] * 500)
    assert found.low is not None
    assert found.high is not None
    assert half_width(1_000) == pytest.approx((found.high - found.low) / 2, rel=0.01)
    assert half_width(1_000, design_effect=4) == pytest.approx(2 * half_width(1_000))


def test_pairs_see_smaller_differences() -> None:
    assert detectable_difference(100, correlation=0.75) == pytest.approx(detectable_difference(100) / 2)
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
        p = compare(one, two).p
        assert p is not None
        found += p < 0.05
    assert found / rounds == pytest.approx(0.8, abs=0.04)
    assert detectable_from_error(difference_sd(sd, correlation) / n**0.5) == pytest.approx(size)

"""Bootstrap intervals, compared with scipy and between both ways of drawing."""

import numpy as np
import pytest
from scipy import stats

from llmbattler.benchmarks.statistics.bootstrap import MOST_DRAWN_SINGLY, bootstrap_interval
from llmbattler.benchmarks.statistics.intervals import mean_interval


def test_it_agrees_with_scipy() -> None:
    values = np.random.default_rng(2).beta(2, 1, 200)
    expected = stats.bootstrap((values,), np.mean, method="percentile", n_resamples=5_000, rng=1).confidence_interval
    assert bootstrap_interval(values) == pytest.approx((expected.low, expected.high), abs=0.004)


def test_the_same_values_give_the_same_interval() -> None:
    values = np.random.default_rng(2).random(50)
    assert bootstrap_interval(values) == bootstrap_interval(values)
    assert bootstrap_interval(values, seed=1) != bootstrap_interval(values)


@pytest.mark.parametrize("n", [MOST_DRAWN_SINGLY - 1, MOST_DRAWN_SINGLY + 1, 200_000])
@pytest.mark.parametrize("kind", ["grades", "flips"])
def test_many_values_give_what_theory_says(n: int, kind: str) -> None:
    rng = np.random.default_rng(3)
    values = rng.beta(2, 1, n) if kind == "grades" else rng.choice([-1.0, 0.0, 1.0], n, p=[0.1, 0.7, 0.2])
    found, expected = bootstrap_interval(values), mean_interval(values, bounds=None)
    assert found is not None
    assert expected.se is not None
    assert found == pytest.approx((expected.low, expected.high), abs=0.25 * expected.se)


@pytest.mark.parametrize("clusters", [40, 6_000])
def test_whole_clusters_are_drawn(clusters: int) -> None:
    rng = np.random.default_rng(5)
    groups = np.repeat(np.arange(clusters), rng.integers(1, 8, clusters))
    values = rng.random(clusters)[groups]
    found, expected = bootstrap_interval(values, groups=groups), mean_interval(values, clusters=groups)
    assert found is not None
    assert expected.se is not None
    assert found == pytest.approx((expected.low, expected.high), abs=0.4 * expected.se)


def test_too_few_values_have_no_bootstrap_interval() -> None:
    assert bootstrap_interval(np.array([])) is None
    assert bootstrap_interval(np.array([0.5])) is None
    assert bootstrap_interval(np.array([0.5, 0.7]), groups=np.array([0, 0])) is None
    assert bootstrap_interval(np.array([]), groups=np.array([], dtype=np.intp)) is None


@pytest.mark.parametrize("n", [5, MOST_DRAWN_SINGLY + 5])
def test_equal_values_stay_equal(n: int) -> None:
    assert bootstrap_interval(np.full(n, 0.25)) == (0.25, 0.25)

"""Standard errors of clustered samples."""

import math

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import assume, given
from hypothesis import strategies as st

from llmbattler.benchmarks.statistics.clusters import (
    ClusterSums,
    clustered_spread,
    number_clusters,
    read_clusters,
    simple_spread,
    spread_from_sums,
)


def test_clusters_are_numbered_as_they_appear_and_samples_without_one_separately() -> None:
    assert number_clusters(["b", "a", None, "b", None]).tolist() == [0, 1, 2, 0, 3]
    assert number_clusters(np.array([7, 3, 7])).tolist() == [1, 0, 1]


def test_clusters_of_one_are_none() -> None:
    assert read_clusters(None, 3) is None
    assert read_clusters(["a", None, "c"], 3) is None
    assert read_clusters([], 0) is None
    found = read_clusters(["a", "a", "c"], 3)
    assert found is not None
    assert found.tolist() == [0, 0, 1]


def test_every_value_has_a_cluster() -> None:
    with pytest.raises(ValueError, match="3 values but 2 clusters"):
        read_clusters(["a", "b"], 3)


@given(st.integers(2, 20), st.integers(1, 6), st.integers(0, 10_000))
def test_equal_clusters_are_as_in_statsmodels(clusters: int, size: int, seed: int) -> None:
    values = np.random.default_rng(seed).random(clusters * size)
    groups = np.repeat(np.arange(clusters), size)
    expected = sm.OLS(values, np.ones(len(values))).fit(cov_type="cluster", cov_kwds={"groups": groups}).bse[0]
    spread = clustered_spread(values, groups)
    assert math.isclose(spread.se, expected, rel_tol=1e-9)
    assert math.isclose(spread.df, clusters - 1, rel_tol=1e-9)


@given(st.lists(st.integers(1, 12), min_size=2, max_size=12), st.integers(0, 10_000))
def test_unequal_clusters_match_the_matrix_formula(sizes: list[int], seed: int) -> None:
    """Reference: (I - H)^(-1/2) on the residuals of each cluster (Bell and McCaffrey), and Satterthwaite's df."""
    groups = np.repeat(np.arange(len(sizes)), sizes)
    n = len(groups)
    values = np.random.default_rng(seed).random(n)
    residuals = values - values.mean()
    weights = np.zeros((len(sizes), n))
    for group, size in enumerate(sizes):
        inside = np.flatnonzero(groups == group)
        level, turn = np.linalg.eigh(np.eye(size) - np.full((size, size), 1 / n))
        weights[group, inside] = np.ones(size) @ (turn / np.sqrt(level)) @ turn.T
    expected = np.sum((weights @ residuals) ** 2) / n**2
    annihilator = np.eye(n) - 1 / n
    alike = (groups[:, None] == groups[None, :]).astype(float)
    freedoms = []
    for covariance in (np.eye(n), alike):
        shape = weights @ annihilator @ covariance @ annihilator @ weights.T
        freedoms.append(np.trace(shape) ** 2 / np.trace(shape @ shape))
    spread = clustered_spread(values, groups)
    assert math.isclose(spread.se**2, expected, rel_tol=1e-6)
    assert math.isclose(spread.df, min(freedoms), rel_tol=1e-6)
    assert spread.df <= len(sizes) - 1 + 1e-6


@given(st.lists(st.integers(1, 5), min_size=2, max_size=30), st.integers(0, 10_000))
def test_sums_by_size_give_the_same_error_as_all_values(sizes: list[int], seed: int) -> None:
    groups = np.repeat(np.arange(len(sizes)), sizes)
    values = np.random.default_rng(seed).random(len(groups))
    totals = np.bincount(groups, weights=values)
    sums = []
    for size in set(sizes):
        some = totals[np.array(sizes) == size]
        sums.append(ClusterSums(size, len(some), float(some.sum()), float(some @ some)))
    expected, found = clustered_spread(values, groups), spread_from_sums(sums)
    assert math.isclose(found.se, expected.se, rel_tol=1e-6)
    assert math.isclose(found.df, expected.df, rel_tol=1e-9)


@given(st.lists(st.floats(0, 1), min_size=2, max_size=40))
def test_clusters_of_one_scatter_like_single_samples(values: list[float]) -> None:
    assume(max(values) - min(values) > 1e-6)
    numbers = np.array(values)
    alone, simple = clustered_spread(numbers, np.arange(len(numbers))), simple_spread(numbers)
    assert math.isclose(alone.se, simple.se, rel_tol=1e-9)
    assert math.isclose(alone.df, simple.df, rel_tol=1e-9)

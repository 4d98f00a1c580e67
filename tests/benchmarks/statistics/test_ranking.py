"""Mean ranks over several suites."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.benchmarks.statistics.ranking import MeanRank, rank_over_suites

GAP = np.nan


def test_certain_means_have_certain_ranks() -> None:
    means = np.array([[0.9, 0.8], [0.5, 0.9], [0.1, 0.1]])
    assert rank_over_suites(means, np.full((3, 2), 1e-6)) == [
        MeanRank(mean=1.5, low=1.5, high=1.5),
        MeanRank(mean=1.5, low=1.5, high=1.5),
        MeanRank(mean=3, low=3, high=3),
    ]


def test_equal_means_share_their_place() -> None:
    found = rank_over_suites(np.array([[0.5], [0.5], [0.2]]), np.zeros((3, 1)))
    assert [rank.mean for rank in found] == [1.5, 1.5, 3]
    assert (found[0].low, found[0].high) == (1, 2)


def test_uncertain_means_have_wide_ranks_and_more_suites_narrow_them() -> None:
    one, four = np.array([[0.6], [0.5], [0.4]]), np.tile([[0.6], [0.5], [0.4]], 4)
    few, many = rank_over_suites(one, np.full((3, 1), 0.1)), rank_over_suites(four, np.full((3, 4), 0.1))
    assert (few[1].low, few[1].high) == (1, 3)
    assert many[1].low is not None
    assert many[1].high is not None
    assert many[1].high - many[1].low < 2


def test_a_suite_that_few_did_counts_as_a_share() -> None:
    means = np.array([[0.9, 0.9], [0.8, 0.1], [0.7, GAP], [0.6, GAP]])
    found = rank_over_suites(means, np.full((4, 2), 1e-6))
    assert [rank.mean for rank in found] == [(1 + 1.5) / 2, (2 + 3.5) / 2, 3, 4]


def test_without_suites_there_is_no_rank() -> None:
    assert rank_over_suites(np.array([[0.5], [GAP]]), np.array([[0.1], [GAP]]))[1] == MeanRank(
        mean=None, low=None, high=None
    )
    assert rank_over_suites(np.zeros((2, 0)), np.zeros((2, 0)))[0].mean is None
    assert rank_over_suites(np.zeros((0, 0)), np.zeros((0, 0))) == []


@given(st.integers(1, 6), st.integers(1, 4), st.integers(0, 1_000))
def test_ranks_stay_within_the_number_of_models(models: int, suites: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    means, errors = rng.random((models, suites)), rng.random((models, suites)) / 5
    means[rng.random((models, suites)) < 0.3] = GAP
    found = rank_over_suites(means, errors, draws=200)
    assert found == rank_over_suites(means, errors, draws=200)
    for rank, row in zip(found, means, strict=True):
        assert (rank.mean is None) == bool(np.isnan(row).all())
        if rank.mean is not None:
            assert 1 - 1e-9 <= rank.low <= rank.mean <= rank.high <= models + 1e-9  # type: ignore[operator]
    if not np.isnan(means).any():
        assert np.mean([rank.mean for rank in found]) == pytest.approx((models + 1) / 2)

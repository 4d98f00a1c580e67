"""pass@k and pass^k, compared with counting all subsets of attempts."""

from itertools import combinations
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.benchmarks.statistics.pass_k import pass_at_k, pass_hat_k

tries = st.lists(st.lists(st.booleans(), min_size=1, max_size=7), min_size=1, max_size=6)


@given(tries, st.integers(1, 7))
def test_they_equal_the_share_of_all_subsets(samples: list[list[bool]], k: int) -> None:
    right, tried = [sum(sample) for sample in samples], [len(sample) for sample in samples]
    enough = [sample for sample in samples if len(sample) >= k]
    if not enough:
        assert pass_at_k(right, tried, k) is None
        assert pass_hat_k(right, tried, k) is None
        return
    anyone = mean(mean(float(any(picked)) for picked in combinations(sample, k)) for sample in enough)
    everyone = mean(mean(float(all(picked)) for picked in combinations(sample, k)) for sample in enough)
    assert pass_at_k(right, tried, k) == pytest.approx(anyone)
    assert pass_hat_k(right, tried, k) == pytest.approx(everyone)


@given(tries)
def test_one_attempt_is_the_mean_and_more_attempts_differ(samples: list[list[bool]]) -> None:
    right, tried = [sum(sample) for sample in samples], [len(sample) for sample in samples]
    assert pass_at_k(right, tried, 1) == pytest.approx(mean(sum(sample) / len(sample) for sample in samples))
    fewest = min(tried)
    for k in range(1, fewest):
        assert pass_at_k(right, tried, k) <= pass_at_k(right, tried, k + 1) + 1e-12  # type: ignore[operator]
        assert pass_hat_k(right, tried, k) >= pass_hat_k(right, tried, k + 1) - 1e-12  # type: ignore[operator]


def test_no_samples_have_no_result() -> None:
    assert pass_at_k([], [], 1) is None

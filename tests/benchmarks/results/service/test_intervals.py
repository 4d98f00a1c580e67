from collections import defaultdict

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from llmbattler.benchmarks.results.repository import Moments
from llmbattler.benchmarks.results.service.intervals import make_interval
from llmbattler.benchmarks.statistics.clusters import ClusterSums
from llmbattler.benchmarks.statistics.intervals import mean_interval

Values = list[tuple[int, float]]


def count(values: Values) -> tuple[Moments, list[ClusterSums]]:
    """As SQL does."""
    numbers = [value for _, value in values]
    clusters: defaultdict[int, list[float]] = defaultdict(list)
    for cluster, value in values:
        clusters[cluster].append(value)
    totals: defaultdict[int, list[float]] = defaultdict(list)
    for members in clusters.values():
        totals[len(members)].append(sum(members))
    moments = Moments(len(numbers), float(sum(numbers)), float(sum(value * value for value in numbers)))
    return moments, [
        ClusterSums(size, len(found), sum(found), sum(total * total for total in found))
        for size, found in totals.items()
    ]


@given(st.lists(st.tuples(st.integers(0, 5), st.sampled_from([0.0, 0.3, 1.0]) | st.just(1.0)), min_size=1, max_size=40))
@example([(0, 0.3), (0, 0.3), (1, 0.3), (1, 0.3)])
@example([(0, 0.0), (0, 1.0), (1, 1.0), (1, 0.0)])
@example([(cluster, value) for cluster in range(3) for value in (0.3, 1.0)])
@example([(cluster, value) for cluster in range(6) for value in (1.0, 0.3)])
def test_sums_of_clusters_tell_as_much_as_all_values(values: Values) -> None:
    moments, clusters = count(values)
    found = make_interval(moments, clusters)
    expected = mean_interval([value for _, value in values], clusters=[cluster for cluster, _ in values])
    assert (found.n, found.method) == (expected.n, expected.method)
    assert (found.mean, found.low, found.high) == pytest.approx((expected.mean, expected.low, expected.high))


def test_values_between_right_and_wrong_are_clustered_too() -> None:
    values = [(0, 0.25), (0, 0.5), (1, 0.75), (1, 1.0), (2, 0.0), (2, 0.1), (3, 0.5)]
    moments, clusters = count(values)
    found = make_interval(moments, clusters)
    expected = mean_interval([value for _, value in values], clusters=[cluster for cluster, _ in values])
    assert (found.mean, found.low, found.high) == pytest.approx((expected.mean, expected.low, expected.high))
    assert found.design_effect == pytest.approx(expected.design_effect)


def test_without_clusters_the_moments_are_enough() -> None:
    assert make_interval(Moments(4, 3.0, 3.0), []) == mean_interval([1, 1, 1, 0])
    assert make_interval(Moments(0, 0.0, 0.0), []).mean is None

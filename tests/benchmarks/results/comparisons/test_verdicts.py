"""What a difference means."""

from llmbattler.benchmarks.results.comparisons.verdicts import judge, show_differences
from llmbattler.benchmarks.statistics.paired import compare


def test_a_clear_difference_has_a_direction() -> None:
    worse, better = compare([1, 1] * 20, [0, 1] * 20), compare([0, 1] * 20, [1, 1] * 20)
    assert [judge(found, found.p) for found in (worse, better)] == ["worse", "better"]


def test_what_may_be_chance_is_none() -> None:
    found = compare([0, 1] * 20, [1, 0] * 20)
    assert judge(found, found.p) == "no difference found"


def test_few_samples_or_clusters_are_too_few() -> None:
    few = compare([0] * 9, [1] * 9)
    clusters = compare([0] * 40, [1] * 40, clusters=[number % 4 for number in range(40)])
    assert few.p is not None
    assert few.p < 0.05
    assert judge(few, few.p) == judge(clusters, 0.001) == "too few"
    assert judge(compare([], []), None) == "too few"
    enough = compare([0] * 40, [1] * 40, clusters=[number % 8 for number in range(40)])
    assert judge(enough, enough.p) == "better"


def test_who_looks_often_must_see_more() -> None:
    """One difference of this size is found; among six that are none it is not."""
    chance = compare([0, 1] * 20, [1, 0] * 20)
    slight = compare([0] * 6 + [1] * 34, [1] * 6 + [1] * 33 + [0])
    alone = show_differences(["a", "b"], [slight])
    crowded = show_differences(["a", "b", *"cdefgh"], [slight, *[chance] * 6])
    assert alone[0].p == alone[0].p_holm == crowded[0].p
    assert alone[0].p is not None
    assert 0.01 < alone[0].p < 0.06
    assert crowded[0].p_holm is not None
    assert crowded[0].p_holm > 0.1
    assert crowded[0].verdict == "no difference found"
    assert [(one.first, one.second) for one in crowded] == [("a", other) for other in "bcdefgh"]

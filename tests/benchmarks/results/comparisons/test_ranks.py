"""Places over suites and their agreement with the arena."""

import pytest

from llmbattler.benchmarks.results.comparisons.ranks import correlate_suites, rank_models
from llmbattler.benchmarks.statistics.intervals import Interval, mean_interval


def scored(right: int, total: int = 1_000) -> Interval:
    return mean_interval([1.0] * right + [0.0] * (total - right))


def test_places_follow_scores_and_intervals_their_width() -> None:
    scores = {"ant": {"a": scored(900), "b": scored(800)}, "bee": {"a": scored(500), "b": scored(500)}}
    ranks = rank_models(scores, ["a", "b"])
    assert (ranks["ant"].mean, ranks["ant"].high, ranks["bee"].mean) == (1, 1, 2)
    unsure = rank_models({"ant": {"a": scored(3, 5)}, "bee": {"a": scored(2, 5)}}, ["a"])
    assert (unsure["ant"].mean, unsure["ant"].low, unsure["ant"].high) == (1, 1, 2)


def test_all_right_of_few_is_not_sure_to_be_first() -> None:
    ranks = rank_models({"ant": {"a": scored(5, 5)}, "bee": {"a": scored(990)}}, ["a"])
    assert (ranks["ant"].mean, ranks["ant"].high) == (1, 2)


def test_a_single_grade_may_be_anything() -> None:
    ranks = rank_models({"ant": {"a": mean_interval([0.9])}, "bee": {"a": scored(500)}}, ["a"])
    assert (ranks["ant"].mean, ranks["ant"].low, ranks["ant"].high) == (1, 1, 2)


def test_a_suite_without_a_score_is_left_out() -> None:
    ranks = rank_models({"ant": {"a": scored(900)}, "bee": {"b": mean_interval([])}}, ["a", "b"])
    assert ranks["bee"].mean is None
    assert rank_models({}, []) == {}


def test_correlations_are_over_models_that_have_both() -> None:
    scores = {
        "ant": {"a": scored(900), "b": scored(100)},
        "bee": {"a": scored(800), "b": scored(200)},
        "cat": {"a": scored(700), "b": scored(300)},
        "dog": {"a": scored(600), "b": mean_interval([])},
        "elk": {"a": scored(100)},
    }
    ratings = {"ant": 1300.0, "bee": 1200.0, "cat": 1100.0, "dog": 1000.0, "fox": 900.0}
    together, first, second = correlate_suites(scores, ["a", "b"], ratings)
    assert (first.suite, first.n, first.spearman) == ("a", 4, 1)
    assert first.pearson == pytest.approx(1)
    assert (second.suite, second.n, second.spearman, second.low) == ("b", 3, -1, None)
    assert (together.suite, together.n) == ("all", 4)


def test_who_left_out_an_easy_suite_is_not_behind() -> None:
    scores = {
        "ant": {"hard": scored(300)},
        "bee": {"hard": scored(200), "easy": scored(900)},
        "cat": {"hard": scored(100), "easy": scored(800)},
    }
    together = correlate_suites(scores, ["easy", "hard"], {"ant": 1200.0, "bee": 1100.0, "cat": 1000.0})[0]
    assert together.spearman == 1


def test_without_ratings_nothing_goes_together() -> None:
    assert [one.pearson for one in correlate_suites({"ant": {"a": scored(900)}}, ["a"], {})] == [None, None]
    assert [one.suite for one in correlate_suites({}, [], {})] == ["all"]

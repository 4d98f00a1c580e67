"""Ranks are what intervals allow, no more."""

import numpy as np
import pytest

from llmbattler.ratings.estimation.standings import Ratings, Strengths, find_established, make_ratings


def board(strength: list[float], deviation: list[float], component: list[int] | None = None) -> Ratings:
    places = np.array(component or [0] * len(strength))
    model = tuple("abcdefgh"[: len(strength)])
    votes = np.where(np.array(deviation) > 1, 1, 100)
    return make_ratings(model, Strengths(np.array(strength), np.diag(np.square(deviation)), places, False, 1), votes)


def test_a_rank_counts_those_who_are_surely_better() -> None:
    found = board([3.0, 2.9, 0.0, -3.0], [0.1, 0.1, 0.1, 0.1])
    assert found.rank.tolist() == [1, 1, 3, 4]
    assert found.rank_low.tolist() == [1, 1, 3, 4]
    assert found.rank_high.tolist() == [2, 2, 3, 4]


def test_a_wide_interval_allows_every_place() -> None:
    found = board([3.0, 0.0, -3.0], [0.1, 5.0, 0.1])
    assert (found.rank_low[1], found.rank_high[1]) == (1, 3)
    assert found.rank.tolist() == [1, 1, 2]


def test_each_component_is_ranked_by_itself() -> None:
    found = board([5.0, -5.0, 5.0, -5.0], [0.1] * 4, [0, 0, 1, 1])
    assert found.rank.tolist() == [1, 2, 1, 2]
    assert found.rank_high.tolist() == [1, 2, 1, 2]
    assert found.components == (("a", "b"), ("c", "d"))


def test_new_models_do_not_define_the_center() -> None:
    assert find_established(np.array([1000, 900, 1100, 5])).tolist() == [True, True, True, False]
    assert find_established(np.array([20, 15, 30, 3])).all(), "on a young board everybody is new"
    assert find_established(np.array([0, 0])).all()
    found = make_ratings(
        ("a", "b", "new"),
        Strengths(np.array([1.0, -1.0, 3.0]), np.diag([0.01, 0.01, 4.0]), np.zeros(3, dtype=np.intp), False, 1),
        np.array([500, 500, 4]),
    )
    assert found.rating[:2].mean() == pytest.approx(1000)
    assert (found.ci_high - found.rating)[:2].max() < 50

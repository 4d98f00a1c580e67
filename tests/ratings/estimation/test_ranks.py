import numpy as np

from llmbattler.ratings.estimation.ranks import rank_by_intervals

ALL = np.ones((3, 3), dtype=np.bool_)


def test_nobody_is_ahead_unless_the_intervals_say_so() -> None:
    low, high = np.array([90.0, 80.0, 40.0]), np.array([110.0, 95.0, 60.0])
    ranks = rank_by_intervals(low, high, comparable=ALL)
    assert [each.tolist() for each in ranks] == [[1, 1, 3], [1, 1, 3], [2, 2, 3]]


def test_v23_those_with_few_votes_push_nobody_down() -> None:
    low, high = np.array([900.0, 80.0, 40.0]), np.array([1100.0, 95.0, 60.0])
    rank, _, worst = rank_by_intervals(low, high, comparable=ALL, enough=np.array([False, True, True]))
    assert rank.tolist() == [1, 1, 2]
    assert worst.tolist() == [1, 1, 2]


def test_models_that_never_met_have_places_of_their_own() -> None:
    low, high = np.array([90.0, 10.0, 5.0]), np.array([99.0, 19.0, 6.0])
    apart = np.array([[True, False, False], [False, True, True], [False, True, True]])
    assert rank_by_intervals(low, high, comparable=apart).rank.tolist() == [1, 1, 2]

import numpy as np

from llmbattler.ratings.ranks import rank_among


def test_nobody_is_ahead_unless_the_intervals_say_so() -> None:
    low, high = np.array([90.0, 80.0, 40.0]), np.array([110.0, 95.0, 60.0])
    rank, best, worst = rank_among(low, high, np.array([True, True, True]))
    assert (rank.tolist(), best.tolist(), worst.tolist()) == ([1, 1, 3], [1, 1, 3], [2, 2, 3])


def test_v23_those_with_few_votes_push_nobody_down() -> None:
    low, high = np.array([900.0, 80.0, 40.0]), np.array([1100.0, 95.0, 60.0])
    rank, _, worst = rank_among(low, high, np.array([False, True, True]))
    assert rank.tolist()[1:] == [1, 2]
    assert worst.tolist()[1:] == [1, 2]

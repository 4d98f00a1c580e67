"""Half wins are added where they are needed, and only there."""

import numpy as np

from llmbattler.ratings.estimation import CountRow, PairCounts
from llmbattler.ratings.estimation.duels import Duels, logistic


def test_a_connected_board_is_left_alone() -> None:
    duels = Duels.of(PairCounts.from_rows([CountRow("a", "b", 5, 1, 0, 0), CountRow("b", "c", 0, 0, 1, 0)]))
    same, smoothed = duels.smoothed()
    assert not smoothed
    assert np.array_equal(same.wins, duels.wins)


def test_only_one_way_pairs_get_half_a_win_each_way() -> None:
    rows = [CountRow("a", "b", 5, 1, 0, 0), CountRow("a", "c", 2, 0, 0, 0), CountRow("b", "c", 1, 0, 0, 0)]
    smooth, smoothed = Duels.of(PairCounts.from_rows(rows)).smoothed()
    assert smoothed
    assert smooth.wins.tolist() == [5, 2.5, 1.5]
    assert smooth.losses.tolist() == [1, 0.5, 0.5]


def test_a_cycle_of_wins_is_not_smoothed() -> None:
    rows = [CountRow("a", "b", 5, 0, 0, 0), CountRow("b", "c", 2, 0, 0, 0), CountRow("c", "a", 1, 0, 0, 0)]
    assert not Duels.of(PairCounts.from_rows(rows)).smoothed()[1]


def test_the_logistic_is_finite_in_its_tails() -> None:
    found = logistic(np.array([-1000.0, -40.0, 0.0, 40.0, 1000.0]))
    assert found.win.tolist() == [0.0, np.exp(-40.0) / (1 + np.exp(-40.0)), 0.5, 1.0, 1.0]
    assert found.log_win[0] == -1000
    assert found.log_loss[-1] == -1000
    assert found.slope[1] > 0

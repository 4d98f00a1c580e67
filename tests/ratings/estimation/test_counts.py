"""Counts add up whichever way they come."""

import numpy as np
import pytest
from tests.ratings.boards import all_votes, even_strengths, vote

from llmbattler.ratings.estimation import CountRow, Outcome, PairCounts


def test_rows_of_a_pair_add_up_either_way_round() -> None:
    counts = PairCounts.from_rows([CountRow("b", "a", 1, 2, 3, 4), CountRow("a", "b", 10, 20, 30, 40)])
    assert counts.models == ("a", "b")
    assert counts.rows() == [CountRow("a", "b", 12, 21, 33, 44)]
    assert counts.wins[0, 1] == 12
    assert counts.ties[0, 1] == counts.ties[1, 0] == 33
    assert counts.both_bad[0, 1] == counts.both_bad[1, 0] == 44


def test_rows_come_back_as_they_went_in() -> None:
    rows = [CountRow("a", "b", 1, 0, 0, 0), CountRow("a", "c", 0, 0, 0, 7), CountRow("b", "c", 4, 5, 6, 0)]
    assert PairCounts.from_rows(reversed(rows)).rows() == rows


def test_votes_and_rows_give_the_same_counts() -> None:
    counts = vote(even_strengths(7, 150), 3000, np.random.default_rng(1), both_bad=0.1)
    a, b, outcome = all_votes(counts)
    order = np.random.default_rng(2).permutation(len(a))
    again = PairCounts.from_votes([a[k] for k in order], [b[k] for k in order], [outcome[k] for k in order])
    assert again.models == counts.models
    assert again.rows() == counts.rows()


def test_votes_know_their_sides() -> None:
    counts = PairCounts.from_votes(["x", "y", "y"], ["y", "x", "x"], [Outcome.A, Outcome.A, "b"])
    assert counts.rows() == [CountRow("x", "y", 2, 1, 0, 0)]


def test_votes_are_counted_for_both_models() -> None:
    counts = PairCounts.from_rows([CountRow("a", "b", 1, 2, 3, 4), CountRow("b", "c", 0, 5, 0, 0)])
    assert counts.votes.tolist() == [10, 15, 5]
    assert counts.total == 15
    assert counts.games()[1, 2] == 5


def test_a_part_of_the_models_keeps_its_votes() -> None:
    counts = PairCounts.from_rows([CountRow("a", "b", 1, 2, 3, 4), CountRow("b", "c", 0, 5, 0, 0)])
    part = counts.among({"c", "b", "unheard of"})
    assert part.models == ("b", "c")
    assert part.rows() == [CountRow("b", "c", 0, 5, 0, 0)]


def test_a_model_against_itself_says_nothing() -> None:
    counts = PairCounts.from_votes(["x", "x"], ["x", "y"], ["a", "b"])
    assert counts.rows() == [CountRow("x", "y", 0, 1, 0, 0)]
    assert counts.total == 1


def test_no_votes_are_no_mistake() -> None:
    for counts in (PairCounts.from_rows([]), PairCounts.from_votes([], [], [])):
        assert counts.models == ()
        assert counts.rows() == []
        assert counts.total == 0


def test_nonsense_is_refused() -> None:
    with pytest.raises(ValueError, match="No such outcome: draw"):
        PairCounts.from_votes(["x"], ["y"], ["draw"])
    with pytest.raises(ValueError, match="two models and one outcome"):
        PairCounts.from_votes(["x"], ["y"], [])
    with pytest.raises(ValueError, match="negative"):
        PairCounts.from_rows([CountRow("a", "b", -1, 0, 0, 0)])


def test_counts_cannot_be_changed_by_accident() -> None:
    counts = PairCounts.from_rows([CountRow("a", "b", 1, 2, 3, 4)])
    with pytest.raises(ValueError, match="read-only"):
        counts.wins[0, 1] = 5

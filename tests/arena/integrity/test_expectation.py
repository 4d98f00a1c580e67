import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from llmbattler.arena.integrity.expectation import Ballots, Expectation, draw_chance, flip
from llmbattler.ratings.estimation import CountRow, Outcome, PairCounts
from tests.arena.integrity.simulated_voters import SimulatedSite
from tests.ratings.boards import names

BOARD = SimulatedSite(models=8, votes=5000)

rows = some.lists(
    some.builds(
        CountRow,
        some.sampled_from("abcd"),
        some.sampled_from("wxyz"),
        *(some.integers(0, 30) for _ in range(4)),
    ),
    min_size=1,
    max_size=20,
)


@given(score=some.floats(0.001, 0.999), lean=some.floats(0.001, 50))
def test_a_draw_is_davidsons_whatever_the_score(score: float, lean: float) -> None:
    draw = float(draw_chance(np.array([score]), lean)[0])
    win, loss = score - draw / 2, 1 - score - draw / 2
    assert 0 < draw < 1
    assert min(win, loss) > -1e-12
    assert draw == pytest.approx(lean * np.sqrt(max(win, 0) * max(loss, 0)), rel=1e-6, abs=1e-6)


@settings(max_examples=60)
@given(rows)
def test_chances_are_chances_on_any_board(found: list[CountRow]) -> None:
    expectation = Expectation.of(PairCounts.from_rows(found))
    first, second = np.triu_indices(len(expectation.models), 1)
    chances = expectation.chances(first, second)
    drawn = expectation.draw_chances(first, second, 5, np.random.default_rng(1))
    for each in (chances, drawn):
        assert np.isfinite(each).all()
        assert (each > 0).all()
        assert each.sum(axis=0) == pytest.approx(1)
    swapped = expectation.chances(second, first)
    assert swapped[[1, 0, 2, 3]] == pytest.approx(chances), "nobody cares about sides"


def test_a_board_expects_what_was_said() -> None:
    first, second = np.triu_indices(8, 1)
    games = BOARD.counts.games()[first, second]
    expected = (BOARD.expectation.chances(first, second) * games).sum(axis=1)
    ties, both_bad = BOARD.counts.ties[first, second].sum(), BOARD.counts.both_bad[first, second].sum()
    assert expected[2:] == pytest.approx([ties, both_bad], rel=0.02)
    assert BOARD.expectation.total == 5000


def test_votes_left_out_are_as_if_never_cast() -> None:
    chance = np.random.default_rng(5)
    mine = BOARD.careless(400, chance)
    model = names(8)
    words = list(Outcome)
    cast = [(model[a], model[b], words[w]) for a, b, w in zip(*(each.tolist() for each in mine), strict=True)]
    with_mine = PairCounts.from_rows([*BOARD.counts.rows(), *PairCounts.from_votes(*zip(*cast, strict=True)).rows()])
    whole = Expectation.of(with_mine)
    others = whole.without(whole.place(cast))
    assert (others.cells == BOARD.expectation.cells).all()
    assert others.strength == pytest.approx(BOARD.expectation.strength, abs=1e-9)
    assert np.abs(whole.strength - others.strength).max() > 0.01, "they did matter"


def test_votes_between_models_that_nobody_compared_are_left_out() -> None:
    board = Expectation.of(PairCounts.from_rows([CountRow("a", "b", 5, 5, 1, 1), CountRow("c", "d", 5, 5, 1, 1)]))
    placed = board.place([("a", "b", Outcome.A), ("a", "c", Outcome.A), ("a", "new", Outcome.B), ("d", "c", Outcome.B)])
    assert placed.first.tolist() == [0, 3]
    assert placed.second.tolist() == [1, 2]


def test_a_vote_seen_from_the_other_side_is_the_same_vote() -> None:
    turned = Ballots(np.array([3, 1]), np.array([1, 3]), np.array([0, 2])).in_order()
    assert [each.tolist() for each in turned] == [[1, 1], [3, 3], [1, 2]]
    assert flip(flip(np.arange(4))).tolist() == [0, 1, 2, 3]

import numpy as np
import pytest

from llmbattler.arena.integrity.expectation import Ballots, Expectation
from llmbattler.arena.integrity.suspicion import LEVEL, MIN_VOTES, NOT_TESTED, judge
from llmbattler.ratings.estimation import CountRow, PairCounts
from tests.arena.integrity.simulated_voters import SimulatedSite, measure_rates

BOARD = SimulatedSite()
SMALL = SimulatedSite(models=6, votes=600)
VARIED = SimulatedSite(taste=0.15, habit=0.3)


def test_a_verdict_names_the_model_and_its_bounds() -> None:
    verdict = judge(BOARD.expectation, BOARD.one_target(500, np.random.default_rng(2)), np.random.default_rng(3))
    assert verdict.suspicious
    assert verdict.target is not None
    assert verdict.target.model == "model-010"
    assert verdict.target.points == verdict.target.votes > verdict.target.high > verdict.target.expected
    assert verdict.target.deviation > 3
    others = [one for one in verdict.residuals if one.model != "model-010"]
    assert sum(one.low <= one.points <= one.high for one in others) >= len(others) - 3
    assert sum(one.votes for one in verdict.residuals) <= 1000
    assert verdict.p_value == pytest.approx(2 * min(verdict.p_likelihood, verdict.p_model))


def test_somebody_who_always_votes_against_a_model_is_found_too() -> None:
    first, second, word = BOARD.honest(500, np.random.default_rng(4))
    target = 20
    against = Ballots(first, second, np.where(first == target, 1, np.where(second == target, 0, word)))
    verdict = judge(BOARD.expectation, against, np.random.default_rng(5))
    assert verdict.p_model < LEVEL / 2
    assert verdict.target is not None
    assert (verdict.target.model, verdict.target.points) == ("model-020", 0.0)


def test_sides_do_not_matter() -> None:
    ballots = BOARD.careless(100, np.random.default_rng(6))
    turned = Ballots(ballots.second, ballots.first, np.where(ballots.word < 2, 1 - ballots.word, ballots.word))
    one, other = (judge(BOARD.expectation, each, np.random.default_rng(7)) for each in (ballots, turned))
    assert (one.p_likelihood, one.p_model) == (other.p_likelihood, other.p_model)


def test_few_votes_and_small_boards_tell_nothing() -> None:
    chance = np.random.default_rng(8)
    assert judge(BOARD.expectation, BOARD.careless(MIN_VOTES - 1, chance), chance) is NOT_TESTED
    tiny = Expectation.of(PairCounts.from_rows([CountRow("a", "b", 30, 20, 5, 5)]))
    many = np.zeros(50, dtype=np.intp)
    assert judge(tiny, Ballots(many, many + 1, many), chance) is NOT_TESTED


def test_honest_people_on_a_small_board_are_left_in_peace() -> None:
    """Their votes are nearly half of all votes, so the expectation from the others is uncertain, too."""
    assert measure_rates(SMALL, SMALL.honest, votes=300, people=100).either <= 0.02


def test_people_with_a_taste_and_habits_of_their_own_are_left_in_peace() -> None:
    assert measure_rates(VARIED, VARIED.honest, votes=100, people=200, seed=9).either <= 0.015


def test_p_values_of_honest_people_are_even_where_they_are_looked_at() -> None:
    chance = np.random.default_rng(10)
    found = [judge(VARIED.expectation, VARIED.honest(60, chance), chance).p_model for _ in range(120)]
    for level in (0.25, 0.5, 0.75):
        assert np.mean(np.array(found) <= level) < level + 0.15


@pytest.mark.torture
@pytest.mark.timeout(1200)
def test_levels_and_power_at_full_size() -> None:
    for board in (BOARD, VARIED, SimulatedSite(votes=5000, taste=0.15, habit=0.3)):
        assert measure_rates(board, board.honest, votes=100, people=2000).either <= 0.0125
        assert measure_rates(board, board.honest, votes=500, people=500).either <= 0.02
        assert measure_rates(board, board.careless, votes=100, people=400).likelihood >= 0.95
        assert measure_rates(board, board.one_target, votes=500, people=400).model >= 0.95

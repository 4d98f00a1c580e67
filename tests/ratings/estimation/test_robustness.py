"""How few votes carry the first place: against trying everything, and against a cheat at work."""

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray
from perf.rank_attacks import votes_to_gain_a_rank
from tests.ratings.boards import even_strengths, vote

from llmbattler.ratings.estimation import BothBad, CountRow, PairCounts, fit
from llmbattler.ratings.estimation.robustness import count_votes_to_change_leader


def first_of(counts: PairCounts) -> str:
    fitted = fit(counts)
    return max(fitted.models, key=lambda name: round(float(fitted.rating[fitted.place(name)]), 6))


def without(counts: PairCounts, removed: tuple[CountRow, ...]) -> PairCounts:
    left = {(row.model_a, row.model_b): np.array(row[2:]) for row in counts.rows()}
    for row in removed:
        left[row.model_a, row.model_b] = left[row.model_a, row.model_b] - row[2:]
    return PairCounts.from_rows([CountRow(*pair, *numbers.tolist()) for pair, numbers in left.items()])


def changes_leader(counts: PairCounts, leader: str) -> bool:
    fitted = fit(counts)
    member = next((names for names in fitted.components if leader in names), ())
    best = max((float(fitted.rating[fitted.place(name)]) for name in member), default=0.0)
    return bool(member) and best > float(fitted.rating[fitted.place(leader)]) + 1e-6


def by_trying_everything(counts: PairCounts, leader: str, limit: int) -> int | None:
    """The smallest number of votes whose removal changes the leader, by trying every removal."""
    rows = counts.rows()
    flat = [number for row in rows for number in row[2:5]]
    for votes in range(1, limit + 1):
        for taken in itertools.combinations_with_replacement(range(len(flat)), votes):
            numbers = np.bincount(taken, minlength=len(flat))
            if (numbers <= flat).all():
                left = (np.array(flat) - numbers).reshape(-1, 3).tolist()
                cut = [
                    row._replace(wins_a=won, wins_b=lost, ties=tied)
                    for row, (won, lost, tied) in zip(rows, left, strict=True)
                ]
                if changes_leader(PairCounts.from_rows([row for row in cut if sum(row[2:])]), leader):
                    return votes
    return None


@pytest.mark.parametrize("seed", range(12))
def test_small_boards_have_the_true_minimum(seed: int) -> None:
    counts = vote(even_strengths(3, 60), 24, np.random.default_rng(seed), ties=0.5)
    found = count_votes_to_change_leader(counts, fit(counts))
    assert found.first == first_of(counts)
    assert found.votes is not None
    assert found.votes == by_trying_everything(counts, found.first, min(found.votes, 4)) or found.votes > 4


@pytest.mark.parametrize("seed", range(4))
def test_the_removed_votes_do_it(seed: int) -> None:
    counts = vote(even_strengths(8, 80), 4000, np.random.default_rng(seed), both_bad=0.1)
    found = count_votes_to_change_leader(counts, fit(counts))
    assert found.votes is not None
    assert sum(sum(row[2:]) for row in found.removed) == found.votes
    after = without(counts, found.removed)
    assert first_of(after) == found.successor != found.first == first_of(counts)
    assert (after.wins >= 0).all()


def test_two_models_have_a_closed_form() -> None:
    """Of 30 : 10 one must remove 21 wins, and no fewer: 20 make it even."""
    counts = PairCounts.from_rows([CountRow("a", "b", 30, 10, 5, 5)])
    found = count_votes_to_change_leader(counts, fit(counts))
    assert (found.votes, found.first, found.successor) == (21, "a", "b")
    assert found.removed == (CountRow("a", "b", 21, 0, 0, 0),)


def test_where_nobody_can_follow_there_is_no_number() -> None:
    for rows in ([], [CountRow("a", "b", 5, 0, 0, 0)]):
        counts = PairCounts.from_rows(rows)
        assert count_votes_to_change_leader(counts, fit(counts)).votes is None


def test_a_first_place_of_another_fit_may_need_no_vote() -> None:
    rows = [CountRow("bad", "yard", 12, 10, 10, 80), CountRow("good", "yard", 11, 10, 10, 0)]
    counts = PairCounts.from_rows(rows)
    assert first_of(counts) == "good"
    turned = fit(counts, both_bad=BothBad.GROUNDED)
    assert count_votes_to_change_leader(counts, turned).first == "good"
    plain = PairCounts.from_rows([CountRow("bad", "yard", 14, 10, 0, 80), CountRow("good", "yard", 11, 10, 10, 0)])
    assert count_votes_to_change_leader(plain, fit(plain, both_bad=BothBad.GROUNDED)).votes is not None


def add_attack_votes(counts: PairCounts, target: str, battles: int, chance: np.random.Generator) -> PairCounts:
    """Votes with the board, but for the target whenever it is there."""
    fitted = fit(counts)
    worth = {name: float(fitted.rating[fitted.place(name)]) for name in fitted.models} | {target: np.inf}
    rows = list(counts.rows())
    for _ in range(battles):
        a, b = (fitted.models[k] for k in chance.choice(len(fitted.models), 2, replace=False))
        rows.append(CountRow(a, b, *((1, 0) if worth[a] > worth[b] else (0, 1)), 0, 0))
    return PairCounts.from_rows(rows)


def place_of(counts: PairCounts, model: str) -> int:
    fitted = fit(counts)
    return int((fitted.rating > fitted.rating[fitted.place(model)]).sum())


def gained(counts: PairCounts, target: str, votes: int, seeds: NDArray[np.int64]) -> float:
    """How often so many target votes are enough, in so many battles as they take on average."""
    battles = round(votes * len(counts.models) / 2)
    before = place_of(counts, target)
    return float(
        np.mean(
            [
                place_of(add_attack_votes(counts, target, battles, np.random.default_rng(s)), target) < before
                for s in seeds
            ]
        )
    )


def test_an_attack_needs_about_as_many_votes_as_estimated() -> None:
    counts = vote(even_strengths(8, 150), 6000, np.random.default_rng(1))
    needed = votes_to_gain_a_rank(counts, fit(counts), "model-003")
    assert needed is not None
    assert gained(counts, "model-003", round(needed * 1.5), np.arange(5)) >= 0.8
    assert gained(counts, "model-003", round(needed * 0.6), np.arange(5)) <= 0.2


def test_who_is_first_or_unknown_gains_nothing() -> None:
    counts = PairCounts.from_rows([CountRow("a", "b", 30, 10, 0, 0)])
    assert votes_to_gain_a_rank(counts, fit(counts), "a") is None
    assert votes_to_gain_a_rank(counts, fit(counts), "unheard of") is None
    assert votes_to_gain_a_rank(counts, fit(counts), "b") == 21

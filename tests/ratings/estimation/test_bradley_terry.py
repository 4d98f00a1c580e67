"""The fit against closed forms, against another algorithm, and in every corner where none exists without help."""

import numpy as np
import pytest
from tests.ratings.boards import SCALE, all_votes, even_strengths, fit_by_zermelo, names, vote
from tests.ratings.bootstrap import bootstrap

from llmbattler.ratings.estimation import Anchor, BothBad, CountRow, PairCounts, Ratings, fit


def half(fitted: Ratings) -> np.ndarray:
    return (fitted.ci_high - fitted.ci_low) / 2


def is_finite(fitted: Ratings) -> bool:
    numbers = (fitted.rating, fitted.ci_low, fitted.ci_high, fitted.covariance)
    return all(np.isfinite(array).all() for array in numbers)


def test_two_models_have_a_closed_form() -> None:
    fitted = fit(PairCounts.from_rows([CountRow("a", "b", 30, 10, 0, 0)]))
    assert fitted.rating[0] - fitted.rating[1] == pytest.approx(400 * np.log10(3), abs=1e-9)
    assert fitted.rating.mean() == pytest.approx(1000)
    assert not fitted.smoothed


def test_the_interval_of_two_models_has_a_closed_form() -> None:
    """The information of the difference is n p q, its meat that and, for the one parameter it took, p q more."""
    fitted = fit(PairCounts.from_rows([CountRow("a", "b", 30, 10, 0, 0)]))
    error = SCALE * np.sqrt((40 + 1) * 0.1875) / (40 * 0.1875)
    assert fitted.difference("a", "b")[1] == pytest.approx(error, rel=1e-12)
    assert half(fitted) == pytest.approx([1.959964 * error / 2] * 2, rel=1e-6)


def test_a_tie_is_half_a_win_each_and_so_is_both_bad() -> None:
    wins = fit(PairCounts.from_rows([CountRow("a", "b", 30, 20, 0, 0), CountRow("b", "c", 20, 10, 0, 0)]))
    ties = fit(PairCounts.from_rows([CountRow("a", "b", 20, 10, 20, 0), CountRow("b", "c", 10, 0, 10, 10)]))
    assert ties.rating == pytest.approx(wins.rating, abs=1e-9)
    assert (half(ties) < half(wins)).all(), "a tie varies less than a win, and the sandwich knows"


@pytest.mark.parametrize("seed", range(6))
def test_another_algorithm_finds_the_same_maximum(seed: int) -> None:
    chance = np.random.default_rng(seed)
    strength = chance.normal(0, 1.2, 9)
    shares = chance.dirichlet(np.full(36, 0.5))
    counts = vote(strength, 3000, chance, both_bad=0.1, shares=shares)
    fitted = fit(counts)
    if not fitted.smoothed and len(fitted.components) == 1:
        assert fitted.rating - 1000 == pytest.approx(SCALE * fit_by_zermelo(counts), abs=1e-6)


def test_the_sandwich_is_the_textbook_one_but_for_the_leverage() -> None:
    """Computed here vote by vote with a dense design matrix and a pseudo-inverse."""
    counts = vote(even_strengths(6, 120), 900, np.random.default_rng(3), ties=0.5)
    fitted = fit(counts)
    place = {name: k for k, name in enumerate(counts.models)}
    design, score = [], []
    for a, b, word in zip(*all_votes(counts), strict=True):
        design.append(np.eye(6)[place[a]] - np.eye(6)[place[b]])
        score.append({"a": 1.0, "b": 0.0}.get(word, 0.5))
    x, y = np.array(design), np.array(score)
    p = 1 / (1 + np.exp(-x @ (fitted.rating / SCALE)))
    inverse = np.linalg.pinv((x.T * (p * (1 - p))) @ x)
    leverage = p * (1 - p) * np.einsum("vi,ij,vj->v", x, inverse, x)
    squares = (y - p) ** 2 + leverage * p * (1 - p)
    assert fitted.covariance == pytest.approx(SCALE**2 * inverse @ (x.T * squares) @ x @ inverse, abs=1e-8)
    plain = SCALE**2 * inverse @ (x.T * (y - p) ** 2) @ x @ inverse
    assert np.sqrt(np.diag(fitted.covariance) / np.diag(plain)) == pytest.approx(np.ones(6), abs=0.01)


def test_pairs_can_count_the_same_however_often_they_met() -> None:
    """Each pair's votes weigh 1/max(count, 50): the exact fit of such weighted votes."""
    rows = [CountRow("a", "b", 600, 400, 0, 0), CountRow("b", "c", 60, 40, 0, 0), CountRow("a", "c", 5, 5, 0, 0)]
    fitted = fit(PairCounts.from_rows(rows), reweigh=True)
    # The same points by hand: 0.6 : 0.4, 0.6 : 0.4 and 0.1 : 0.1, times 1000.
    by_hand = [
        CountRow("a", "b", 600, 400, 0, 0),
        CountRow("b", "c", 600, 400, 0, 0),
        CountRow("a", "c", 100, 100, 0, 0),
    ]
    assert fitted.rating == pytest.approx(fit(PairCounts.from_rows(by_hand)).rating, abs=1e-9)
    assert fit(PairCounts.from_rows(rows)).rating[0] != pytest.approx(fitted.rating[0], abs=1)


def test_reweighing_keeps_intervals_honest() -> None:
    chance = np.random.default_rng(5)
    strength = even_strengths(5, 120)
    shares = np.array([40.0, 1, 1, 1, 1, 1, 1, 1, 1, 10])
    held = []
    for _ in range(400):
        fitted = fit(vote(strength, 1500, chance, shares=shares), reweigh=True)
        held.append(np.abs(fitted.rating - 1000 - SCALE * strength) <= half(fitted))
    assert 0.93 <= np.mean(held) <= 0.97


def test_order_changes_no_bit() -> None:
    counts = vote(even_strengths(70, 200), 20_000, np.random.default_rng(1), both_bad=0.05)
    rows = counts.rows()
    plain = fit(counts)
    chance = np.random.default_rng(2)
    for _ in range(3):
        mixed = [rows[k] for k in chance.permutation(len(rows))]
        turned = [CountRow(b, a, lost, won, ties, bad) for a, b, won, lost, ties, bad in mixed]
        again = fit(PairCounts.from_rows(turned))
        for name in ("rating", "ci_low", "ci_high", "rank", "covariance"):
            assert np.array_equal(getattr(again, name), getattr(plain, name)), name


def test_an_anchor_moves_all_and_widens_none() -> None:
    counts = vote(even_strengths(5, 100), 500, np.random.default_rng(1))
    plain, anchored = fit(counts), fit(counts, anchor=Anchor("model-003", 1114.0))
    assert anchored.rating[3] == pytest.approx(1114)
    assert anchored.rating - plain.rating == pytest.approx(np.full(5, anchored.rating[0] - plain.rating[0]))
    assert half(anchored) == pytest.approx(half(plain))


def test_an_anchor_without_votes_is_ignored() -> None:
    counts = vote(even_strengths(5, 100), 500, np.random.default_rng(1))
    assert np.array_equal(fit(counts, anchor=Anchor("retired", 1114.0)).rating, fit(counts).rating)


@pytest.mark.parametrize("both_bad", BothBad)
def test_no_votes(both_bad: BothBad) -> None:
    fitted = fit(PairCounts.from_rows([]), both_bad=both_bad)
    assert fitted.models == ()
    assert fitted.components == ()
    assert fitted.rating.shape == fitted.rank.shape == (0,)
    assert fitted.covariance.shape == (0, 0)


@pytest.mark.parametrize("both_bad", BothBad)
def test_one_model_that_met_nobody_is_unknown(both_bad: BothBad) -> None:
    fitted = fit(PairCounts.from_votes(["a"], ["a"], ["tie"]), both_bad=both_bad)
    assert fitted.rating.tolist() == [1000]
    assert half(fitted).tolist() == pytest.approx([1000])
    assert fitted.rank.tolist() == [1]


@pytest.mark.parametrize("both_bad", BothBad)
def test_only_wins_are_defined_finite_and_labelled(both_bad: BothBad) -> None:
    fitted = fit(PairCounts.from_rows([CountRow("a", "b", 7, 0, 0, 0)]), both_bad=both_bad)
    assert fitted.smoothed
    assert is_finite(fitted)
    assert fitted.rating[0] - fitted.rating[1] == pytest.approx(400 * np.log10(7.5 / 0.5), abs=1e-6)
    assert fitted.rank.tolist() == [1, 1], "seven votes prove nothing"


def test_smoothing_leaves_those_alone_who_need_none() -> None:
    """A newcomer who has only won moves nobody else."""
    counts = vote(even_strengths(6, 150), 300, np.random.default_rng(1))
    joined = PairCounts.from_rows([*counts.rows(), CountRow("newcomer", "model-002", 3, 0, 0, 0)])
    before, after = fit(counts), fit(joined)
    assert after.smoothed
    assert not before.smoothed
    assert np.diff(after.rating[:6]) == pytest.approx(np.diff(before.rating), abs=1e-6)


def test_a_chain_of_winners_is_finite() -> None:
    model = names(30)
    rows = [CountRow(model[k], model[k + 1], 1000, 0, 0, 0) for k in range(29)]
    fitted = fit(PairCounts.from_rows(rows))
    assert is_finite(fitted)
    assert (np.diff(fitted.rating) < 0).all()


def test_extreme_counts_converge() -> None:
    """A circle that one vote in a million closes."""
    rows = [CountRow("a", "b", 10**6, 0, 0, 0), CountRow("b", "c", 10**6, 0, 0, 0), CountRow("c", "a", 1, 0, 0, 0)]
    counts = PairCounts.from_rows(rows)
    fitted = fit(counts)
    assert not fitted.smoothed
    assert is_finite(fitted)
    strength = fitted.rating / SCALE
    expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    assert (counts.games() * expected).sum(axis=1) == pytest.approx(counts.wins.sum(axis=1), abs=1e-4)


def test_components_are_labeled_and_not_ranked_against_each_other() -> None:
    rows = [CountRow("a", "b", 900, 100, 0, 0), CountRow("x", "y", 100, 900, 0, 0)]
    fitted = fit(PairCounts.from_rows(rows), anchor=Anchor("a", 1500))
    assert fitted.components == (("a", "b"), ("x", "y"))
    assert fitted.rank.tolist() == [1, 2, 2, 1]
    assert fitted.rating[0] == pytest.approx(1500)
    assert fitted.rating[2:].mean() == pytest.approx(1000)
    assert fitted.comparable("a", "b")
    assert not fitted.comparable("a", "x")


def test_nothing_but_ties_is_not_certainty() -> None:
    """The plain sandwich sees no surprise and gives this newcomer no interval of its own."""
    counts = vote(even_strengths(6, 150), 30_000, np.random.default_rng(1))
    joined = PairCounts.from_rows([*counts.rows(), CountRow("newcomer", "model-002", 0, 0, 5, 0)])
    assert half(fit(joined))[6] > 100


@pytest.mark.parametrize(
    ("models", "votes", "deviation", "ties"),
    [(10, 20, 100, 0.3), (10, 20, 200, 0.0), (25, 20, 150, 0.3), (10, 60, 150, 0.8)],
)
def test_intervals_have_their_nominal_coverage(models: int, votes: int, deviation: float, ties: float) -> None:
    """Of 95 % intervals, 93 to 97 % hold from 20 votes per model on; boards that needed smoothing are among them."""
    chance = np.random.default_rng(11)
    held = []
    for _ in range(8000 // models):
        strength = chance.normal(0, deviation / SCALE, models)
        fitted = fit(vote(strength, models * votes // 2, chance, ties=ties))
        if len(fitted.components) == 1:
            held.append(np.abs(fitted.rating - 1000 - SCALE * (strength - strength.mean())) <= half(fitted))
    assert 0.93 <= np.mean(held) <= 0.97


def test_the_cost_does_not_grow_with_the_votes() -> None:
    few = fit(vote(even_strengths(20, 150), 10**5, np.random.default_rng(1)))
    many = fit(vote(even_strengths(20, 150), 10**7, np.random.default_rng(1)))
    assert abs(many.iterations - few.iterations) <= 1


def test_the_bootstrap_and_the_sandwich_agree() -> None:
    counts = vote(even_strengths(8, 150), 4000, np.random.default_rng(1), ties=0.6)
    fitted = fit(counts)
    rounds = bootstrap(counts, 600, seed=2)
    half = (fitted.ci_high - fitted.ci_low) / 2
    assert np.abs(rounds.std(axis=0) * 1.96 / half - 1).max() < 0.1
    assert np.abs(rounds.mean(axis=0) - fitted.rating).max() < 0.3 * half.max()

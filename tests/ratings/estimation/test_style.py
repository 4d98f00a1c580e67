"""Style control recovers known effects, stays defined without them, and is the exact maximum."""

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.ratings.boards import SCALE, even_strengths, names

from llmbattler.ratings.estimation import Anchor, PairCounts, fit
from llmbattler.ratings.estimation.style import Features, fit_style, normalized

Votes = tuple[list[str], list[str], list[str], NDArray[np.int64], NDArray[np.int64]]


def styled_votes(
    votes: int,
    strength: NDArray[np.float64],
    effect: NDArray[np.float64],
    chance: np.random.Generator,
    ties: float = 0.2,
) -> Votes:
    """Each model has a style of its own, so that style and strength are mixed up unless they are told apart."""
    size = len(strength)
    a = chance.integers(0, size, votes)
    b = (a + chance.integers(1, size, votes)) % size
    habit = chance.uniform(0.5, 2.0, (size, 4)) * np.array([800, 4, 8, 6])
    features_a, features_b = (chance.poisson(habit[side] * chance.gamma(2, 0.5, (votes, 1))) for side in (a, b))
    style = normalized(features_a, features_b)
    win = 1 / (1 + np.exp(strength[b] - strength[a] - effect @ style))
    tie = ties * 2 * win * (1 - win)
    drawn = chance.random(votes)
    words = np.where(drawn < win - tie / 2, "a", np.where(drawn < win + tie / 2, "tie", "b"))
    model = names(size)
    return [model[k] for k in a], [model[k] for k in b], words.tolist(), features_a, features_b


def test_known_effects_are_recovered() -> None:
    """Within 6 points mean error of the rating, where ignoring style is off by far more."""
    strength, effect = even_strengths(12, 100), np.array([0.5, 0.1, 0.05, -0.1])
    votes = styled_votes(60_000, strength, effect, np.random.default_rng(1))
    found = fit_style(*votes)
    assert found.names == Features._fields
    assert np.abs(found.coefficients - effect).max() < 0.03
    assert ((found.ci_low < effect) & (effect < found.ci_high)).sum() >= 3
    assert np.abs(found.ratings.rating - 1000 - SCALE * strength).mean() < 6
    blind = fit(PairCounts.from_votes(*votes[:3]))
    assert np.abs(blind.rating - 1000 - SCALE * strength).mean() > 15


def test_intervals_hold() -> None:
    chance = np.random.default_rng(2)
    strength, effect = even_strengths(5, 120), np.array([0.4, -0.2, 0.0, 0.1])
    ratings, effects = [], []
    for _ in range(250):
        found = fit_style(*styled_votes(300, strength, effect, chance))
        half = (found.ratings.ci_high - found.ratings.ci_low) / 2
        ratings.append(np.abs(found.ratings.rating - 1000 - SCALE * strength) <= half)
        effects.append((found.ci_low <= effect) & (effect <= found.ci_high))
    assert 0.93 <= np.mean(ratings) <= 0.97
    assert 0.93 <= np.mean(effects) <= 0.97


def test_the_maximum_is_the_dense_ones() -> None:
    """The same fit with a matrix of votes and models, by plain gradient steps to a zero slope."""
    votes = styled_votes(400, even_strengths(4, 100), np.array([0.3, 0.0, 0.2, 0.0]), np.random.default_rng(3))
    found = fit_style(*votes)
    a, b, words = (np.array(column) for column in votes[:3])
    design = np.concatenate(
        [(a[:, None] == names(4)) * 1.0 - (b[:, None] == names(4)), normalized(votes[3], votes[4]).T], axis=1
    )
    points = np.select([words == "a", words == "b"], [1.0, 0.0], 0.5)
    place = np.concatenate([(found.ratings.rating - 1000) / SCALE, found.coefficients])
    slope = design.T @ (points - 1 / (1 + np.exp(-design @ place)))
    assert np.abs(slope).max() < 0.01, "the wide prior accounts for the rest"


def test_sides_do_not_matter() -> None:
    a, b, words, features_a, features_b = styled_votes(
        500, even_strengths(4, 100), np.array([0.3, 0.1, 0.2, 0.0]), np.random.default_rng(4)
    )
    turned = [{"a": "b", "b": "a"}.get(word, word) for word in words]
    plain, again = fit_style(a, b, words, features_a, features_b), fit_style(b, a, turned, features_b, features_a)
    assert again.ratings.rating == pytest.approx(plain.ratings.rating, abs=1e-9)
    assert again.coefficients == pytest.approx(plain.coefficients, abs=1e-9)


def test_without_any_difference_in_style_it_is_the_plain_fit() -> None:
    a, b, words, _, _ = styled_votes(300, even_strengths(4, 100), np.zeros(4), np.random.default_rng(5))
    same = np.full((300, 4), 7)
    found, plain = fit_style(a, b, words, same, same), fit(PairCounts.from_votes(a, b, words))
    assert found.coefficients.tolist() == found.ci_low.tolist() == found.ci_high.tolist() == [0.0] * 4
    assert found.ratings.rating == pytest.approx(plain.rating, abs=1e-6)
    assert found.ratings.ci_low == pytest.approx(plain.ci_low, abs=1e-6)


def test_two_features_that_always_agree_are_defined() -> None:
    a, b, words, features_a, features_b = styled_votes(
        300, even_strengths(4, 100), np.zeros(4), np.random.default_rng(6)
    )
    features_a[:, 1], features_b[:, 1] = features_a[:, 0], features_b[:, 0]
    found = fit_style(a, b, words, features_a, features_b)
    assert np.isfinite(found.coefficients).all()
    assert found.coefficients[0] == pytest.approx(found.coefficients[1], abs=1e-6)


def test_style_that_explains_everything_is_finite() -> None:
    """The longer answer always wins: without the wide prior its coefficient would be infinite."""
    chance = np.random.default_rng(7)
    features_a, features_b = chance.integers(1, 100, (2, 60, 4))
    words = np.where(features_a[:, 0] >= features_b[:, 0], "a", "b").tolist()
    found = fit_style(["x", "y"] * 30, ["y", "z"] * 30, words, features_a, features_b)
    assert np.isfinite(found.ratings.rating).all()
    assert np.isfinite(found.ratings.covariance).all()
    assert found.coefficients[0] == found.coefficients.max()


@pytest.mark.parametrize("words", [[], ["a"], ["a", "a", "a"], ["tie", "both_bad"]])
def test_few_votes_are_defined(words: list[str]) -> None:
    features = np.arange(4 * len(words)).reshape(-1, 4)
    found = fit_style(["x"] * len(words), ["y"] * len(words), words, features, features[::-1])
    assert np.isfinite(found.ratings.rating).all()
    assert np.isfinite(found.coefficients).all()


def test_components_are_labeled() -> None:
    a, b, words, features_a, features_b = styled_votes(
        200, even_strengths(4, 100), np.zeros(4), np.random.default_rng(8)
    )
    found = fit_style(
        [*a, *(f"other {name}" for name in a)],
        [*b, *(f"other {name}" for name in b)],
        words * 2,
        np.concatenate([features_a] * 2),
        np.concatenate([features_b] * 2),
        anchor=Anchor("model-001", 1200),
    )
    assert [len(component) for component in found.ratings.components] == [4, 4]
    assert found.ratings.rating[1] == pytest.approx(1200)
    assert found.ratings.rating[4:].mean() == pytest.approx(1000)


def test_features_must_belong_to_the_votes() -> None:
    with pytest.raises(ValueError, match="features of both answers"):
        fit_style(["x"], ["y"], ["a"], np.ones((2, 4)), np.ones((2, 4)))

"""The bootstrap checks the sandwich, and is itself repeatable."""

import numpy as np

from llmbattler.ratings import fit
from llmbattler.ratings.bootstrap import bootstrap

from .boards import even_strengths, vote


def test_the_bootstrap_and_the_sandwich_agree() -> None:
    counts = vote(even_strengths(8, 150), 4000, np.random.default_rng(1), ties=0.6)
    fitted = fit(counts)
    rounds = bootstrap(counts, 600, seed=2)
    half = (fitted.ci_high - fitted.ci_low) / 2
    assert np.abs(rounds.std(axis=0) * 1.96 / half - 1).max() < 0.1
    assert np.abs(rounds.mean(axis=0) - fitted.rating).max() < 0.3 * half.max()


def test_the_same_seed_gives_the_same_rounds() -> None:
    counts = vote(even_strengths(4, 100), 200, np.random.default_rng(1))
    assert np.array_equal(bootstrap(counts, 5, seed=7), bootstrap(counts, 5, seed=7))
    assert not np.array_equal(bootstrap(counts, 5, seed=7), bootstrap(counts, 5, seed=8))


def test_boards_without_a_maximum_are_defined_in_every_round() -> None:
    rounds = bootstrap(vote(even_strengths(6, 300), 18, np.random.default_rng(4), ties=0.0), 50, seed=1)
    assert np.isfinite(rounds).all()

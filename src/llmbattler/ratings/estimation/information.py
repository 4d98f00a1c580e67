"""Probabilities of `informative` pairing, by how informative a vote would be."""

from collections.abc import Sequence

import numpy as np

from .arrays import Floats
from .counts import PairCounts
from .duels import logistic
from .linear import invert, product
from .standings import SCALE, Ratings

DOUBT = (400 / SCALE) ** -2
"""Prior precision of a model's strength in logits: a standard deviation of about 400 points."""
WORST = 30
"""The exponent of variances: 1 optimizes their mean (A-optimal), infinity the largest (G-optimal)."""
TINY = 1e-300
SHARP = 4
"""The preference for better pairs: 0 draws by weight alone, infinity always takes the best."""
FLOOR = 0.5
"""The share of battles drawn by weight alone, so that a new model is not in half of all battles."""


def pair_gains(counts: PairCounts, fitted: Ratings, models: Sequence[str]) -> Floats:
    """How much one more vote between i and j would reduce the variances of these models, large ones weighted more.

    Models may have no votes. Votes of models that are no longer offered are used too.
    """
    if not models:
        return np.zeros((0, 0))
    names = sorted({*counts.models, *models})
    place = {name: number for number, name in enumerate(names)}
    known = np.ix_([place[name] for name in counts.models], [place[name] for name in counts.models])
    active = np.ix_([place[name] for name in models], [place[name] for name in models])
    chance = logistic(np.subtract.outer(*[_strengths(fitted, names)] * 2))
    games, squares = np.zeros(chance.win.shape), np.zeros(chance.win.shape)
    games[known] = counts.games()
    squares[known] = _squared_residuals(counts, chance.win[known])
    noise = float((squares.sum() + 1) / ((games * chance.slope).sum() + 1))
    whole = invert(_information(games * chance.slope))
    covariance = product(product(whole, _information(squares)), whole)[active]
    inverted, slope = whole[active], chance.slope[active]
    away = inverted - inverted.mean(axis=0)
    spread = covariance - covariance.mean(axis=0)
    variance = np.diagonal(spread - spread.mean(axis=1)[:, None])
    weight = (variance / variance.max(initial=TINY))[:, None] ** (WORST - 1)
    shrunk = 2 * _differences(product(away.T, weight * spread)) - noise * _differences(product(away.T, weight * away))
    gains = np.maximum(slope * shrunk / (1 + slope * _differences(inverted)), 0.0)
    symmetric: Floats = (gains + gains.T) / 2
    return symmetric


def _strengths(fitted: Ratings, names: Sequence[str]) -> Floats:
    """Strengths in logits; a model without votes is average."""
    rated = dict(zip(fitted.models, fitted.rating.tolist(), strict=True))
    average = sum(rated.values()) / max(len(rated), 1)
    return np.array([rated.get(name, average) for name in names], dtype=np.float64) / float(SCALE)


def _squared_residuals(counts: PairCounts, win: Floats) -> Floats:
    draws = counts.ties + counts.both_bad
    squares: Floats = counts.wins * (1 - win) ** 2 + counts.wins.T * win**2 + draws * (0.5 - win) ** 2
    return squares


def _information(weight: Floats) -> Floats:
    information = -weight
    np.fill_diagonal(information, DOUBT - information.sum(axis=1))
    return information


def pair_chances(
    gains: Floats, *, floor: float = FLOOR, weights: Sequence[float] | None = None, sharp: float = SHARP
) -> Floats:
    """The probability of each unordered pair: a symmetric matrix whose upper half sums to 1.

    `floor` is the share of battles drawn by weight alone, so each of n models keeps at least floor · 2/n of them.
    """
    size = len(gains)
    own = np.ones(size) if weights is None else np.asarray(weights, dtype=np.float64)
    fair = np.outer(own, own)
    np.fill_diagonal(fair, 0.0)
    best = gains.max(initial=0.0)
    keen = fair * (gains / best) ** sharp if best > 0 else fair
    return (1 - floor) * _shares(keen) + floor * _shares(fair)


def _shares(values: Floats) -> Floats:
    total = values.sum() / 2
    return values / total if total > 0 else values


def _differences(form: Floats) -> Floats:
    """The quadratic form of each difference of two models."""
    own = np.diagonal(form)
    differences: Floats = own[:, None] + own[None, :] - form - form.T
    return differences

"""Predictions for two models: expected score, observed score, and the votes needed to separate them."""

from math import ceil, exp, sqrt

import numpy as np

from .bradley_terry import LikelihoodPoint
from .counts import PairCounts
from .duels import Duels, level, logistic
from .standings import SCALE, Z95, Estimate, Ratings

FAR = 100_000
"""Larger numbers of votes are not reported."""
NOTHING_KNOWN = Estimate(0.5, 0.0, 1.0)


def win_probability(ratings: Ratings, a: str, b: str) -> Estimate:
    """The expected score of a against b (a tie is half a win) with its 95 % interval."""
    if not ratings.comparable(a, b):
        return NOTHING_KNOWN
    difference, error = ratings.difference(a, b)
    middle = float(ratings.rating[ratings.place(a)] + ratings.rating[ratings.place(b)]) / 2
    value, low, high = (_score(ratings, middle, difference + sigmas * error) for sigmas in (0.0, -Z95, Z95))
    return Estimate(value, low, high)


def observed(wins_a: int, wins_b: int, ties: int, both_bad: int) -> Estimate:
    """The observed score of a against b, with a 95 % interval that is valid for few votes too.

    Agresti and Coull's: about two wins and two losses are added. Unlike theirs it counts a tie as what it is, half a
    point that varies less than a win; without ties the two are the same.
    """
    draws, votes = ties + both_bad, wins_a + wins_b + ties + both_bad
    won, lost, all_votes = wins_a + Z95**2 / 2, wins_b + Z95**2 / 2, votes + Z95**2
    mean = (won + draws / 2) / all_votes
    variance = (won * (1 - mean) ** 2 + lost * mean**2 + draws * (0.5 - mean) ** 2) / all_votes
    half = Z95 * sqrt(variance / all_votes)
    value = (wins_a + draws / 2) / votes if votes else mean
    return Estimate(value, max(0.0, mean - half), min(1.0, mean + half))


def votes_to_separate(ratings: Ratings, counts: PairCounts, a: str, b: str) -> int | None:
    """Count the further votes between a and b until the interval of their difference excludes zero.

    They are taken to go as the board expects. `None` when that is out of reach or nobody can tell, 0 when the two are
    separate already.
    """
    if a == b or not ratings.comparable(a, b):
        return None
    difference, error = ratings.difference(a, b)
    if abs(difference) > Z95 * error:
        return 0
    gap, variance = difference / SCALE, (error / SCALE) ** 2
    duels, _ = Duels.of(counts.among(ratings.models)).smoothed()
    view = LikelihoodPoint.of(duels, level(duels.component()), ratings.rating / SCALE)
    inverse, i, j = view.inverse_information(), ratings.place(a), ratings.place(b)
    inner = float(inverse[i, i] + inverse[j, j] - 2 * inverse[i, j])
    slope = float(logistic(np.array([gap])).slope[0])
    noise = slope * float(view.squared_residuals().sum() / (duels.games * view.chance.slope).sum())
    return _votes_needed(gap**2, Z95**2, variance, inner, slope, noise)


def _votes_needed(gap2: float, z2: float, variance: float, inner: float, slope: float, noise: float) -> int | None:
    """After k votes the variance is (variance + k noise inner²) / (1 + k slope inner)²: solve for k."""
    square = gap2 * (slope * inner) ** 2
    linear = 2 * gap2 * slope * inner - z2 * noise * inner**2
    constant = gap2 - z2 * variance
    if square * FAR**2 + linear * FAR + constant <= 0:
        return None
    return ceil((-linear + sqrt(linear**2 - 4 * square * constant)) / (2 * square))


def _score(ratings: Ratings, middle: float, difference: float) -> float:
    """Return the score of a: half a point plus half the difference of win rates."""
    width = exp(ratings.tie_width / SCALE)
    ahead = exp(-abs(difference) / SCALE)
    ground = 0.0
    if ratings.ground is not None:
        ground = exp((ratings.ground - middle) / SCALE - abs(difference) / SCALE / 2)
    better = 1.0 / (1.0 + width * ahead + ground)
    worse = ahead / (ahead + width + ground)
    lead = (better - worse) / 2
    return 0.5 + lead if difference >= 0 else 0.5 - lead

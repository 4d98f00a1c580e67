"""One place over several suites, and how sure it is."""

from dataclasses import dataclass

import numpy as np

from .arrays import Floats
from .bootstrap import SEED
from .correlation import ranks
from .intervals import LEVEL

DRAWS = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class MeanRank:
    """None for a model without any suite."""

    mean: float | None
    low: float | None
    high: float | None


def rank_over_suites(
    means: Floats, errors: Floats, *, level: float = LEVEL, draws: int = DRAWS, seed: int = SEED
) -> list[MeanRank]:
    """From models × suites, NaN where a model has not done a suite; rank 1 is the best.

    The means are drawn anew within their standard errors, and how far the places move is the interval. Where only
    some models did a suite, their places are spread over the number of all models: the first of two among ten stands
    between the first and the fifth.
    """
    models = len(means)
    chance = np.random.default_rng(seed)
    known = np.isfinite(means)
    suites = known.sum(axis=1)
    sums, drawn = np.zeros(models), np.zeros((draws, models))
    for suite in range(means.shape[1]):
        who = np.flatnonzero(known[:, suite])
        stretch = models / max(len(who), 1)
        sums[who] += _stretch(ranks(-means[who, suite]), stretch)
        noise = chance.standard_normal((draws, len(who))) * np.maximum(errors[who, suite], 1e-12)
        places = np.argsort(np.argsort(-(means[who, suite] + noise), axis=1), axis=1) + 1
        drawn[:, who] += _stretch(places.astype(np.float64), stretch)
    return [_sum_up(sums[model], drawn[:, model], int(suites[model]), level) for model in range(models)]


def _stretch(places: Floats, stretch: float) -> Floats:
    return (places - 0.5) * stretch + 0.5


def _sum_up(total: float, drawn: Floats, suites: int, level: float) -> MeanRank:
    if not suites:
        return MeanRank(mean=None, low=None, high=None)
    mean = float(total) / suites
    low, high = np.quantile(drawn / suites, [(1 - level) / 2, (1 + level) / 2])
    # Drawn places lean to the middle, as noise is added to noise; the interval still holds what was seen.
    return MeanRank(mean=mean, low=min(mean, float(low)), high=max(mean, float(high)))

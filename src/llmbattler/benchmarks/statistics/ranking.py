"""Mean rank over several suites, with an interval."""

from dataclasses import dataclass

import numpy as np

from .arrays import Floats
from .bootstrap import SEED
from .correlation import ranks
from .intervals import LEVEL

DRAWS = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class MeanRank:
    """All values are `None` for a model without results."""

    mean: float | None
    low: float | None
    high: float | None


def rank_over_suites(
    means: Floats, errors: Floats, *, level: float = LEVEL, draws: int = DRAWS, seed: int = SEED
) -> list[MeanRank]:
    """Mean ranks from a matrix of models × suites, with NaN for missing results; rank 1 is the best.

    The interval comes from ranking means redrawn within their standard errors. If only some models have results for
    a suite, their ranks are scaled to the number of all models.
    """
    models = len(means)
    rng = np.random.default_rng(seed)
    known = np.isfinite(means)
    suites = known.sum(axis=1)
    sums, drawn = np.zeros(models), np.zeros((draws, models))
    for suite in range(means.shape[1]):
        who = np.flatnonzero(known[:, suite])
        stretch = models / max(len(who), 1)
        sums[who] += _stretch(ranks(-means[who, suite]), stretch)
        noise = rng.standard_normal((draws, len(who))) * np.maximum(errors[who, suite], 1e-12)
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
    # Drawn ranks are biased to the middle, so the interval is widened to contain the observed mean.
    return MeanRank(mean=mean, low=min(mean, float(low)), high=max(mean, float(high)))

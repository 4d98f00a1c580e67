"""The board out of scores and ratings: places over suites, and whether they agree with the arena. Pure."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ...statistics.correlation import correlate
from ...statistics.distributions import normal_quantile
from ...statistics.intervals import LEVEL, Interval
from ...statistics.ranking import MeanRank, rank_over_suites
from ..schemas import CorrelationOut

Floats = NDArray[np.float64]
Scores = Mapping[str, Mapping[str, Interval]]
"""By model, then by suite."""
UNSURE = 0.5
"""The half width of an interval that does not exist: it may be anything."""
ALL = "all"


def rank_models(scores: Scores, suites: Sequence[str]) -> dict[str, MeanRank]:
    means, errors = np.full((2, len(scores), len(suites)), np.nan)
    for row, found in enumerate(scores.values()):
        for column, suite in enumerate(suites):
            one = found.get(suite)
            if one is not None and one.mean is not None:
                means[row, column], errors[row, column] = one.mean, _error(one)
    return dict(zip(scores, _rank(means.shape, means.tobytes(), errors.tobytes()), strict=True))


@lru_cache(maxsize=16)
def _rank(shape: tuple[int, ...], means: bytes, errors: bytes) -> tuple[MeanRank, ...]:
    """Remembered, since a board is looked at far more often than a run ends."""
    return tuple(rank_over_suites(np.frombuffer(means).reshape(shape), np.frombuffer(errors).reshape(shape)))


def _error(found: Interval) -> float:
    """A standard error out of the interval: that of all-right answers would be zero."""
    half = UNSURE if found.low is None or found.high is None else (found.high - found.low) / 2
    return half / normal_quantile((1 + LEVEL) / 2)


def correlate_suites(scores: Scores, suites: Sequence[str], ratings: Mapping[str, float]) -> list[CorrelationOut]:
    """Each suite with the arena, then all together."""
    columns = {suite: _column(scores, suite) for suite in suites}
    together: dict[str, list[float]] = {}
    for column in columns.values():
        # Each measured from its own middle, so that who left out an easy suite is not behind for that.
        middle = sum(column.values()) / max(len(column), 1)
        for model, mean in column.items():
            together.setdefault(model, []).append(mean - middle)
    columns = {ALL: {model: sum(found) / len(found) for model, found in together.items()}, **columns}
    return [_correlate(suite, column, ratings) for suite, column in columns.items()]


def _column(scores: Scores, suite: str) -> dict[str, float]:
    return {
        model: found[suite].mean  # type: ignore[misc]
        for model, found in scores.items()
        if suite in found and found[suite].mean is not None
    }


def _correlate(suite: str, column: Mapping[str, float], ratings: Mapping[str, float]) -> CorrelationOut:
    both = [model for model in column if model in ratings]
    found = correlate([column[model] for model in both], [ratings[model] for model in both])
    return CorrelationOut(
        suite=suite, n=found.n, spearman=found.spearman, pearson=found.pearson, low=found.low, high=found.high
    )

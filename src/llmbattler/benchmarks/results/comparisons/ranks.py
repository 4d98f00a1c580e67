"""Mean ranks of models over suites, and their correlation with arena ratings."""

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
UNKNOWN_HALF_WIDTH = 0.5
"""Half width for a score without an interval: its value could be anything from 0 to 1."""
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
    """Cached, since the scoreboard is read far more often than a run ends."""
    return tuple(rank_over_suites(np.frombuffer(means).reshape(shape), np.frombuffer(errors).reshape(shape)))


def _error(found: Interval) -> float:
    """The standard error implied by the interval; the direct one would be zero if all answers are right."""
    half = UNKNOWN_HALF_WIDTH if found.low is None or found.high is None else (found.high - found.low) / 2
    return half / normal_quantile((1 + LEVEL) / 2)


def correlate_suites(scores: Scores, suites: Sequence[str], ratings: Mapping[str, float]) -> list[CorrelationOut]:
    """All suites together, then each suite, with the arena."""
    columns = {suite: _column(scores, suite) for suite in suites}
    combined: dict[str, list[float]] = {}
    for column in columns.values():
        # Scores are centered per suite, so that a model is not penalized for missing an easy suite.
        mean_score = sum(column.values()) / max(len(column), 1)
        for model, mean in column.items():
            combined.setdefault(model, []).append(mean - mean_score)
    columns = {ALL: {model: sum(found) / len(found) for model, found in combined.items()}, **columns}
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

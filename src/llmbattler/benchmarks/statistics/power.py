"""Power analysis: which differences a number of samples can show with the test that compares two models."""

import math
from functools import lru_cache

import numpy as np

from .arrays import Floats
from .distributions import NORMAL_FROM_DF, normal_quantile, quantile
from .intervals import LEVEL

POWER = 0.8
HALF_AND_HALF = 0.5
"""Largest standard deviation of values that are 0 or 1."""
_POINTS = 500
"""Points of the integral over the standard error; more do not change nine digits."""
_NEGLIGIBLE = 40.0
"""Minus the logarithm of a density that no longer matters."""
_FEWEST_DF = 0.2
_STEPS = 45


def half_width(
    n: float, sd: float = HALF_AND_HALF, *, level: float = LEVEL, design_effect: float = 1.0, df: float = math.inf
) -> float:
    """Half width of the interval of a mean; with the degrees of freedom of its clusters, if it has some."""
    return quantile(level, df) * sd * math.sqrt(design_effect / n) if n and df > 0 else math.inf


def difference_sd(sd: float, correlation: float) -> float:
    """Standard deviation of the difference of two correlated values."""
    return sd * math.sqrt(2 * (1 - correlation))


def detectable_difference(
    n: float,
    *,
    sd: float = HALF_AND_HALF,
    correlation: float = 0.0,
    power: float = POWER,
    level: float = LEVEL,
    design_effect: float = 1.0,
    df: float | None = None,
) -> float:
    """The smallest true difference of two models on the same n samples that is detected with this power.

    The results of two models are correlated, because samples that are hard for one are mostly hard for the other;
    that makes smaller differences detectable. The degrees of freedom are n - 1 unless samples form clusters.
    """
    if not n:
        return math.inf
    se = difference_sd(sd, correlation) * math.sqrt(design_effect / n)
    return detectable_from_error(se, df=n - 1 if df is None else df, power=power, level=level)


def detectable_from_error(se: float, *, df: float, power: float = POWER, level: float = LEVEL) -> float:
    """The same for a difference with a known standard error and the degrees of freedom of its t-test."""
    return _find_shift(df, power, level) * se if df > 0 else math.inf


def power_of_t(shift: float, df: float, *, level: float = LEVEL) -> float:
    """The power of a two-sided t-test if the true difference is this many true standard errors.

    The statistic has a noncentral t distribution: it exceeds the limit of the test if a normal value does, times the
    ratio of the estimated and the true standard error. Integrate over the logarithm of that ratio.
    """
    limit = quantile(level, df)
    if df >= NORMAL_FROM_DF:
        return float(_normal_cdf(np.array([shift - limit, -shift - limit])).sum())
    far = _NEGLIGIBLE / df
    lowest, highest = -far - math.sqrt(far), math.log1p(2 * far + 3 * math.sqrt(far)) / 2
    # With few degrees of freedom the limit is so high that the power changes within a small part of the range.
    ratios = np.linspace(lowest, highest, _POINTS + round(4 * _POINTS / max(df, _FEWEST_DF)))
    density = np.exp(df * (ratios - np.expm1(2 * ratios) / 2))
    bounds = limit * np.exp(ratios)
    beyond = _normal_cdf(shift - bounds) + _normal_cdf(-shift - bounds)
    return float((density * beyond).sum() / density.sum())


@lru_cache(maxsize=4_096)
def _find_shift(df: float, power: float, level: float) -> float:
    """The true difference in standard errors with this power, by bisection: the power grows with the difference."""
    low, high = 0.0, quantile(level, df) + normal_quantile(power)
    while power_of_t(high, df, level=level) < power:
        low, high = high, 2 * high
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if power_of_t(middle, df, level=level) < power else (low, middle)
    return (low + high) / 2


def _normal_cdf(values: Floats) -> Floats:
    scaled = (-values / math.sqrt(2)).tolist()
    return np.fromiter((math.erfc(one) / 2 for one in scaled), dtype=np.float64, count=len(scaled))

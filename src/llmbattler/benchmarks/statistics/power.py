"""Power analysis: which differences a number of samples can show."""

import math

from .distributions import normal_quantile
from .intervals import LEVEL

POWER = 0.8
HALF_AND_HALF = 0.5
"""Largest standard deviation of values that are 0 or 1."""


def half_width(n: float, sd: float = HALF_AND_HALF, *, level: float = LEVEL, design_effect: float = 1.0) -> float:
    """Half width of the interval of a mean."""
    return normal_quantile((1 + level) / 2) * sd * math.sqrt(design_effect / n) if n else math.inf


def difference_sd(sd: float, correlation: float) -> float:
    """Standard deviation of the difference of two correlated values; 0 correlation for unpaired samples."""
    return sd * math.sqrt(2 * (1 - correlation))


def detectable_difference(
    n: float,
    *,
    sd: float = HALF_AND_HALF,
    correlation: float = 0.0,
    power: float = POWER,
    level: float = LEVEL,
    design_effect: float = 1.0,
) -> float:
    """The smallest true difference of two models that n samples each detect with this power.

    On the same samples the results of two models are correlated, which makes smaller differences detectable. A
    correlation of 0 means an unpaired design.
    """
    if not n:
        return math.inf
    return detectable_from_error(
        difference_sd(sd, correlation) * math.sqrt(design_effect / n), power=power, level=level
    )


def detectable_from_error(se: float, *, power: float = POWER, level: float = LEVEL) -> float:
    """The same for a difference with a known standard error."""
    return (normal_quantile((1 + level) / 2) + normal_quantile(power)) * se

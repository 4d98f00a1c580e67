"""How much a number of samples can show, before anything is asked."""

import math

from .distributions import normal_quantile
from .intervals import LEVEL

POWER = 0.8
HALF_AND_HALF = 0.5
"""The standard deviation of right or wrong where half is right: no share scatters more."""


def half_width(n: float, sd: float = HALF_AND_HALF, *, level: float = LEVEL, design_effect: float = 1.0) -> float:
    """How far the interval of a mean reaches to each side."""
    return normal_quantile((1 + level) / 2) * sd * math.sqrt(design_effect / n) if n else math.inf


def difference_sd(sd: float, correlation: float) -> float:
    """Of the difference of two values that go together so far; 0 for two models asked different samples."""
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
    """The smallest true difference of two models that is found with this power, n samples each.

    Asked the same samples, what is hard for one is mostly hard for the other: that is the correlation, and it makes
    smaller differences visible. Without (0) the design is unpaired.
    """
    if not n:
        return math.inf
    return detectable_from_error(
        difference_sd(sd, correlation) * math.sqrt(design_effect / n), power=power, level=level
    )


def detectable_from_error(se: float, *, power: float = POWER, level: float = LEVEL) -> float:
    """The same for a difference whose standard error is known."""
    return (normal_quantile((1 + level) / 2) + normal_quantile(power)) * se

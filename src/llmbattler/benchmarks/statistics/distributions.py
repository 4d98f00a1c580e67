"""Normal, Student's t and binomial distributions, without scipy."""

import math
from functools import lru_cache
from statistics import NormalDist

NORMAL = NormalDist()
SERIES_FROM_DF = 200.0
"""From this many degrees of freedom the series for the quantile is exact to twelve digits."""
NORMAL_FROM_DF = 1e6
"""From this many degrees of freedom Student's t is treated as the normal distribution."""
HALF = 0.5
TINY = 1e-300
EXACT = 1e-16
CLOSE = 1e-9
"""Relative step at which Newton's method stops."""


def normal_quantile(share: float) -> float:
    return NORMAL.inv_cdf(share)


def two_sided_p(t: float, df: float) -> float:
    """Two-sided p-value of a t statistic."""
    if df >= NORMAL_FROM_DF:
        return math.erfc(abs(t) / math.sqrt(2))
    whole = df + t * t
    return _incomplete_beta(df / 2, 0.5, df / whole, t * t / whole) if math.isfinite(whole) else 0.0


@lru_cache(maxsize=4_096)
def t_quantile(share: float, df: float) -> float:
    """Quantile of Student's t."""
    if share < HALF:
        return -t_quantile(1 - share, df)
    if df >= SERIES_FROM_DF:
        return _series(normal_quantile(share), df)
    # Newton's method: starting at the normal quantile, which is nearer to 0, it never overshoots.
    t, step, tails = normal_quantile(share), 1.0, 2 * (1 - share)
    while step > CLOSE * t:
        step = (two_sided_p(t, df) - tails) / (2 * _density(t, df))
        t += step
    return t


def quantile(level: float, df: float) -> float:
    """Half width of an interval of this level, in standard errors."""
    return t_quantile((1 + level) / 2, df)


def fair_coin_p(heads: int, tails: int) -> float:
    """Exact two-sided binomial test with probability 1/2."""
    fewer, tossed = min(heads, tails), heads + tails
    if 2 * fewer >= tossed - 1:
        return 1.0
    largest = math.lgamma(tossed + 1) - math.lgamma(fewer + 1) - math.lgamma(tossed - fewer + 1) - tossed * math.log(2)
    term = total = 1.0
    for number in range(fewer, 0, -1):
        term *= number / (tossed - number + 1)
        total += term
        if term < EXACT * total:
            break
    return min(1.0, 2 * math.exp(largest) * total)


def _density(t: float, df: float) -> float:
    scale = math.lgamma((df + 1) / 2) - math.lgamma(df / 2) - math.log(df * math.pi) / 2
    return math.exp(scale - (df + 1) / 2 * math.log1p(t * t / df))


def _series(z: float, df: float) -> float:
    """Cornish-Fisher expansion of the quantile in powers of 1/df."""
    square = z * z
    terms = (
        z * (square + 1) / 4,
        z * ((5 * square + 16) * square + 3) / 96,
        z * (((3 * square + 19) * square + 17) * square - 15) / 384,
        z * ((((79 * square + 776) * square + 1482) * square - 1920) * square - 945) / 92160,
    )
    return z + sum(term / df**power for power, term in enumerate(terms, start=1))


def _incomplete_beta(a: float, b: float, x: float, left: float) -> float:
    """Regularized incomplete beta function by continued fraction; `left` is 1 - x without rounding."""
    if not x or not left:
        return float(not left)
    factor = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log(left),
    )
    if x < (a + 1) / (a + b + 2):
        return factor * _fraction(a, b, x) / a
    return 1 - factor * _fraction(b, a, left) / b


def _fraction(a: float, b: float, x: float) -> float:
    """Lentz's algorithm for the continued fraction of the incomplete beta function."""
    c, d = 1.0, 1 / _not_zero(1 - (a + b) * x / (a + 1))
    value, step, change = d, 0, 0.0
    while abs(change - 1) > EXACT * 10:
        step += 1
        even = step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step))
        odd = -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1))
        for factor in (even, odd):
            d = 1 / _not_zero(1 + factor * d)
            c = _not_zero(1 + factor / c)
            change = c * d
            value *= change
    return value


def _not_zero(number: float) -> float:
    return number if abs(number) > TINY else TINY

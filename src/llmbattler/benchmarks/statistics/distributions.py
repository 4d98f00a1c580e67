"""The normal, Student's t and the fair coin, without scipy."""

import math
from functools import lru_cache
from statistics import NormalDist

NORMAL = NormalDist()
LARGE = 200.0
"""From so many degrees of freedom the series for the quantile is exact to twelve digits."""
ENDLESS = 1e6
"""From so many degrees of freedom Student's t is the normal, for every purpose here."""
HALF = 0.5
TINY = 1e-300
EXACT = 1e-16
CLOSE = 1e-9
"""Newton's last step squares this."""


def normal_quantile(share: float) -> float:
    return NORMAL.inv_cdf(share)


def two_sided_p(t: float, df: float) -> float:
    """How often |t| is this large or larger by chance alone."""
    if df >= ENDLESS:
        return math.erfc(abs(t) / math.sqrt(2))
    whole = df + t * t
    return _incomplete_beta(df / 2, 0.5, df / whole, t * t / whole) if math.isfinite(whole) else 0.0


@lru_cache(maxsize=4_096)
def t_quantile(share: float, df: float) -> float:
    """The value below which this share of Student's t lies."""
    if share < HALF:
        return -t_quantile(1 - share, df)
    if df >= LARGE:
        return _series(normal_quantile(share), df)
    # Newton's way: from the normal quantile, which is always nearer to 0, every step ends before the goal.
    t, step, tails = normal_quantile(share), 1.0, 2 * (1 - share)
    while step > CLOSE * t:
        step = (two_sided_p(t, df) - tails) / (2 * _density(t, df))
        t += step
    return t


def quantile(level: float, df: float) -> float:
    """How many standard errors an interval of this level reaches to each side."""
    return t_quantile((1 + level) / 2, df)


def fair_coin_p(heads: int, tails: int) -> float:
    """How often a fair coin falls this unevenly or more so: the exact two-sided binomial test."""
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
    """Student's t around the normal, in powers of 1/df (Fisher and Cornish)."""
    square = z * z
    terms = (
        z * (square + 1) / 4,
        z * ((5 * square + 16) * square + 3) / 96,
        z * (((3 * square + 19) * square + 17) * square - 15) / 384,
        z * ((((79 * square + 776) * square + 1482) * square - 1920) * square - 945) / 92160,
    )
    return z + sum(term / df**power for power, term in enumerate(terms, start=1))


def _incomplete_beta(a: float, b: float, x: float, left: float) -> float:
    """The regularised one, by its continued fraction on the side where that converges; `left` is 1 - x, unrounded."""
    if not x or not left:
        return float(not left)
    factor = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log(left),
    )
    if x < (a + 1) / (a + b + 2):
        return factor * _fraction(a, b, x) / a
    return 1 - factor * _fraction(b, a, left) / b


def _fraction(a: float, b: float, x: float) -> float:
    """Lentz's way through the continued fraction of the incomplete beta function."""
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

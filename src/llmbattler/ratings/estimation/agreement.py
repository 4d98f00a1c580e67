"""Cohen's kappa: agreement of two judges beyond chance."""

from collections import Counter
from collections.abc import Mapping

from .standings import Z95, Estimate


def kappa(pairs: Mapping[tuple[str, str], int]) -> Estimate:
    """Estimate kappa from counts of (first verdict, second verdict).

    The interval is Wilson's for the agreement, with the agreement by chance taken as known: three cases on which both
    agree prove little, while the usual standard error would be zero. Where both always say the same single word, kappa
    does not exist and nothing is known.
    """
    cases = sum(pairs.values())
    rows: Counter[str] = Counter()
    columns: Counter[str] = Counter()
    for (first, second), number in pairs.items():
        rows[first] += number
        columns[second] += number
    chance = sum(rows[word] * columns[word] for word in rows) / cases**2 if cases else 1.0
    if chance == 1.0:
        return Estimate(0.0, -1.0, 1.0)
    agreed = sum(number for (first, second), number in pairs.items() if first == second) / cases
    low, high = _wilson(agreed, cases)
    value, lowest, highest = ((share - chance) / (1 - chance) for share in (agreed, low, high))
    return Estimate(value, max(-1.0, lowest), min(1.0, highest))


def _wilson(share: float, cases: int) -> tuple[float, float]:
    whole = 1 + Z95**2 / cases
    center = (share + Z95**2 / (2 * cases)) / whole
    half = float(Z95 * (share * (1 - share) / cases + Z95**2 / (4 * cases**2)) ** 0.5) / whole
    return center - half, center + half

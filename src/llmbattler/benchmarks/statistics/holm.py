"""Holm's correction of p-values for multiple comparisons."""

from collections.abc import Sequence


def holm(ps: Sequence[float | None]) -> list[float | None]:
    """Corrected p-values; `None` values are not tests and stay `None`."""
    order = sorted((p, place) for place, p in enumerate(ps) if p is not None)
    corrected: list[float | None] = [None] * len(ps)
    largest = 0.0
    for tested, (p, place) in enumerate(order):
        largest = max(largest, min(1.0, p * (len(order) - tested)))
        corrected[place] = largest
    return corrected

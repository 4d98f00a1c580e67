"""Who looks at many differences finds one by chance; Holm's correction keeps that at one in twenty."""

from collections.abc import Sequence


def holm(ps: Sequence[float | None]) -> list[float | None]:
    """Each p as if it were the only one; what was not tested stays so and does not count."""
    order = sorted((p, place) for place, p in enumerate(ps) if p is not None)
    corrected: list[float | None] = [None] * len(ps)
    largest = 0.0
    for tested, (p, place) in enumerate(order):
        largest = max(largest, min(1.0, p * (len(order) - tested)))
        corrected[place] = largest
    return corrected

"""With several tries per sample: is one of k right, and are all k?"""

import math
from collections.abc import Sequence
from functools import lru_cache


def pass_at_k(right: Sequence[int], tried: Sequence[int], k: int) -> float | None:
    """The chance that at least one of k tries is right, the mean over samples that were tried k times or more.

    Unbiased: of all ways to pick k of the tries that were made, the share with a right one among them.
    """
    return _mean([1 - _all_of(total - good, total, k) for good, total in zip(right, tried, strict=True) if total >= k])


def pass_hat_k(right: Sequence[int], tried: Sequence[int], k: int) -> float | None:
    """The chance that all of k tries are right: how far a model can be relied on."""
    return _mean([_all_of(good, total, k) for good, total in zip(right, tried, strict=True) if total >= k])


@lru_cache(maxsize=4_096)
def _all_of(some: int, total: int, k: int) -> float:
    """The chance that k picked from all are all among some of them."""
    return math.comb(some, k) / math.comb(total, k)


def _mean(chances: Sequence[float]) -> float | None:
    return math.fsum(chances) / len(chances) if chances else None

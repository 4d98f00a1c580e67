"""pass@k and pass^k: with several attempts per sample, is one of k right, and are all k?"""

import math
from collections.abc import Sequence
from functools import lru_cache


def pass_at_k(right: Sequence[int], tried: Sequence[int], k: int) -> float | None:
    """Probability that at least one of k attempts is right, averaged over samples with at least k attempts.

    Unbiased: the share of all k-subsets of the attempts that contain a right one.
    """
    return _mean([1 - _all_of(total - good, total, k) for good, total in zip(right, tried, strict=True) if total >= k])


def pass_hat_k(right: Sequence[int], tried: Sequence[int], k: int) -> float | None:
    """Probability that all of k attempts are right."""
    return _mean([_all_of(good, total, k) for good, total in zip(right, tried, strict=True) if total >= k])


@lru_cache(maxsize=4_096)
def _all_of(some: int, total: int, k: int) -> float:
    """Probability that k attempts drawn from `total` are all among `some` of them."""
    return math.comb(some, k) / math.comb(total, k)


def _mean(chances: Sequence[float]) -> float | None:
    return math.fsum(chances) / len(chances) if chances else None

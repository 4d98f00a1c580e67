"""How far judges agree beyond chance."""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from .distributions import normal_quantile
from .intervals import LEVEL, wilson

Label = Hashable
FEWEST = 2
"""One judgement on a case agrees with nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """1 is full agreement, 0 what chance would give. None where everybody always said the same: chance would too."""

    value: float | None
    low: float | None
    high: float | None
    n: int
    """Cases with at least two judgements."""
    agreed: float | None
    """The share of judgements on one case that are the same, chance included."""


def cohen_kappa(first: Sequence[Label], second: Sequence[Label], *, level: float = LEVEL) -> Agreement:
    """Two judges on the same cases.

    The interval is Wilson's for the share of agreement, with the agreement by chance taken as known: three cases on
    which both agree prove little, while the usual standard error would be zero.
    """
    n = len(first)
    agreed = sum(one == two for one, two in zip(first, second, strict=True)) / n if n else None
    ones, twos = Counter(first), Counter(second)
    chance = sum(ones[label] * twos[label] for label in ones) / n**2 if n else 1.0
    return _beyond(agreed, chance, n, level)


def krippendorff_alpha(cases: Sequence[Sequence[Label | None]], *, level: float = LEVEL) -> Agreement:
    """Any number of judges on labels, some of whom may have said nothing (None) on some cases."""
    said = [[label for label in case if label is not None] for case in cases]
    counted = [Counter(case) for case in said if len(case) >= FEWEST]
    if not counted:
        return _beyond(None, 1.0, 0, level)
    totals = sum(counted, Counter[Label]())
    whole = totals.total()
    pairs = sum(sum(number * (number - 1) for number in case.values()) / (case.total() - 1) for case in counted)
    chance = sum(number * (number - 1) for number in totals.values()) / (whole * (whole - 1))
    return _beyond(pairs / whole, chance, len(counted), level)


def krippendorff_alpha_of_values(cases: Sequence[Sequence[float | None]]) -> float | None:
    """The same for grades on a scale, where a near miss is better than a wide one. None as above."""
    said = [np.array([grade for grade in case if grade is not None], dtype=np.float64) for case in cases]
    counted = [case for case in said if len(case) >= FEWEST]
    if not counted:
        return None
    grades = np.concatenate(counted)
    expected = float(grades.var(ddof=1))
    observed = sum(float(case.var(ddof=1)) * len(case) for case in counted) / len(grades)
    return 1 - observed / expected if expected else None


def _beyond(agreed: float | None, chance: float, n: int, level: float) -> Agreement:
    if agreed is None or chance == 1:
        return Agreement(value=None, low=None, high=None, n=n, agreed=agreed)
    low, high = wilson(agreed, n, normal_quantile((1 + level) / 2))
    value, lowest, highest = ((share - chance) / (1 - chance) for share in (agreed, low, high))
    return Agreement(value=value, low=max(-1.0, lowest), high=min(1.0, highest), n=n, agreed=agreed)

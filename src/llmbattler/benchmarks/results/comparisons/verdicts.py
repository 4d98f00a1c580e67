"""Verdicts on differences."""

from collections.abc import Sequence

from ...statistics.holm import holm
from ...statistics.paired import Paired
from ..schemas import DifferenceOut

ALPHA = 0.05
FEWEST_SAMPLES = 10
FEWEST_CLUSTERS = 5
"""With fewer clusters the formulas are too optimistic."""


def show_differences(names: Sequence[str], found: Sequence[Paired]) -> list[DifferenceOut]:
    """Each entry compared with the first; p-values are corrected for multiple comparisons."""
    corrected = holm([one.p for one in found])
    return [_show(names[0], name, one, p) for name, one, p in zip(names[1:], found, corrected, strict=True)]


def judge(found: Paired, p_holm: float | None) -> str:
    few = found.n < FEWEST_SAMPLES or (found.clusters is not None and found.clusters < FEWEST_CLUSTERS)
    if few or p_holm is None or found.difference is None:
        return "too few"
    if p_holm >= ALPHA:
        return "no difference found"
    return "better" if found.difference > 0 else "worse"


def _show(first: str, second: str, found: Paired, p_holm: float | None) -> DifferenceOut:
    return DifferenceOut(
        first=first,
        second=second,
        n=found.n,
        clusters=found.clusters,
        difference=found.difference,
        low=found.low,
        high=found.high,
        p=found.p,
        p_holm=p_holm,
        mcnemar_p=found.mcnemar_p,
        bootstrap_low=found.bootstrap_low,
        bootstrap_high=found.bootstrap_high,
        better=found.better,
        worse=found.worse,
        same=found.same,
        correlation=found.correlation,
        verdict=judge(found, p_holm),
        detectable=found.detectable,
    )

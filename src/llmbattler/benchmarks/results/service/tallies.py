"""Adds up the buckets that SQL has counted."""

import math
from collections import Counter
from collections.abc import Iterable

from ...runs.models import FINAL, SCORED, Outcome
from ..repository import Moments, ResultBucket


class Tally:
    """The totals of one line."""

    def __init__(self, measures: int) -> None:
        self.ended: Counter[Outcome] = Counter()
        self.cached = self.input_tokens = self.output_tokens = self.recent = 0
        self.cost_micro_usd: int | None = None
        self._sums = [0.0] * (2 * measures)
        self._times: list[tuple[float, int]] = []

    def add(self, bucket: ResultBucket) -> None:
        self.ended[bucket.outcome] += bucket.answers
        self.cached += bucket.cached
        self.input_tokens += bucket.input_tokens
        self.output_tokens += bucket.output_tokens
        if bucket.cost_micro_usd is not None:
            self.cost_micro_usd = (self.cost_micro_usd or 0) + int(bucket.cost_micro_usd)
        if bucket.milliseconds is not None:
            self._times.append((float(bucket.milliseconds), bucket.answers))
        if bucket.outcome in FINAL:
            self.recent += bucket.recent
        if bucket.outcome in SCORED:
            self._sums = [known + more for known, more in zip(self._sums, bucket.sums, strict=True)]

    @property
    def done(self) -> int:
        return sum(self.ended[outcome] for outcome in FINAL)

    @property
    def moments(self) -> list[Moments]:
        """Of the value, then of each score."""
        n = sum(self.ended[outcome] for outcome in SCORED)
        return [Moments(n, *self._sums[at : at + 2]) for at in range(0, len(self._sums), 2)]

    def get_duration(self, share: float) -> float | None:
        """The quantile of durations in milliseconds, precise to a few percent."""
        wanted = math.ceil(share * sum(number for _, number in self._times))
        for milliseconds, number in sorted(self._times):
            wanted -= number
            if wanted <= 0:
                return round(milliseconds, 1)
        return None


def tally(buckets: Iterable[ResultBucket], *, measures: int) -> dict[tuple[str, str], Tally]:
    """By model and prompt."""
    found: dict[tuple[str, str], Tally] = {}
    for bucket in buckets:
        found.setdefault((bucket.model_id, bucket.prompt), Tally(measures)).add(bucket)
    return found

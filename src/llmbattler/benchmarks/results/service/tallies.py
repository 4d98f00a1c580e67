"""Adding up what SQL piled up. Pure."""

import math
from collections import Counter
from collections.abc import Iterable

from ...runs.models import FINAL, SCORED, Outcome
from ..repository import Moments, Pile


class Tally:
    """One line in numbers."""

    def __init__(self, measures: int) -> None:
        self.ended: Counter[Outcome] = Counter()
        self.cached = self.input_tokens = self.output_tokens = self.lately = 0
        self.cost_micro_usd: int | None = None
        self._sums = [0.0] * (2 * measures)
        self._times: list[tuple[float, int]] = []

    def add(self, pile: Pile) -> None:
        self.ended[pile.outcome] += pile.answers
        self.cached += pile.cached
        self.input_tokens += pile.input_tokens
        self.output_tokens += pile.output_tokens
        if pile.cost_micro_usd is not None:
            self.cost_micro_usd = (self.cost_micro_usd or 0) + int(pile.cost_micro_usd)
        if pile.milliseconds is not None:
            self._times.append((float(pile.milliseconds), pile.answers))
        if pile.outcome in FINAL:
            self.lately += pile.lately
        if pile.outcome in SCORED:
            self._sums = [known + more for known, more in zip(self._sums, pile.sums, strict=True)]

    @property
    def done(self) -> int:
        return sum(self.ended[outcome] for outcome in FINAL)

    @property
    def moments(self) -> list[Moments]:
        """Of the value, then of each score."""
        n = sum(self.ended[outcome] for outcome in SCORED)
        return [Moments(n, *self._sums[at : at + 2]) for at in range(0, len(self._sums), 2)]

    def time_at(self, share: float) -> float | None:
        """Within how many milliseconds this share of all answers came, to a few percent."""
        wanted = math.ceil(share * sum(number for _, number in self._times))
        for milliseconds, number in sorted(self._times):
            wanted -= number
            if wanted <= 0:
                return round(milliseconds, 1)
        return None


def tally(piles: Iterable[Pile], *, measures: int) -> dict[tuple[str, str], Tally]:
    """By model and prompt."""
    found: dict[tuple[str, str], Tally] = {}
    for pile in piles:
        found.setdefault((pile.model_id, pile.prompt), Tally(measures)).add(pile)
    return found

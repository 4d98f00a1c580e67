"""A cache of fitted boards: comparing two models needs all of them, and they change only with votes."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from llmbattler.core.db import Session

from ..boards import BoardName
from ..estimation.bradley_terry import Ratings
from ..estimation.counts import PairCounts
from ..rules import RatingRules
from .leaderboards import find_hidden_day
from .refits import fit_counts, read_counts

MOST_CELLS = 4_000_000
"""Limit of the cache in pairs of models, about forty bytes each."""
KEPT_SECONDS = 60.0
"""Limit of the age: the live channel may miss a change, and a delayed board changes with time."""


@dataclass(frozen=True, slots=True)
class Fitted:
    counts: PairCounts
    ratings: Ratings
    read_at: float

    @property
    def cells(self) -> int:
        return max(1, len(self.counts.models)) ** 2


class Fits:
    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._kept: OrderedDict[tuple[BoardName, RatingRules], Fitted] = OrderedDict()
        self._age = 0

    def invalidate(self) -> None:
        self._age += 1
        self._kept.clear()

    async def get(self, session: Session, name: BoardName, rules: RatingRules) -> Fitted:
        """Return the visible counts of a board and their fit."""
        key, age, now = (name, rules), self._age, self._clock()
        kept = self._kept.get(key)
        if kept is not None and now - kept.read_at < KEPT_SECONDS:
            self._kept.move_to_end(key)
            return kept
        counts = await read_counts(session, name, await find_hidden_day(session, rules))
        found = Fitted(counts, await asyncio.to_thread(fit_counts, counts, name, rules), now)
        if age == self._age:
            self._kept[key] = found
            self._kept.move_to_end(key)
            self._make_room()
        return found

    def _make_room(self) -> None:
        while len(self._kept) > 1 and sum(one.cells for one in self._kept.values()) > MOST_CELLS:
            self._kept.popitem(last=False)

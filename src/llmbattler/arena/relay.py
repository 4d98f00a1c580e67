"""What of two answers may be shown when: one cursor for both, so that the pace tells nothing about either.

Pure: it is told what arrived and asked, at each tick, what to show. DESIGN.md says why the rule is what it is.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from llmbattler.connectors.ticker import TICK_SECONDS

SLOWEST = 80.0
"""Characters a second; about as fast as people read."""
TAIL_PAUSE = 1.0
"""Seconds between the end of the shorter answer and what the longer one has more."""
TAIL_SHARE = 0.85
"""Of the pair's pace, for the rest."""
LONGEST_PRETENCE = 30.0
"""Seconds that two whole answers are held back at most."""


class Blinding(StrEnum):
    STRICT = "strict"
    """First words and the end together, one pace for both."""
    RELAXED = "relaxed"
    """Each side at its own speed."""
    WHOLE = "whole"
    """Nothing until both are complete, and until both could have been as long as the longer one; then everything."""


@dataclass(slots=True)
class Side:
    """One answer as it arrives."""

    pieces: list[str] = field(default_factory=list)
    received: int = 0
    finished: bool = False
    shown: int = 0
    _text: str = ""

    def add(self, text: str) -> None:
        self.pieces.append(text)
        self.received += len(text)

    @property
    def text(self) -> str:
        if self.pieces:
            self._text += "".join(self.pieces)
            self.pieces.clear()
        return self._text

    def cut(self) -> None:
        """Forget what was not shown; nothing more comes."""
        self._text = self.text[: self.shown]
        self.received = self.shown
        self.finished = True

    def show(self, until: int) -> bool:
        """Show up to this many characters; false when they were shown already."""
        until = min(until, self.received)
        if until <= self.shown:
            return False
        self.shown = until
        return True


class Relay:
    """The shown state of one turn."""

    def __init__(self, blinding: Blinding, sides: int = 2) -> None:
        self.sides = tuple(Side() for _ in range(sides))
        self.pace: list[tuple[int, int, int]] = []
        """Milliseconds since the first word was shown, and how much of each side was shown by then."""
        self._rule = {Blinding.STRICT: self._strict, Blinding.RELAXED: self._relaxed, Blinding.WHOLE: self._whole}[
            blinding if sides > 1 else Blinding.RELAXED
        ]
        self._cursor = 0.0
        self._began: float | None = None
        self._speed: float | None = None
        self._last: float | None = None
        self._moved = 0.0
        self._spans: tuple[list[float], ...] = tuple([] for _ in range(sides))
        """When each side began and ended to arrive."""

    @property
    def complete(self) -> bool:
        """Both answers are whole and shown."""
        return all(side.finished and side.shown == side.received for side in self.sides)

    def tick(self, now: float) -> bool:
        """Show what may be shown at this moment; false when that is nothing new."""
        new = self._rule(now)
        if new:
            if self._began is None:
                self._began = now
            left, *right = (side.shown for side in self.sides)
            self.pace.append((round((now - self._began) * 1000), left, right[0] if right else 0))
        self._last = now
        return new

    def _show(self, until: int | None = None) -> bool:
        moved = [side.show(side.received if until is None else until) for side in self.sides]
        return any(moved)

    def _relaxed(self, _now: float) -> bool:
        return self._show()

    def _whole(self, now: float) -> bool:
        for span, side in zip(self._spans, self.sides, strict=True):
            if not span and side.received:
                span.append(now)
            if len(span) == 1 and side.finished:
                span.append(now)
        return all(side.finished for side in self.sides) and now >= self._due() and self._show()

    def _due(self) -> float:
        """When each model would have been done with the longer of the two lengths.

        The moment at which the slower one is done tells how long its answer is, and both lengths are in view. This
        one depends on the models and on the longer length, and stays the same when the answers change sides.
        """
        longest = max(side.received for side in self.sides)
        ends = [
            first + (last - first) * longest / side.received
            for side, span in zip(self.sides, self._spans, strict=True)
            if side.received
            for first, last in [span]
        ]
        real_end = max((span[-1] for span in self._spans if span), default=0.0)
        return min(max(ends, default=0.0), real_end + LONGEST_PRETENCE)

    def _strict(self, now: float) -> bool:
        if self._began is None and not all(side.received or side.finished for side in self.sides):
            return False
        cursor = self._advance(now)
        if cursor > self._cursor:
            self._cursor, self._moved = cursor, now
        return self._show(int(self._cursor))

    def _advance(self, now: float) -> float:
        unfinished = [side.received for side in self.sides if not side.finished]
        limit = min(unfinished) if unfinished else max(side.received for side in self.sides)
        shortest = min((side.received for side in self.sides if side.finished), default=None)
        if shortest is None or limit <= shortest:
            return limit
        if self._cursor < shortest:
            # The shorter answer is not fully shown yet, and nobody could run ahead of it.
            return shortest
        if self._speed is None and now < self._moved + TAIL_PAUSE:
            return self._cursor
        passed = 0.0 if self._last is None else now - self._last
        return min(limit, self._cursor + self._pair_speed(now) * passed)

    def _pair_speed(self, now: float) -> float:
        """The pace of both together until now; the rest comes a little slower, after a pause.

        If the longer answer is also the slower one, the rest is still arriving, and at its own pace it would come in
        fits and starts; if not, it lies ready and would flow. So both wait until enough lies ready to flow.
        A shorter answer of a word or two says nothing about a pace, hence the floor, which is the same for everybody.
        """
        if self._speed is None:
            elapsed = TICK_SECONDS if self._began is None else max(now - self._began, TICK_SECONDS)
            self._speed = max(self._cursor / elapsed * TAIL_SHARE, SLOWEST)
        return self._speed

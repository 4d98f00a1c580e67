"""Decides when text of two answers is shown: one cursor for both, so that the pace reveals nothing about either.

`docs/blinding.md` explains the rules.
"""

from enum import StrEnum

from llmbattler.connectors.ticker import TICK_SECONDS
from llmbattler.generation.streams.service import StreamBuffer

SLOWEST = 80.0
"""Characters a second; about as fast as people read."""
TAIL_PAUSE = 1.0
"""Seconds between the end of the shorter answer and the rest of the longer one."""
TAIL_SHARE = 0.85
"""The rest is shown at this share of the pair's speed."""
LONGEST_DELAY = 30.0
"""Two complete answers are held back for at most this many seconds."""


class Blinding(StrEnum):
    STRICT = "strict"
    """Both answers start and end together, at one speed."""
    RELAXED = "relaxed"
    """Each side at its own speed."""
    WHOLE = "whole"
    """Nothing until both are complete and both models had time to write the longer answer; then everything."""


class BlindPacing:
    """How much of each side of one turn is shown."""

    def __init__(self, blinding: Blinding, sides: int = 2) -> None:
        self.streams = tuple(StreamBuffer() for _ in range(sides))
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
        """When the first and the last text of each side arrived."""

    @property
    def complete(self) -> bool:
        """Return whether both answers are complete and shown."""
        return all(stream.finished and stream.shown == stream.received for stream in self.streams)

    def tick(self, now: float) -> bool:
        """Show what may be shown now. Return whether that is more than before."""
        new = self._rule(now)
        if new:
            if self._began is None:
                self._began = now
            left, *right = (stream.shown for stream in self.streams)
            self.pace.append((round((now - self._began) * 1000), left, right[0] if right else 0))
        self._last = now
        return new

    def _show(self, until: int | None = None) -> bool:
        moved = [stream.show(stream.received if until is None else until) for stream in self.streams]
        return any(moved)

    def _relaxed(self, _now: float) -> bool:
        return self._show()

    def _whole(self, now: float) -> bool:
        for span, stream in zip(self._spans, self.streams, strict=True):
            if not span and stream.received:
                span.append(now)
            if len(span) == 1 and stream.finished:
                span.append(now)
        return all(stream.finished for stream in self.streams) and now >= self._due() and self._show()

    def _due(self) -> float:
        """Return when both models would have finished an answer of the longer length.

        The moment at which the slower model finishes would reveal how long its answer is, and both lengths are
        visible. This moment depends only on the models and on the longer length, and stays the same when the answers
        change sides.
        """
        longest = max(stream.received for stream in self.streams)
        ends = [
            first + (last - first) * longest / stream.received
            for stream, span in zip(self.streams, self._spans, strict=True)
            if stream.received
            for first, last in [span]
        ]
        real_end = max((span[-1] for span in self._spans if span), default=0.0)
        return min(max(ends, default=0.0), real_end + LONGEST_DELAY)

    def _strict(self, now: float) -> bool:
        if self._began is None and not all(stream.received or stream.finished for stream in self.streams):
            return False
        cursor = self._advance(now)
        if cursor > self._cursor:
            self._cursor, self._moved = cursor, now
        return self._show(int(self._cursor))

    def _advance(self, now: float) -> float:
        unfinished = [stream.received for stream in self.streams if not stream.finished]
        limit = min(unfinished) if unfinished else max(stream.received for stream in self.streams)
        shortest = min((stream.received for stream in self.streams if stream.finished), default=None)
        if shortest is None or limit <= shortest:
            return limit
        if self._cursor < shortest:
            # The shorter answer is not fully shown yet, and the other cannot get ahead of it.
            return shortest
        if self._speed is None and now < self._moved + TAIL_PAUSE:
            return self._cursor
        passed = 0.0 if self._last is None else now - self._last
        return min(limit, self._cursor + self._pair_speed(now) * passed)

    def _pair_speed(self, now: float) -> float:
        """Return the speed of both together until now; the rest is shown a little slower, after a pause.

        If the longer answer is also the slower one, its rest is still arriving and would be shown in bursts; if not,
        it is complete and would flow. The pause lets enough arrive that both flow.
        An answer of a word or two has no meaningful speed, so there is a minimum, the same for all models.
        """
        if self._speed is None:
            elapsed = TICK_SECONDS if self._began is None else max(now - self._began, TICK_SECONDS)
            self._speed = max(self._cursor / elapsed * TAIL_SHARE, SLOWEST)
        return self._speed

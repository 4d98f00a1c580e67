"""Find what two sequences have in common, in bounded time.

Patience diff splits the sequences at items that occur once in each; Myers' algorithm aligns what lies between. Both are
bounded, so a hostile document costs no more than a long one.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

MAX_EDITS = 400
"""Insertions and deletions that Myers' algorithm looks for between two anchors; its cost is the square of it."""
MAX_STEPS = 2_000_000
"""Steps of Myers' algorithm for one pair of sequences. What is left after that counts as replaced."""


class Match(NamedTuple):
    """`old[old_start:old_start + size]` equals `new[new_start:new_start + size]`."""

    old_start: int
    new_start: int
    size: int


def align(old: Sequence[str], new: Sequence[str]) -> list[Match]:
    """Return the runs of equal items, in order, without overlaps."""
    return list(_join(_Alignment(old, new).find_pairs()))


class _Alignment:
    def __init__(self, old: Sequence[str], new: Sequence[str]) -> None:
        self._old = old
        self._new = new
        self._steps = MAX_STEPS

    def find_pairs(self) -> Iterator[tuple[int, int]]:
        """Yield the positions of equal items, in order."""
        start = 0
        old_end, new_end = len(self._old), len(self._new)
        while start < min(old_end, new_end) and self._old[start] == self._new[start]:
            yield start, start
            start += 1
        ending = 0
        while start < min(old_end, new_end) and self._old[old_end - 1] == self._new[new_end - 1]:
            old_end, new_end, ending = old_end - 1, new_end - 1, ending + 1
        old_start = new_start = start
        for old_anchor, new_anchor in self._find_anchors(start, old_end, new_end):
            yield from self._align_gap(old_start, old_anchor, new_start, new_anchor)
            yield old_anchor, new_anchor
            old_start, new_start = old_anchor + 1, new_anchor + 1
        yield from self._align_gap(old_start, old_end, new_start, new_end)
        yield from ((old_end + offset, new_end + offset) for offset in range(ending))

    def _find_anchors(self, start: int, old_end: int, new_end: int) -> list[tuple[int, int]]:
        """Return the longest rising sequence of items that occur exactly once on both sides."""
        old_counts, new_counts = Counter(self._old[start:old_end]), Counter(self._new[start:new_end])
        places = {self._new[place]: place for place in range(start, new_end) if new_counts[self._new[place]] == 1}
        pairs = [
            (place, places[item])
            for place in range(start, old_end)
            if old_counts[item := self._old[place]] == 1 and item in places
        ]
        return _longest_rising(pairs)

    def _align_gap(self, old_start: int, old_end: int, new_start: int, new_end: int) -> list[tuple[int, int]]:
        """Align with Myers' greedy algorithm; return nothing when it takes too many edits."""
        if old_start == old_end or new_start == new_end:
            return []
        search = _ShortestEdit(self._old[old_start:old_end], self._new[new_start:new_end])
        most = min(old_end - old_start + new_end - new_start, MAX_EDITS)
        for edits in range(most + 1):
            if self._steps <= 0:
                return []
            done = search.extend(edits)
            self._steps -= search.steps
            if done:
                return [(old_start + row, new_start + column) for row, column in search.walk_back()]
        return []


class _ShortestEdit:
    """Myers' search: how far each diagonal (row minus column) reaches with a number of edits."""

    def __init__(self, old: Sequence[str], new: Sequence[str]) -> None:
        self._old = old
        self._new = new
        self._reached = {1: 0}
        self._trace: list[dict[int, int]] = []
        self.steps = 0
        """Taken by the last `extend`."""

    def extend(self, edits: int) -> bool:
        """Try one more edit; true when the end is reached."""
        self._trace.append(dict(self._reached))
        self.steps = 0
        for diagonal in range(-edits, edits + 1, 2):
            before = _previous(self._reached, diagonal, edits)
            start = row = self._reached[before] + (before < diagonal)
            while row < len(self._old) and row - diagonal < len(self._new) and self._is_equal(row, row - diagonal):
                row += 1
            self.steps += row - start + 1
            self._reached[diagonal] = row
            if row >= len(self._old) and row - diagonal >= len(self._new):
                return True
        return False

    def _is_equal(self, row: int, column: int) -> bool:
        return self._old[row] == self._new[column]

    def walk_back(self) -> list[tuple[int, int]]:
        """Return the equal items on the path that was found."""
        row, column = len(self._old), len(self._new)
        found = []
        for edits in range(len(self._trace) - 1, -1, -1):
            reached = self._trace[edits]
            before = _previous(reached, row - column, edits)
            row_before = reached[before]
            column_before = row_before - before
            while row > max(row_before, 0) and column > max(column_before, 0):
                row, column = row - 1, column - 1
                found.append((row, column))
            row, column = row_before, column_before
        return found[::-1]


def _previous(reached: Mapping[int, int], diagonal: int, edits: int) -> int:
    """Return the diagonal from which this one is reached: the one above (an insertion) or the one below."""
    if diagonal == -edits or (diagonal != edits and reached[diagonal - 1] < reached[diagonal + 1]):
        return diagonal + 1
    return diagonal - 1


def _longest_rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest subsequence whose second numbers rise; the first ones rise already."""
    ends: list[int] = []
    places: list[int] = []
    previous: list[int | None] = []
    for place, (_, second) in enumerate(pairs):
        length = bisect_left(ends, second)
        previous.append(places[length - 1] if length else None)
        if length == len(ends):
            ends.append(second)
            places.append(place)
        else:
            ends[length], places[length] = second, place
    found = []
    at = places[-1] if places else None
    while at is not None:
        found.append(pairs[at])
        at = previous[at]
    return found[::-1]


def _join(pairs: Iterator[tuple[int, int]]) -> Iterator[Match]:
    """Join neighboring pairs to runs."""
    current: Match | None = None
    for old, new in pairs:
        if current is not None and (old, new) == (current.old_start + current.size, current.new_start + current.size):
            current = current._replace(size=current.size + 1)
            continue
        if current is not None:
            yield current
        current = Match(old, new, 1)
    if current is not None:
        yield current

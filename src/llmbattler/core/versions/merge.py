"""Three-way merge of texts by line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .alignment import Match, align
from .diff import split_lines


@dataclass(frozen=True, slots=True)
class ThreeWayMerge:
    """Two edits of one text, and both of them together where they do not touch the same lines."""

    base: str
    theirs: str
    yours: str
    merged: str | None
    conflicts: int
    """Places that both edits changed differently."""


class _Chunk(NamedTuple):
    base: Sequence[str]
    theirs: Sequence[str]
    yours: Sequence[str]

    def merge(self) -> Sequence[str] | None:
        if self.yours in (self.base, self.theirs):
            return self.theirs
        return self.yours if self.theirs == self.base else None


def merge_texts(base: str, *, theirs: str, yours: str) -> ThreeWayMerge:
    """Apply the changes of both sides to the base. Changes to the same or to neighboring lines conflict."""
    lines: list[str] = []
    conflicts = 0
    for chunk in _split(split_lines(base), split_lines(theirs), split_lines(yours)):
        found = chunk.merge()
        if found is None:
            conflicts += 1
        else:
            lines.extend(found)
    return ThreeWayMerge(base, theirs, yours, None if conflicts else "\n".join(lines), conflicts)


class _Sync(NamedTuple):
    """Lines that are the same in all three texts."""

    base: int
    theirs: int
    yours: int
    size: int


def _split(base: Sequence[str], theirs: Sequence[str], yours: Sequence[str]) -> Iterator[_Chunk]:
    """Yield the texts side by side: what all three share, and what lies between."""
    base_at = theirs_at = yours_at = 0
    end = _Sync(len(base), len(theirs), len(yours), 0)
    for sync in (*_find_syncs(align(base, theirs), align(base, yours)), end):
        yield _Chunk(base[base_at : sync.base], theirs[theirs_at : sync.theirs], yours[yours_at : sync.yours])
        base_at, theirs_at, yours_at = sync.base + sync.size, sync.theirs + sync.size, sync.yours + sync.size
        shared = base[sync.base : base_at]
        yield _Chunk(shared, shared, shared)


def _find_syncs(theirs: Sequence[Match], yours: Sequence[Match]) -> Iterator[_Sync]:
    """Yield the ranges of the base that both sides kept."""
    left = right = 0
    while left < len(theirs) and right < len(yours):
        one, other = theirs[left], yours[right]
        start = max(one.old_start, other.old_start)
        end = min(one.old_start + one.size, other.old_start + other.size)
        if start < end:
            yield _Sync(
                start, one.new_start + start - one.old_start, other.new_start + start - other.old_start, end - start
            )
        if one.old_start + one.size <= other.old_start + other.size:
            left += 1
        else:
            right += 1

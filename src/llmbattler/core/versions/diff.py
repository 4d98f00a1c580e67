"""What changed between two texts, by line and by word."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from .alignment import align

CONTEXT = 3
# Scripts written without spaces are compared by character.
_WORDS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]|[^\W_]+|\s+|.", re.DOTALL)
_SIMILAR = 0.3
"""Share of characters that a removed and an added line have in common to be shown as one changed line."""


class ChangeKind(StrEnum):
    SAME = "same"
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class DiffPart:
    kind: ChangeKind
    text: str


@dataclass(frozen=True, slots=True)
class DiffLine:
    kind: ChangeKind
    old_number: int | None
    """Line number in the old text, from 1; none for an added line."""
    new_number: int | None
    parts: tuple[DiffPart, ...]
    """The line in parts: what a removed line lost against its counterpart, what an added line gained."""

    @property
    def text(self) -> str:
        return "".join(part.text for part in self.parts)


Hunk = tuple[DiffLine, ...]


def split_lines(text: str) -> list[str]:
    r"""Split at "\n" only, so that joining with "\n" gives the text back."""
    return text.split("\n")


def diff_words(old: str, new: str) -> tuple[DiffPart, ...]:
    """Compare two texts word by word. The parts without the added ones are the old text, and vice versa."""
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    parts = [DiffPart(kind, "".join(words)) for kind, words in _changes(before, after)]
    return tuple(part for part in parts if part.text)


def diff_lines(old: str, new: str) -> tuple[DiffLine, ...]:
    """Compare two texts line by line, and changed lines word by word."""
    found: list[DiffLine] = []
    old_at = new_at = 0
    removed: Sequence[str] = ()
    for kind, lines in _changes(split_lines(old), split_lines(new)):
        if kind is ChangeKind.REMOVED:
            removed = lines
            continue
        added = lines if kind is ChangeKind.ADDED else ()
        found.extend(_replace(removed, added, old_at, new_at))
        old_at, new_at, removed = old_at + len(removed), new_at + len(added), ()
        if kind is ChangeKind.SAME:
            found.extend(
                DiffLine(kind, old_at + place, new_at + place, (DiffPart(kind, line),))
                for place, line in enumerate(lines, start=1)
            )
            old_at, new_at = old_at + len(lines), new_at + len(lines)
    return tuple(found)


def group_hunks(lines: Sequence[DiffLine], context: int = CONTEXT) -> tuple[Hunk, ...]:
    """Keep the changed lines with a few unchanged ones around them; each run of neighbors is one hunk."""
    shown: set[int] = set()
    for place, line in enumerate(lines):
        if line.kind is not ChangeKind.SAME:
            shown.update(range(max(place - context, 0), min(place + context + 1, len(lines))))
    hunks: list[list[DiffLine]] = []
    for place in sorted(shown):
        if place - 1 not in shown:
            hunks.append([])
        hunks[-1].append(lines[place])
    return tuple(tuple(hunk) for hunk in hunks)


def _changes(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[ChangeKind, Sequence[str]]]:
    """Yield alternately what was removed, what was added (both may be empty) and what stayed the same."""
    old_at = new_at = 0
    for match in align(old, new):
        yield ChangeKind.REMOVED, old[old_at : match.old_start]
        yield ChangeKind.ADDED, new[new_at : match.new_start]
        old_at, new_at = match.old_start + match.size, match.new_start + match.size
        yield ChangeKind.SAME, old[match.old_start : old_at]
    yield ChangeKind.REMOVED, old[old_at:]
    yield ChangeKind.ADDED, new[new_at:]


def _replace(removed: Sequence[str], added: Sequence[str], old_at: int, new_at: int) -> Iterator[DiffLine]:
    """Yield the removed lines, then the added ones; lines at the same place are compared word by word."""
    pairs = [_compare(before, after) for before, after in zip(removed, added, strict=False)]
    for place, line in enumerate(removed):
        parts = pairs[place][0] if place < len(pairs) else (DiffPart(ChangeKind.REMOVED, line),)
        yield DiffLine(ChangeKind.REMOVED, old_at + place + 1, None, parts)
    for place, line in enumerate(added):
        parts = pairs[place][1] if place < len(pairs) else (DiffPart(ChangeKind.ADDED, line),)
        yield DiffLine(ChangeKind.ADDED, None, new_at + place + 1, parts)


def _compare(old: str, new: str) -> tuple[tuple[DiffPart, ...], tuple[DiffPart, ...]]:
    parts = diff_words(old, new)
    same = sum(len(part.text) for part in parts if part.kind is ChangeKind.SAME)
    if same < _SIMILAR * max(len(old), len(new)):
        return (DiffPart(ChangeKind.REMOVED, old),), (DiffPart(ChangeKind.ADDED, new),)
    return (
        tuple(part for part in parts if part.kind is not ChangeKind.ADDED),
        tuple(part for part in parts if part.kind is not ChangeKind.REMOVED),
    )

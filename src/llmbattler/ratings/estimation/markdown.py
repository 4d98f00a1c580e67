"""Style features of an answer: length, headers, lists and bold text."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})")
_TICKS = re.compile(r"`+")
_HEADER = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]")
_BOLD = re.compile(r"\*\*(?=\S)(?:[^*]|\*(?!\*))++\*\*|(?<!\w)__(?=\S)[^_]++__(?!\w)")


class Features(NamedTuple):
    length: int
    """Code points that are not white space; not words, since Chinese has no spaces between them."""
    headers: int
    lists: int
    bold: int


def measure(text: str) -> Features:
    """Count in one pass over the lines. Code is left out: its length and marks are not style."""
    length = headers = lists = bold = 0
    for line in _prose(text):
        length += sum(map(len, line.split()))
        headers += _HEADER.match(line) is not None
        lists += _ITEM.match(line) is not None
        bold += len(_BOLD.findall(line))
    return Features(length, headers, lists, bold)


def _prose(text: str) -> Iterator[str]:
    """Yield the lines outside fences, without inline code. An unclosed fence runs to the end."""
    fence = ""
    for line in text.splitlines():
        found = _FENCE.match(line)
        if fence:
            if found and found[1].startswith(fence) and not line[found.end() :].strip():
                fence = ""
        elif found and (found[1][0] == "~" or "`" not in line[found.end() :]):
            fence = found[1]
        elif line:
            yield _without_code(line) if "`" in line else line


def _without_code(line: str) -> str:
    """Cut each span between two runs of backticks of the same length, as CommonMark pairs them."""
    runs = list(_TICKS.finditer(line))
    closing: dict[int, int] = {}
    partner = [-1] * len(runs)
    for place in range(len(runs) - 1, -1, -1):
        size = len(runs[place][0])
        partner[place] = closing.get(size, -1)
        closing[size] = place
    kept, start, place = [], 0, 0
    while place < len(runs):
        if partner[place] >= 0:
            kept.append(line[start : runs[place].start()])
            place = partner[place]
            start = runs[place].end()
        place += 1
    kept.append(line[start:])
    return "".join(kept)

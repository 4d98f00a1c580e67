"""Token F1 and text similarity."""

from collections import Counter
from typing import ClassVar, Literal

from pydantic import Field

from ..comparison import find_answer, list_targets, list_tokens, normalize, unparsed
from ..contract import Case, Score, Tools
from ..options import StrictOptions

LONGEST = 10_000
"""Longest text that is compared by edit distance, in characters."""


class F1:
    """F1 of the words that answer and target share, as in SQuAD: the harmonic mean of precision and recall.

    Case, punctuation and the words a, an, the are ignored. With several targets the best score counts.
    """

    title: ClassVar[str] = "Token F1"
    needs: ClassVar[tuple[str, ...]] = ()

    class Options(StrictOptions):
        pass

    def __init__(self, options: Options) -> None:
        self._options = options

    async def score(self, case: Case, _: Tools) -> Score:
        answer = find_answer(case)
        targets = list_targets(case)
        if answer is None:
            return unparsed()
        value, best = max((measure_f1(answer, target), target) for target in targets)
        return Score(value=value, reason=f"F1 with “{_shorten(best)}” is {value:.3f}.", details={"target": best})


class Similarity:
    """Similarity of answer and target from 0 to 1; set a threshold to make it right or wrong.

    `pieces` compares character n-grams; `edits` is the edit distance; `words` compares words in any order. Case and
    white space are ignored. With several targets the best score counts.
    """

    title: ClassVar[str] = "Similarity"
    needs: ClassVar[tuple[str, ...]] = ()

    class Options(StrictOptions):
        method: Literal["pieces", "edits", "words"] = Field("pieces", description="What to compare.")
        size: int = Field(3, ge=1, le=10, description="Characters per n-gram.")
        ignore_case: bool = Field(True, description="Ignore case.")

    def __init__(self, options: Options) -> None:
        self._options = options

    async def score(self, case: Case, _: Tools) -> Score:
        answer = find_answer(case)
        targets = list_targets(case)
        if answer is None:
            return unparsed()
        value, best = max((self._measure(answer, target), target) for target in targets)
        return Score(
            value=value, reason=f"Similarity with “{_shorten(best)}” is {value:.3f}.", details={"target": best}
        )

    def _measure(self, answer: str, target: str) -> float:
        one, other = self._bare(answer), self._bare(target)
        if one == other:
            return 1.0
        match self._options.method:
            case "edits":
                one, other = one[:LONGEST], other[:LONGEST]
                return 1 - count_edits(one, other) / max(len(one), len(other))
            case "words":
                return share_of(Counter(one.split()), Counter(other.split()))
            case "pieces":
                return share_of(self._cut(one), self._cut(other))

    def _bare(self, text: str) -> str:
        return normalize(text, case=self._options.ignore_case, space=True, punctuation=False, articles=False)

    def _cut(self, text: str) -> Counter[str]:
        size = self._options.size
        return Counter(text[place : place + size] for place in range(max(1, len(text) - size + 1)))


def measure_f1(answer: str, target: str) -> float:
    said, wanted = list_tokens(answer), list_tokens(target)
    if not said or not wanted:
        return float(said == wanted)
    return share_of(Counter(said), Counter(wanted))


def share_of(one: Counter[str], other: Counter[str]) -> float:
    """Dice coefficient of two multisets; with words this is F1."""
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 1.0


def count_edits(one: str, other: str) -> int:
    """Levenshtein distance by the bit-parallel algorithm of Myers (1999)."""
    if not one or not other:
        return len(one) + len(other)
    places: dict[str, int] = {}
    for place, letter in enumerate(one):
        places[letter] = places.get(letter, 0) | 1 << place
    everywhere, last = (1 << len(one)) - 1, 1 << (len(one) - 1)
    up, down, edits = everywhere, 0, len(one)
    for letter in other:
        same = places.get(letter, 0)
        level = (((same & up) + up) ^ up) | same | down
        more, less = down | ~(level | up) & everywhere, level & up
        edits += bool(more & last) - bool(less & last)
        more, less = (more << 1 | 1) & everywhere, less << 1 & everywhere
        up, down = less | ~(level | more) & everywhere, more & level
    return edits


def _shorten(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:79]}…"  # noqa: PLR2004 - a line

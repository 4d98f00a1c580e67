"""Check whether the lines of a poem rhyme, judged by their spelling."""

import re
from typing import ClassVar

from pydantic import Field

from llmbattler.scorers.contract import Case, Score, Tools
from llmbattler.scorers.options import StrictOptions

_LAST_WORD = re.compile(r"([a-z']+)[^a-z]*$")
_ENDING = re.compile(r"[aeiouy]+[^aeiouy]*e?$")


class Rhyme:
    """The share of pairs of lines that rhyme; an answer with too few lines is unreadable."""

    title: ClassVar[str] = "Rhyme"
    needs: ClassVar[tuple[str, ...]] = ()

    class Options(StrictOptions):
        scheme: str = Field("AABB", pattern=r"^[A-Z]{2,14}$", description="Which lines rhyme: AABB, ABAB, ABBA …")

    def __init__(self, options: Options) -> None:
        self._scheme = options.scheme

    async def score(self, case: Case, _: Tools) -> Score:
        lines = [line for line in (case.answer.extracted or "").lower().splitlines() if _LAST_WORD.search(line)]
        if len(lines) < len(self._scheme):
            return Score(value=None, reason=f"{len(lines)} lines instead of {len(self._scheme)}.")
        endings = [_find_ending(line) for line in lines]
        pairs = [
            (first, second)
            for second, letter in enumerate(self._scheme)
            for first in range(second)
            if self._scheme[first] == letter
        ]
        failed = [[first + 1, second + 1] for first, second in pairs if endings[first] != endings[second]]
        value = 1 - len(failed) / len(pairs) if pairs else 1.0
        return Score(
            value=value, reason=f"{len(pairs) - len(failed)} of {len(pairs)} pairs rhyme.", details={"failed": failed}
        )


def _find_ending(line: str) -> str:
    """The text from the last vowels on: "night" gives "ight"."""
    word = _LAST_WORD.search(line)
    ending = _ENDING.search(word[1]) if word else None
    return ending[0] if ending else line

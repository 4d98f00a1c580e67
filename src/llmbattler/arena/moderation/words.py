"""Looking for listed words. Pure; the time grows with the length of the text, however long the list is."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from llmbattler.core.text.lookalikes import LOOKALIKES

from ..redaction import mask

LONGEST_PHRASE = 8
AROUND = 80
"""Characters of an excerpt on either side of what was found."""

# Scripts that put no spaces between words: each of their letters stands alone, so that a phrase is found within a line.
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff"
# Marks that belong to the letter before them and are no letters to Python.
_MARKS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0900-\u0963\u0970-\u0dff"
_WORD = re.compile(rf"[{_UNSPACED}]|(?:(?![{_UNSPACED}])(?:[^\W_]|[{_MARKS}]))+")
_INVISIBLE = dict.fromkeys(
    [0xAD, 0x34F, 0x61C, 0x180E, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF]
)
_DISGUISES = str.maketrans(LOOKALIKES)
_LATIN = re.compile(r"[a-z]")


@dataclass(frozen=True, slots=True)
class Rule:
    """One entry of the list."""

    key: str
    category: str


@dataclass(frozen=True, slots=True)
class Found:
    rule: Rule
    excerpt: str


@dataclass(frozen=True, slots=True)
class _Hit:
    rule: Rule
    start: int
    end: int


class WordList:
    """The list, ready to be looked for."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = {tuple(rule.key.split(" ")): rule for rule in rules}
        self._lengths = sorted({len(words) for words in self._rules})

    def __bool__(self) -> bool:
        return bool(self._rules)

    def contains(self, text: str) -> bool:
        """Whether any listed word is in the text."""
        return next(self._hits(tidy(text)), None) is not None

    def find(self, text: str) -> list[Found]:
        """The first word of each category, with the words around it."""
        first: dict[str, Rule] = {}
        for hit in self._hits(tidy(text)):
            first.setdefault(hit.rule.category, hit.rule)
        if not first:
            return []
        public = tidy(mask(text))
        return [Found(rule, self._excerpt(public, rule)) for rule in first.values()]

    def _excerpt(self, public: str, rule: Rule) -> str:
        """Cut from the masked text: a number that is cut in two would no longer be recognised as one."""
        hit = next((one for one in self._hits(public) if one.rule == rule), None)
        return cut(public, hit.start, hit.end) if hit is not None else cut(public, 0, 0)

    def _hits(self, text: str) -> Iterator[_Hit]:
        if not self._rules:
            return
        spans = [(found.start(), found.end()) for found in _WORD.finditer(text)]
        words = [_fold(text[start:end]) for start, end in spans]
        for place in range(len(words)):
            for length in self._lengths:
                rule = self._rules.get(tuple(words[place : place + length]))
                if rule is not None and place + length <= len(words):  # the end cuts slices short
                    yield _Hit(rule, spans[place][0], spans[place + length - 1][1])


def make_key(phrase: str) -> str | None:
    """What a phrase is compared by; nothing when there is no word in it, or too many."""
    words = [_fold(word) for word in _WORD.findall(tidy(phrase))]
    longest = LONGEST_PHRASE * 4 if re.search(f"[{_UNSPACED}]", phrase) else LONGEST_PHRASE
    return " ".join(words) if 0 < len(words) <= longest else None


def tidy(text: str) -> str:
    """One spelling for each character, and none that nobody sees."""
    return unicodedata.normalize("NFKC", text.translate(_INVISIBLE))


def _fold(word: str) -> str:
    folded = word.casefold()
    # Only where alphabets are mixed: a whole word of another alphabet is what it is.
    return folded.translate(_DISGUISES) if not folded.isascii() and _LATIN.search(folded) else folded


def cut(text: str, start: int, end: int) -> str:
    """Cut what stands around a place in a text out of it, on one line."""
    begin, stop = max(0, start - AROUND), min(len(text), end + AROUND)
    part = " ".join(text[begin:stop].split())
    return f"{'…' if begin else ''}{part}{'…' if stop < len(text) else ''}"

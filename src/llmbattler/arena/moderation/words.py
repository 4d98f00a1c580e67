"""Finds listed words in a text. The time depends on the length of the text, not on the length of the list."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from llmbattler.core.text.lookalikes import LOOKALIKES
from llmbattler.core.text.normalization import normalize as normalize_unicode

from ..redaction import mask

MAX_PHRASE_WORDS = 8
AROUND = 80
"""Characters of an excerpt before and after the match."""

# Scripts without spaces between words: each letter is a word, so that a phrase is found inside a line.
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff"
# Marks that belong to the preceding letter, but are no letters to Python.
_MARKS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0900-\u0963\u0970-\u0dff"
_WORD = re.compile(rf"[{_UNSPACED}]|(?:(?![{_UNSPACED}])(?:[^\W_]|[{_MARKS}]))+")
_INVISIBLE = dict.fromkeys(
    [0xAD, 0x34F, 0x61C, 0x180E, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF]
)
_LOOKALIKES = str.maketrans(LOOKALIKES)
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
    """A list of words, prepared for searching."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = {tuple(rule.key.split(" ")): rule for rule in rules}
        self._lengths = sorted({len(words) for words in self._rules})

    def __bool__(self) -> bool:
        return bool(self._rules)

    def contains(self, text: str) -> bool:
        """Return whether the text contains a listed word."""
        return next(self._hits(normalize(text)), None) is not None

    def find(self, text: str) -> list[Found]:
        """Return the first match of each category, with the words around it."""
        first: dict[str, Rule] = {}
        for hit in self._hits(normalize(text)):
            first.setdefault(hit.rule.category, hit.rule)
        if not first:
            return []
        public = normalize(mask(text))
        return [Found(rule, self._excerpt(public, rule)) for rule in first.values()]

    def _excerpt(self, public: str, rule: Rule) -> str:
        """Cut the excerpt from the masked text: a number that is cut in two would no longer be recognized."""
        hit = next((one for one in self._hits(public) if one.rule == rule), None)
        return cut_excerpt(public, hit.start, hit.end) if hit is not None else cut_excerpt(public, 0, 0)

    def _hits(self, text: str) -> Iterator[_Hit]:
        if not self._rules:
            return
        spans = [(found.start(), found.end()) for found in _WORD.finditer(text)]
        words = [_fold(text[start:end]) for start, end in spans]
        for place in range(len(words)):
            for length in self._lengths:
                rule = self._rules.get(tuple(words[place : place + length]))
                if rule is not None and place + length <= len(words):  # slices at the end are shorter
                    yield _Hit(rule, spans[place][0], spans[place + length - 1][1])


def make_key(phrase: str) -> str | None:
    """Return the normalized form of a phrase; `None` when it has no word, or too many."""
    words = [_fold(word) for word in _WORD.findall(normalize(phrase))]
    longest = MAX_PHRASE_WORDS * 4 if re.search(f"[{_UNSPACED}]", phrase) else MAX_PHRASE_WORDS
    return " ".join(words) if 0 < len(words) <= longest else None


def normalize(text: str) -> str:
    """Normalize characters, and remove invisible ones."""
    return normalize_unicode("NFKC", text.translate(_INVISIBLE))


def _fold(word: str) -> str:
    folded = word.casefold()
    # Only in words that mix alphabets: a word of one other alphabet stays as it is.
    return folded.translate(_LOOKALIKES) if not folded.isascii() and _LATIN.search(folded) else folded


def cut_excerpt(text: str, start: int, end: int) -> str:
    """Return the text around a match, on one line."""
    begin, stop = max(0, start - AROUND), min(len(text), end + AROUND)
    part = " ".join(text[begin:stop].split())
    return f"{'…' if begin else ''}{part}{'…' if stop < len(text) else ''}"

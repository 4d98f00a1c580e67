"""Count sentences as IFEval's program does, which uses the Punkt procedure of Kiss and Strunk (2006).

A period ends a sentence unless its word is an abbreviation, an initial or a number that continues. Whether a sentence
begins after an abbreviation depends on the next word. The word lists are in `sentence_words.txt`.
"""

import re
import string
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from llmbattler.core.text.word_lists import read_word_lists

_CLOSERS = "'\")]}‘’“”«»"
_BREAKERS = re.escape("'\";:()[]{}*@?!‘’“”«»")
"""Characters that end a word, and after which a period can stand without white space."""
_RUN = r"-{2,}|\.{2,}|(?:\.\s){2,}\."
_WORD_END = rf"\s|$|[{_BREAKERS}]|{_RUN}"
_WORD = re.compile(rf"{_RUN}|[^\s(\"`{{\[:;&#*@)}}\]\-,]\S*?(?={_WORD_END}|,(?:{_WORD_END}))|\S")
_CANDIDATE = re.compile(rf"[.?!](?=(?P<close>[{_BREAKERS}])|\s+(?P<next>\S+))")
_CLOSING = re.compile(rf"[{re.escape(_CLOSERS)}]+?(?:\s+|(?=--)|$)", re.MULTILINE)
_DOTS = re.compile(r"\.{2,}")
_NUMBER = re.compile(r"-?[.,]?\d[\d,.-]*\.?")
_INITIAL = re.compile(r"[^\W\d]\.")
_NUMBER_TYPE = "##number##"


@dataclass(frozen=True, slots=True)
class WordLists:
    abbreviations: frozenset[str]
    """Without their last period."""
    starters: frozenset[str]
    """Words that begin a sentence if they are capitalized after an abbreviation."""
    ordinary: frozenset[str]
    """Words that are capitalized only at the beginning of a sentence."""
    titled: frozenset[str]
    """Words that are also capitalized in titles and names, so their capital letter says nothing."""


def split_sentences(text: str) -> list[str]:
    """The sentences of a text. Quotation marks and brackets after a period belong to the sentence before them."""
    breaks = list(_list_breaks(text, _read_lists()))
    starts = [0, *(start for start, _ in breaks)]
    ends = [*(end for _, end in breaks), len(text.rstrip())]
    found, shift = [], 0
    for place, (start, end) in enumerate(zip(starts, ends, strict=True)):
        begin, shift, stop = start + shift, 0, end
        if place < len(breaks):
            following = starts[place + 1]
            closing = _CLOSING.match(text[following : ends[place + 1]])
            if closing:
                shift, stop = closing.end(), following + len(closing[0].rstrip())
        found.append(text[begin:stop])
    return [sentence for sentence in found if sentence]


@cache
def _read_lists() -> WordLists:
    lists = read_word_lists(__package__ or "", "sentence_words.txt")
    return WordLists(*(frozenset(lists[name].split()) for name in ("ABBREVIATIONS", "STARTERS", "ORDINARY", "TITLED")))


def _list_breaks(text: str, lists: WordLists) -> Iterator[tuple[int, int]]:
    """Where the next sentence begins, and where the one before it ends."""
    for found, context in _list_contexts(text):
        if _has_break(context, lists):
            yield found.end() if found["next"] is None else found.start("next"), found.end()


def _list_contexts(text: str) -> Iterator[tuple[re.Match[str], str]]:
    """Possible ends with the words around them. Of several in one word, such as in "No?!", only the last counts."""
    start, before = 0, None
    for found in _CANDIDATE.finditer(text):
        since = 0 if before is None else before.start()
        between = text[since : found.start()]
        space = max(between.rfind(one) for one in string.whitespace)
        begin = since + space + 1 if space > 0 else start
        if before is not None and since <= begin:
            yield before, _make_context(text, start, before)
        start, before = begin, found
    if before is not None:
        yield before, _make_context(text, start, before)


def _make_context(text: str, start: int, found: re.Match[str]) -> str:
    return text[start : found.end("close" if found["next"] is None else "next")]


class _Token:
    """A word, and whether its last period is the end of a sentence by the word alone."""

    def __init__(self, text: str, lists: WordLists) -> None:
        bare = text[:-1].lower()
        self.text = text
        self.initial = _INITIAL.fullmatch(text) is not None
        self.open = _DOTS.fullmatch(text) is not None
        """An abbreviation or an ellipsis: the next word decides."""
        self.ends = text in {".", "?", "!"}
        if not self.ends and not self.open and text.endswith(".") and not text.endswith(".."):
            self.open = bool({bare, bare.rpartition("-")[2]} & lists.abbreviations)
            self.ends = not self.open
        kind = _NUMBER_TYPE if _NUMBER.fullmatch(text) else text.lower()
        self.kind = kind[:-1] if self.ends and len(kind) > 1 and kind.endswith(".") else kind

    @property
    def capital(self) -> bool:
        return self.text[0].isupper()


def _has_break(context: str, lists: WordLists) -> bool:
    """Whether one of the words, except the last, ends a sentence."""
    tokens = [_Token(word, lists) for line in context.split("\n") for word in _WORD.findall(line)]
    return any(_ends_before(one, following, lists) for one, following in pairwise(tokens))


def _ends_before(one: _Token, following: _Token, lists: WordLists) -> bool:
    if not one.text.endswith("."):
        return one.ends
    goes_on = following.text in set(";:,.!?") or following.text[0].islower()
    begins = not goes_on and following.capital and following.kind in lists.ordinary
    if one.open and not one.initial:
        return begins or (following.capital and following.kind in lists.starters)
    if one.initial or one.kind == _NUMBER_TYPE:
        name = following.capital and following.kind not in lists.ordinary | lists.titled
        return one.ends and not goes_on and not (one.initial and name)
    return one.ends

"""Text normalization, tokenization, and matching of many phrases in linear time."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Generic, TypeVar

from .lookalikes import LOOKALIKES
from .normalization import normalize

Value = TypeVar("Value")

END = "."
"""The token for the end of a sentence or a line."""
COMMA = ","
COLON = ":"
PAUSES = frozenset({END, COMMA, COLON})

# Scripts written without spaces: every character is a word of its own.
_SPACELESS = "\u0e00-\u0eff\u1100-\u11ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff"
_TOKEN = re.compile(
    rf"[{_SPACELESS}]|[^\W\d_{_SPACELESS}]+|\d+|[!?;\n。！？؟।؛]|\.(?=\s|$)|[,，、،]|[:：]",
)
_PAUSE_OF = {**dict.fromkeys("!?;\n。！？؟।؛.", END), **dict.fromkeys(",，、،", COMMA), **dict.fromkeys(":：", COLON)}
_LAST_BASIC = 0x10000
_INVISIBLE = frozenset({"Mn", "Mc", "Me", "Cf"})
_FILLERS = "\u115f\u1160\u3164\uffa0\u0640\u2800"


@lru_cache(maxsize=1)
def _foldings() -> dict[int, str | None]:
    marks = (code for code in range(0x80, _LAST_BASIC) if unicodedata.category(chr(code)) in _INVISIBLE)
    table: dict[int, str | None] = dict.fromkeys(marks)
    table |= dict.fromkeys(range(0xE0000, 0xE01F0))
    table |= dict.fromkeys(map(ord, _FILLERS))
    return table | {ord(shape): letter for shape, letter in LOOKALIKES.items()}


def fold(text: str) -> str:
    """Replace compatibility forms and look-alike letters by plain ones; drop marks and invisible characters."""
    if text.isascii():
        return text
    apart = normalize("NFKD", text).translate(_foldings())
    return normalize("NFC", apart)


def plain(text: str) -> str:
    """Compose characters as a keyboard would. A name that only `fold` finds was disguised."""
    return normalize("NFC", text)


def unaccented(text: str) -> str:
    """Remove the accents of precomposed Latin letters; further combining marks stay."""
    return "".join(_bare(char) for char in plain(text))


@lru_cache(maxsize=1024)
def _bare(char: str) -> str:
    first = unicodedata.normalize("NFD", char)[:1]
    return first if first.isascii() else char


def tokens(text: str) -> list[str]:
    """Split into words, numbers and pauses, in lower case. Letters and digits are separate, so GPT4 equals GPT-4."""
    return [_PAUSE_OF.get(word, word) for word in _TOKEN.findall(text.casefold())]


def words_of(phrase: str) -> tuple[str, ...]:
    """Split a phrase like `tokens`, without pauses."""
    return tuple(word for word in tokens(fold(phrase)) if word not in PAUSES)


class _Node(Generic[Value]):
    __slots__ = ("next", "value")

    def __init__(self) -> None:
        self.next: dict[str, _Node[Value]] = {}
        self.value: Value | None = None


class Phrases(Generic[Value]):
    """A trie of word sequences. Search time depends on the length of the text, not on the number of phrases."""

    def __init__(self, entries: Iterable[tuple[Sequence[str], Value]]) -> None:
        self._root: _Node[Value] = _Node()
        for words, value in entries:
            if not words:
                continue
            node = self._root
            for word in words:
                node = node.next.setdefault(word, _Node())
            node.value = value

    def at(self, words: Sequence[str], start: int) -> tuple[int, Value] | None:
        """Return the end and the value of the longest phrase that begins at `start`."""
        node, found = self._root, None
        for place in range(start, len(words)):
            step = node.next.get(words[place])
            if step is None:
                break
            node = step
            if node.value is not None:
                found = place + 1, node.value
        return found

    def find(self, words: Sequence[str]) -> Iterator[tuple[int, int, Value]]:
        """Yield leftmost longest matches that do not overlap."""
        free = 0
        for start, end, value in self.find_all(words):
            if start >= free:
                yield start, end, value
                free = end

    def find_all(self, words: Sequence[str]) -> Iterator[tuple[int, int, Value]]:
        """Yield the longest match at every position, including overlapping ones."""
        first = self._root.next
        for place, word in enumerate(words):
            if word in first:
                found = self.at(words, place)
                if found is not None:
                    yield place, *found

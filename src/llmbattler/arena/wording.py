"""Text as rules see it: folded until disguises fall away, cut into words, matched against phrases in linear time."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Generic, TypeVar

from .lookalikes import LOOKALIKES

Value = TypeVar("Value")

END = "."
"""The token that stands for the end of a sentence or a line."""
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
    """Compatibility forms, marks, invisible characters and look-alike letters brought to plain ones."""
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFKD", text).translate(_foldings())
    return unicodedata.normalize("NFC", apart)


def plain(text: str) -> str:
    """Only what every keyboard does: composed characters. What `fold` finds beyond this was disguised."""
    return unicodedata.normalize("NFC", text)


def unaccented(text: str) -> str:
    """Latin letters without the accents that keyboards give them; marks heaped on a letter stay."""
    return "".join(_bare(char) for char in plain(text))


@lru_cache(maxsize=1024)
def _bare(char: str) -> str:
    first = unicodedata.normalize("NFD", char)[:1]
    return first if first.isascii() else char


def tokens(text: str) -> list[str]:
    """Words, numbers and pauses, in lower case; letters and digits part ways, so GPT4 and GPT-4 read alike."""
    return [_PAUSE_OF.get(word, word) for word in _TOKEN.findall(text.casefold())]


def words_of(phrase: str) -> tuple[str, ...]:
    """A phrase as `tokens` would cut it, without pauses."""
    return tuple(word for word in tokens(fold(phrase)) if word not in PAUSES)


class _Node(Generic[Value]):
    __slots__ = ("next", "value")

    def __init__(self) -> None:
        self.next: dict[str, _Node[Value]] = {}
        self.value: Value | None = None


class Phrases(Generic[Value]):
    """Many word sequences looked up at once, in time that grows with the text and not with their number."""

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
        """The longest phrase that begins at `start`: the place after it, and its value."""
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
        """Leftmost longest matches that do not overlap."""
        free = 0
        for start, end, value in self.find_all(words):
            if start >= free:
                yield start, end, value
                free = end

    def find_all(self, words: Sequence[str]) -> Iterator[tuple[int, int, Value]]:
        """The longest match at every place, overlapping ones too."""
        first = self._root.next
        for place, word in enumerate(words):
            if word in first:
                found = self.at(words, place)
                if found is not None:
                    yield place, *found

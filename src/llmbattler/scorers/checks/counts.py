"""Checks that count."""

import re

from pydantic import Field

from ..extraction.structured import list_code_blocks
from .check import Count

_WORD = re.compile(
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]|[^\W\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]+(?:['’-]\w+)*"
)
_END = re.compile(r"[.!?…]{1,5}[\"'”’)*_\]]{0,4}(?=\s|$)|[。！？]")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:[A-Z]|mr|mrs|ms|dr|prof|st|vs|etc|e\.g|i\.e|cf|no|fig|approx)$", re.IGNORECASE
)
_MARK = re.compile(r"^[ \t]{0,12}(?:[-*+•]|#{1,6}|\d{1,3}[.)])[ \t]")


def list_words(text: str) -> list[str]:
    """Words, including inner apostrophes and hyphens; Chinese and Japanese characters count one by one."""
    return _WORD.findall(text)


def list_sentences(text: str) -> list[str]:
    """Sentences end with a period or similar mark, but not after an abbreviation, and at the end of a line."""
    found = []
    for line in text.splitlines():
        bare = _MARK.sub("", line, count=1)
        start = 0
        for end in _END.finditer(bare):
            if not _goes_on(bare, start, end):
                found.append(bare[start : end.end()])
                start = end.end()
        found.append(bare[start:])
    return [sentence.strip() for sentence in found if list_words(sentence)]


def _goes_on(line: str, start: int, end: re.Match[str]) -> bool:
    """Whether the sentence continues: after an abbreviation such as "Dr.", or after a quoted question."""
    quoted = end[0][-1] in "\"'”’" and line[end.end() : end.end() + 2].strip().islower()
    return quoted or _ABBREVIATION.search(line[max(start, end.start() - 10) : end.start()]) is not None


def list_paragraphs(text: str, separator: str = "") -> list[str]:
    parts = text.split(separator) if separator else re.split(r"\n[ \t]{0,20}\n", text)
    return [part.strip() for part in parts if part.strip()]


class Words(Count):
    """Number of words."""

    def count(self, text: str) -> int:
        return len(list_words(text))


class Sentences(Count):
    """Number of sentences."""

    def count(self, text: str) -> int:
        return len(list_sentences(text))


class SentenceWords(Count):
    """Number of words in the longest sentence."""

    def count(self, text: str) -> int:
        return max((len(list_words(sentence)) for sentence in list_sentences(text)), default=0)


class Paragraphs(Count):
    """Number of paragraphs, separated by an empty line or a text of your choice."""

    separator: str = Field("", description='Separator between paragraphs, for example "***". Default: an empty line.')

    def count(self, text: str) -> int:
        return len(list_paragraphs(text, self.separator))


class Lines(Count):
    """Number of non-empty lines."""

    def count(self, text: str) -> int:
        return sum(1 for line in text.splitlines() if line.strip())


class Characters(Count):
    """Number of characters, without white space at both ends."""

    def count(self, text: str) -> int:
        return len(text.strip())


class Bullets(Count):
    """Number of bullet points: lines that begin with `*`, `-`, `+` or `•` and a space."""

    def count(self, text: str) -> int:
        return len(re.findall(r"^[ \t]{0,12}[-*+•][ \t]{1,8}\S", text, re.MULTILINE))


class NumberedItems(Count):
    """Number of lines that begin with a number and a period or bracket."""

    def count(self, text: str) -> int:
        return len(re.findall(r"^[ \t]{0,12}\d{1,3}[.)][ \t]{1,8}\S", text, re.MULTILINE))


class Headings(Count):
    """Number of Markdown headings."""

    def count(self, text: str) -> int:
        return len(re.findall(r"^#{1,6}[ \t]{1,8}\S", text, re.MULTILINE))


class Highlights(Count):
    """Number of passages highlighted with `*one*` or `**two**` asterisks."""

    def count(self, text: str) -> int:
        return len(re.findall(r"\*{1,3}(?=[^\s*])[^*\n]{1,1000}(?<=\S)\*{1,3}", text))


class Placeholders(Count):
    """Number of placeholders in square brackets, such as `[address]`."""

    def count(self, text: str) -> int:
        return len(re.findall(r"\[[^\[\]\n]{1,200}\]", text))


class Sections(Count):
    """Number of sections that begin with a word and a number, such as `SECTION 1`."""

    word: str = Field("Section", min_length=1, max_length=100, description="The word before the number.")

    def count(self, text: str) -> int:
        pattern = rf"(?<!\w){re.escape(self.word)}\s{{0,4}}(?:\d{{1,4}}|[IVXLC]{{1,8}})\b"
        return len({found.upper() for found in re.findall(pattern, text, re.IGNORECASE)})


class CapitalWords(Count):
    """Number of words in uppercase."""

    def count(self, text: str) -> int:
        return sum(1 for word in list_words(text) if word.isupper())


class Letter(Count):
    """How often a character occurs, in uppercase or lowercase."""

    letter: str = Field(min_length=1, max_length=1, description="One character.")

    def count(self, text: str) -> int:
        return text.lower().count(self.letter.lower())


class Keyword(Count):
    """How often a word occurs."""

    word: str = Field(min_length=1, max_length=200, description="A word or phrase.")
    whole_words: bool = Field(True, description='Do not count "cat" in "category".')

    def count(self, text: str) -> int:
        return count_word(text, self.word, whole=self.whole_words)


class CodeBlocks(Count):
    """Number of fenced code blocks."""

    def count(self, text: str) -> int:
        return sum(1 for _ in list_code_blocks(text))


def count_word(text: str, word: str, *, whole: bool) -> int:
    edges = (r"(?<!\w)", r"(?!\w)") if whole else ("", "")
    return len(re.findall(edges[0] + re.escape(word) + edges[1], text, re.IGNORECASE))

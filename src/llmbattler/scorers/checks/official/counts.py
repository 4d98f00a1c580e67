"""Instructions of IFEval that count."""

import re
from collections.abc import Iterator

from pydantic import Field

from .check import CountInstruction, Relation, compare, count_matches
from .sentences import split_sentences
from .words import count_capital_words, count_words


class KeywordFrequency(CountInstruction):
    """How often a word occurs, also within other words."""

    keyword: str = Field(min_length=1, max_length=200)
    frequency: int = Field(ge=0)
    relation: Relation

    def count(self, text: str) -> int:
        return count_matches(self.keyword.strip(), text, ignore_case=True)

    def is_followed(self, text: str) -> bool:
        return compare(self.count(text), self.relation, self.frequency)


class LetterFrequency(CountInstruction):
    """How often a letter occurs. For a character other than a to z the published program draws a letter at random."""

    letter: str = Field(min_length=1, max_length=1)
    let_frequency: int = Field(ge=0)
    let_relation: Relation

    def count(self, text: str) -> int:
        return text.lower().count(self.letter.lower())

    def is_followed(self, text: str) -> bool:
        return compare(self.count(text), self.let_relation, self.let_frequency)


class NumberOfSentences(CountInstruction):
    """Sentences as Punkt splits them."""

    num_sentences: int = Field(ge=0)
    relation: Relation

    def count(self, text: str) -> int:
        return len(split_sentences(text))

    def is_followed(self, text: str) -> bool:
        return compare(self.count(text), self.relation, self.num_sentences)


class NumberOfWords(CountInstruction):
    """Runs of letters, digits and underscores: "don't" and "well-known" are two words each."""

    num_words: int = Field(ge=0)
    relation: Relation

    def count(self, text: str) -> int:
        return count_words(text)

    def is_followed(self, text: str) -> bool:
        return compare(self.count(text), self.relation, self.num_words)


class NumberOfCapitalWords(CountInstruction):
    """Words without lowercase letters."""

    capital_frequency: int = Field(ge=0)
    capital_relation: Relation

    def count(self, text: str) -> int:
        return count_capital_words(text)

    def is_followed(self, text: str) -> bool:
        return compare(self.count(text), self.capital_relation, self.capital_frequency)


class NumberOfParagraphs(CountInstruction):
    """Paragraphs between `***`. An empty one breaks the instruction, unless it is the first or last."""

    num_paragraphs: int = Field(ge=0)

    def count(self, text: str) -> int:
        return sum(1 for part in _split_paragraphs(text) if part.strip())

    def is_followed(self, text: str) -> bool:
        inner = _split_paragraphs(text)[1:-1]
        return all(part.strip() for part in inner) and self.count(text) == self.num_paragraphs


class NumberOfPlaceholders(CountInstruction):
    """Square brackets with anything in them, also nothing, within a line."""

    num_placeholders: int = Field(ge=0)

    def count(self, text: str) -> int:
        return sum(_count_brackets(line) for line in text.split("\n"))

    def is_followed(self, text: str) -> bool:
        return self.count(text) >= self.num_placeholders


class NumberOfBullets(CountInstruction):
    """Lines that begin with `-`, or with one `*`, also without a space after it."""

    num_bullets: int = Field(ge=0)

    def count(self, text: str) -> int:
        lines = [line.lstrip() for line in text.split("\n")]
        return sum(line.startswith("-") for line in lines) + sum(1 for _ in _list_stars(lines))

    def is_followed(self, text: str) -> bool:
        return self.count(text) == self.num_bullets


class NumberOfHighlights(CountInstruction):
    """Text between asterisks, within a line. Text between three asterisks counts twice."""

    num_highlights: int = Field(ge=0)

    def count(self, text: str) -> int:
        single = re.findall(r"\*([^*\n]*)\*", text)
        double = re.findall(r"\*\*([^*\n]*)\*\*", text)
        return sum(1 for part in (*single, *double) if part.strip())

    def is_followed(self, text: str) -> bool:
        return self.count(text) >= self.num_highlights


class NumberOfSections(CountInstruction):
    """How often the given word and a number occur, also the same one twice."""

    section_spliter: str = Field(min_length=1, max_length=200)
    num_sections: int = Field(ge=0)

    def count(self, text: str) -> int:
        return count_matches(self.section_spliter.strip(), text, before=r"\s?", after=r"\s?\d+\s?")

    def is_followed(self, text: str) -> bool:
        return self.count(text) >= self.num_sections


def _split_paragraphs(text: str) -> list[str]:
    return re.split(r"\s?\*{3}\s?", text)


def _count_brackets(line: str) -> int:
    count, place = 0, line.find("[")
    while place >= 0:
        end = line.find("]", place)
        count += end >= 0
        place = line.find("[", end) if end >= 0 else -1
    return count


def _list_stars(lines: list[str]) -> Iterator[int]:
    """Bullets with an asterisk. One alone on its line takes the next line as its text."""
    place = 0
    while place < len(lines):
        line = lines[place]
        alone = line == "*" and place + 1 < len(lines)
        if alone or (line[:1] == "*" and line[1:2] not in {"", "*"}):
            yield place
        place += 1 + alone

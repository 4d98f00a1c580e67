"""Instructions of IFEval about words and the form of the answer."""

import json
import re

from pydantic import Field

from .check import Instruction, count_matches
from .languages import is_language

_ANSWERS = ("My answer is yes.", "My answer is no.", "My answer is maybe.")
_FENCES = ("```json", "```Json", "```JSON", "```")
_POSTSCRIPTS = {"P.P.S": r"p\.\s?p\.\s?s", "P.S.": r"p\.\s?s\."}
_PUNCTUATION = re.compile(r"[.,?!'\"]")


class Keywords(Instruction):
    """All words occur, also within other words."""

    keywords: list[str] = Field(min_length=1, max_length=100)

    def is_followed(self, text: str) -> bool:
        return all(count_matches(word, text, ignore_case=True) for word in self.keywords)


class ForbiddenWords(Instruction):
    """None of the words occurs as a whole word."""

    forbidden_words: list[str] = Field(min_length=1, max_length=100)

    def is_followed(self, text: str) -> bool:
        edge = r"\b"
        return not any(
            count_matches(word, text, before=edge, after=edge, ignore_case=True) for word in self.forbidden_words
        )


class ResponseLanguage(Instruction):
    """The answer is in one language."""

    language: str = Field(min_length=2, max_length=10)

    def is_followed(self, text: str) -> bool:
        return is_language(text, self.language)


class EnglishCapital(Instruction):
    """No lowercase letters, and English."""

    def is_followed(self, text: str) -> bool:
        return text.isupper() and is_language(text, "en")


class EnglishLowercase(Instruction):
    """No uppercase letters, and English."""

    def is_followed(self, text: str) -> bool:
        return text.islower() and is_language(text, "en")


class FirstWordOfParagraph(Instruction):
    """The number of paragraphs between empty lines, and the first word of one of them."""

    num_paragraphs: int = Field(ge=0)
    nth_paragraph: int = Field(ge=1)
    first_word: str = Field(min_length=1, max_length=200)

    def is_followed(self, text: str) -> bool:
        parts = text.split("\n\n")
        count = sum(1 for part in parts if part.strip())
        # Empty parts are not counted, but they do take a place.
        if self.nth_paragraph > count or not parts[self.nth_paragraph - 1].strip():
            return False
        first = parts[self.nth_paragraph - 1].split()[0].lstrip("'").lstrip('"')
        word = _PUNCTUATION.split(first, maxsplit=1)[0].lower()
        return count == self.num_paragraphs and word == self.first_word.lower()


class Postscript(Instruction):
    """The marker of a postscript anywhere in the answer."""

    postscript_marker: str = Field(min_length=1, max_length=200)

    def is_followed(self, text: str) -> bool:
        marker = self.postscript_marker.strip()
        if marker in _POSTSCRIPTS:
            return re.search(_POSTSCRIPTS[marker], text.lower()) is not None
        return count_matches(marker.lower(), text.lower()) > 0


class ConstrainedResponse(Instruction):
    """One of three sentences occurs, with the same capital letters."""

    def is_followed(self, text: str) -> bool:
        return any(answer in text for answer in _ANSWERS)


class JsonFormat(Instruction):
    """The whole answer is JSON, or JSON in one code block."""

    def is_followed(self, text: str) -> bool:
        bare = text.strip()
        for fence in _FENCES:
            bare = bare.removeprefix(fence)
        try:
            json.loads(bare.removesuffix("```").strip())
        except (ValueError, RecursionError):
            return False
        return True


class Title(Instruction):
    """Words in double angle brackets within a line."""

    def is_followed(self, text: str) -> bool:
        return any(_has_title(line) for line in text.split("\n"))


class TwoResponses(Instruction):
    """Two different texts with six asterisks between them. Nothing else is between asterisks."""

    def is_followed(self, text: str) -> bool:
        parts = [part.strip() for part in text.split("******")]
        kept = [part for part in parts if part]
        return all(parts[1:-1]) and len(kept) == 2 and kept[0] != kept[1]  # noqa: PLR2004 - the name says it


class RepeatPrompt(Instruction):
    """The answer begins with the request; nothing has to follow."""

    prompt_to_repeat: str = Field(min_length=1)

    def is_followed(self, text: str) -> bool:
        return text.strip().lower().startswith(self.prompt_to_repeat.strip().lower())


class EndPhrase(Instruction):
    """The answer ends with a phrase, apart from quotation marks after it."""

    end_phrase: str = Field(min_length=1)

    def is_followed(self, text: str) -> bool:
        return text.strip().strip('"').lower().endswith(self.end_phrase.strip().lower())


class Quotation(Instruction):
    """The answer is in straight double quotation marks."""

    def is_followed(self, text: str) -> bool:
        bare = text.strip()
        return len(bare) > 1 and bare[0] == bare[-1] == '"'


class NoComma(Instruction):
    """No commas of the Latin script."""

    def is_followed(self, text: str) -> bool:
        return "," not in text


def _has_title(line: str) -> bool:
    start, end = line.find("<<"), line.rfind(">>")
    # At least one character is between the brackets, which may be another bracket.
    return start >= 0 and end > start + 2 and bool(line[start : end + 2].lstrip("<").rstrip(">").strip())

"""Checks of the words of an answer."""

import string
from typing import Literal, Self

from pydantic import Field, PrivateAttr, model_validator

from llmbattler.core.text.languages import LANGUAGES, detect_language

from ..errors import BadOptions, PatternTooSlow
from ..patterns import SafePattern
from .check import Check
from .counts import count_word, list_paragraphs, list_words

_QUOTES = string.whitespace + "\"'“”„‘’*_"


class Keywords(Check):
    """Words that must occur."""

    short = "words"
    words: list[str] = Field(min_length=1, max_length=100, description="The words.")
    mode: Literal["all", "any"] = Field("all", description="Require all words, or any.")
    whole_words: bool = Field(True, description='Do not find "cat" in "category".')

    def holds(self, text: str, _: str) -> bool:
        occur = (count_word(text, word, whole=self.whole_words) > 0 for word in self.words)
        return all(occur) if self.mode == "all" else any(occur)


class ForbiddenWords(Check):
    """Words that must not occur."""

    short = "words"
    words: list[str] = Field(min_length=1, max_length=100, description="The words.")
    whole_words: bool = Field(True, description='Do not find "cat" in "category".')

    def holds(self, text: str, _: str) -> bool:
        return not any(count_word(text, word, whole=self.whole_words) for word in self.words)


class StartsWith(Check):
    """The answer starts with a text, ignoring case and quotation marks."""

    short = "text"
    text: str = Field(min_length=1, description="The text.")

    def holds(self, text: str, _: str) -> bool:
        return text.strip(_QUOTES).lower().startswith(self.text.strip(_QUOTES).lower())


class EndsWith(Check):
    """The answer ends with a text, ignoring case and quotation marks."""

    short = "text"
    text: str = Field(min_length=1, description="The text.")

    def holds(self, text: str, _: str) -> bool:
        return text.strip(_QUOTES).lower().endswith(self.text.strip(_QUOTES).lower())


class FirstWordOfParagraph(Check):
    """One paragraph begins with a given word; optionally with a fixed number of paragraphs."""

    word: str = Field(min_length=1, description="The word.")
    paragraph: int = Field(ge=1, description="Number of the paragraph, from 1.")
    paragraphs: int | None = Field(None, ge=1, description="Required number of paragraphs.")
    separator: str = Field("", description="Separator between paragraphs. Default: an empty line.")

    def holds(self, text: str, _: str) -> bool:
        parts = list_paragraphs(text, self.separator)
        if len(parts) < self.paragraph or (self.paragraphs is not None and len(parts) != self.paragraphs):
            return False
        words = list_words(parts[self.paragraph - 1])
        return bool(words) and words[0].lower() == self.word.lower()


class RepeatPrompt(Check):
    """The answer repeats the request verbatim and continues after it."""

    text: str | None = Field(None, min_length=1, description="The text to repeat. Default: the whole request.")

    def holds(self, text: str, prompt: str) -> bool:
        wanted = _plain(self.text or prompt)
        said = _plain(text)
        return said.startswith(wanted) and len(said) > len(wanted)


class OneOf(Check):
    """The answer contains one of the given sentences."""

    short = "texts"
    texts: list[str] = Field(min_length=1, max_length=100, description="The sentences.")
    only: bool = Field(False, description="The answer must contain nothing else.")

    def holds(self, text: str, _: str) -> bool:
        if self.only:
            return _plain(text) in {_plain(one) for one in self.texts}
        return any(_plain(one) in _plain(text) for one in self.texts)


class Matches(Check):
    """A regular expression matches somewhere in the answer. A search of more than half a second counts as no match."""

    short = "pattern"
    pattern: str = Field(min_length=1, description="A Python regular expression.")
    ignore_case: bool = Field(False, description="Ignore case.")
    _compiled: SafePattern = PrivateAttr()

    @model_validator(mode="after")
    def _compile(self) -> Self:
        try:
            self._compiled = SafePattern(self.pattern, ignore_case=self.ignore_case)
        except BadOptions as error:
            raise ValueError(error.detail) from error
        return self

    def holds(self, text: str, _: str) -> bool:
        try:
            return self._compiled.search(text) is not None
        except PatternTooSlow:
            return False


class Language(Check):
    """Most of the answer is in one language, by its script and its most frequent words."""

    short = "language"
    language: str = Field(pattern=f"^({'|'.join(sorted(LANGUAGES))})$", description="A code such as de, en or hi.")

    def holds(self, text: str, _: str) -> bool:
        return detect_language(text) == self.language


def _plain(text: str) -> str:
    return " ".join(text.split()).lower()

"""Checks of what the words are."""

import string
from typing import Literal, Self

from pydantic import Field, PrivateAttr, model_validator

from ..errors import BadOptions, PatternTooSlow
from ..patterns import SafePattern
from .check import Check
from .counts import count_word, list_paragraphs, list_words
from .languages import LANGUAGES, is_written_in

_QUOTES = string.whitespace + "\"'“”„‘’*_"


class Keywords(Check):
    """Words that must occur."""

    short = "words"
    words: list[str] = Field(min_length=1, max_length=100, description="The words.")
    mode: Literal["all", "any"] = Field("all", description="All of them, or at least one.")
    whole_words: bool = Field(True, description='"cat" does not occur in "category".')

    def holds(self, text: str, _: str) -> bool:
        occur = (count_word(text, word, whole=self.whole_words) > 0 for word in self.words)
        return all(occur) if self.mode == "all" else any(occur)


class ForbiddenWords(Check):
    """Words that must not occur."""

    short = "words"
    words: list[str] = Field(min_length=1, max_length=100, description="The words.")
    whole_words: bool = Field(True, description='"cat" does not occur in "category".')

    def holds(self, text: str, _: str) -> bool:
        return not any(count_word(text, word, whole=self.whole_words) for word in self.words)


class StartsWith(Check):
    """The answer begins with a text; capitals and quotation marks do not count."""

    short = "text"
    text: str = Field(min_length=1, description="The text.")

    def holds(self, text: str, _: str) -> bool:
        return text.strip(_QUOTES).lower().startswith(self.text.strip(_QUOTES).lower())


class EndsWith(Check):
    """The answer ends with a text; capitals and quotation marks do not count."""

    short = "text"
    text: str = Field(min_length=1, description="The text.")

    def holds(self, text: str, _: str) -> bool:
        return text.strip(_QUOTES).lower().endswith(self.text.strip(_QUOTES).lower())


class FirstWordOfParagraph(Check):
    """So many paragraphs, and one of them begins with a given word."""

    word: str = Field(min_length=1, description="The word.")
    paragraph: int = Field(ge=1, description="Which paragraph, counted from 1.")
    paragraphs: int | None = Field(None, ge=1, description="How many there must be.")
    separator: str = Field("", description="What stands between two paragraphs; else an empty line.")

    def holds(self, text: str, _: str) -> bool:
        parts = list_paragraphs(text, self.separator)
        if len(parts) < self.paragraph or (self.paragraphs is not None and len(parts) != self.paragraphs):
            return False
        words = list_words(parts[self.paragraph - 1])
        return bool(words) and words[0].lower() == self.word.lower()


class RepeatPrompt(Check):
    """The answer repeats the request word for word and goes on after it."""

    text: str | None = Field(None, min_length=1, description="What to repeat; else the whole request.")

    def holds(self, text: str, prompt: str) -> bool:
        wanted = _plain(self.text or prompt)
        said = _plain(text)
        return said.startswith(wanted) and len(said) > len(wanted)


class OneOf(Check):
    """The answer contains one of some given sentences."""

    short = "texts"
    texts: list[str] = Field(min_length=1, max_length=100, description="The sentences.")
    only: bool = Field(False, description="And nothing else.")

    def holds(self, text: str, _: str) -> bool:
        if self.only:
            return _plain(text) in {_plain(one) for one in self.texts}
        return any(_plain(one) in _plain(text) for one in self.texts)


class Matches(Check):
    """A regular expression matches somewhere; one that takes more than half a second does not."""

    short = "pattern"
    pattern: str = Field(min_length=1, description="As Python reads it.")
    ignore_case: bool = Field(False, description="Capital and small letters are the same.")
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
    """Most of the answer is in one language: by its script, and by its commonest words where others share that."""

    short = "language"
    language: str = Field(pattern=f"^({'|'.join(LANGUAGES)})$", description="A code such as de, en or hi.")

    def holds(self, text: str, _: str) -> bool:
        return is_written_in(text, self.language)


def _plain(text: str) -> str:
    return " ".join(text.split()).lower()

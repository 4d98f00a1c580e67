"""Steps on lines, words and letters."""

import string

from pydantic import Field

from ..punctuation import PUNCTUATION
from .step import Step


class Strip(Step):
    """Removes white space and the given characters at both ends."""

    title = "Strip"
    short = "characters"
    characters: str = Field("", description="More characters to remove at both ends, for example quotation marks.")

    def apply(self, text: str) -> str | None:
        return text.strip(string.whitespace + "\u00a0\u200b\ufeff" + self.characters)


class Lower(Step):
    """Converts the text to lowercase."""

    title = "Lower case"

    def apply(self, text: str) -> str | None:
        return text.lower()


class Upper(Step):
    """Converts the text to uppercase."""

    title = "Upper case"

    def apply(self, text: str) -> str | None:
        return text.upper()


class Collapse(Step):
    """Replaces every run of white space, including line breaks, by one space."""

    title = "Collapse white space"

    def apply(self, text: str) -> str | None:
        return " ".join(text.split())


class FirstLine(Step):
    """Keeps the first non-empty line."""

    title = "First line"

    def apply(self, text: str) -> str | None:
        return next((line.strip() for line in text.splitlines() if line.strip()), None)


class LastLine(Step):
    """Keeps the last non-empty line."""

    title = "Last line"

    def apply(self, text: str) -> str | None:
        return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), None)


class FirstWord(Step):
    """Keeps the first word, without surrounding punctuation."""

    title = "First word"

    def apply(self, text: str) -> str | None:
        return next(iter(_words(text)), None)


class LastWord(Step):
    """Keeps the last word, without surrounding punctuation."""

    title = "Last word"

    def apply(self, text: str) -> str | None:
        return next(reversed(_words(text)), None)


class RemovePunctuation(Step):
    """Removes ASCII punctuation and typographic quotation marks and dashes."""

    title = "Remove punctuation"

    def apply(self, text: str) -> str | None:
        return text.translate(_NO_PUNCTUATION)


_NO_PUNCTUATION = dict.fromkeys(map(ord, PUNCTUATION))


def _words(text: str) -> list[str]:
    bare = (word.strip(PUNCTUATION) for word in text.split())
    return [word for word in bare if word]

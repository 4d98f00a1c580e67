"""Steps that look at lines, words and letters."""

import string

from pydantic import Field

from ..punctuation import PUNCTUATION
from .step import Step


class Strip(Step):
    """Removes white space around the text, and the given characters too."""

    title = "Strip"
    short = "characters"
    characters: str = Field("", description="Also removed at both ends, for example quotation marks.")

    def apply(self, text: str) -> str | None:
        return text.strip(string.whitespace + "\u00a0\u200b\ufeff" + self.characters)


class Lower(Step):
    """Makes every letter small."""

    title = "Lower case"

    def apply(self, text: str) -> str | None:
        return text.lower()


class Upper(Step):
    """Makes every letter a capital."""

    title = "Upper case"

    def apply(self, text: str) -> str | None:
        return text.upper()


class Collapse(Step):
    """Makes one space of every run of white space, line ends included."""

    title = "Collapse white space"

    def apply(self, text: str) -> str | None:
        return " ".join(text.split())


class FirstLine(Step):
    """Keeps the first line that is not empty."""

    title = "First line"

    def apply(self, text: str) -> str | None:
        return next((line.strip() for line in text.splitlines() if line.strip()), None)


class LastLine(Step):
    """Keeps the last line that is not empty."""

    title = "Last line"

    def apply(self, text: str) -> str | None:
        return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), None)


class FirstWord(Step):
    """Keeps the first word, without punctuation around it."""

    title = "First word"

    def apply(self, text: str) -> str | None:
        return next(iter(_words(text)), None)


class LastWord(Step):
    """Keeps the last word, without punctuation around it."""

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

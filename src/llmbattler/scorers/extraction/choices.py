"""Finds the letter of a multiple-choice answer in free text."""

import re
from functools import lru_cache

from pydantic import Field

from llmbattler.core.text.normalization import normalize

from .numbers import find_boxed
from .step import Step

DEFAULT_LETTERS = "ABCDEFGHIJ"
MANY = 2

_OPEN = r"[\s\"'“”‘’*_`(\[{$<]{0,6}"
_CLOSE = r"[\"'“”‘’*_`)\]}$>]{0,4}"
_NOUN = r"(?:answer|option|choice|letter|solution|response)"
_TEX = r"(?:\\(?:text|textbf|mathrm|mathbf)\s?\{\s?)?"
_IS = r"(?:\b(?:is|would\sbe|should\sbe|must\sbe|are|being)\b)?"
_SURELY = r"(?:\s(?:therefore|thus|clearly|definitely|indeed))?"
_ASKED = r"(?:\sto\s(?:the|this)\squestion)?"
_NAMED = rf"\b{_NOUN}{_ASKED}[*_`\"]{{0,3}}\s?{_IS}\s?[:=–—-]?{_SURELY}(?:\s?(?:the\s)?{_NOUN}\b)?"
_SELECTED = rf"\b(?:choose|chose|pick|select|go\swith|going\swith|opt\sfor)(?:\s(?:the\s)?{_NOUN}\b)?\s?:?"
_RIGHT = r"\s(?i:(?:is|would\sbe|looks)\s(?:the\s)?(?:correct|right|best|true))\b"
_NOT_REFUSED = rf"(?!{_CLOSE}\s(?i:is\s(?:not|wrong|incorrect|false)|isn|cannot|can't|and|or)\b)"
_MARKED = r"(?:[).:\]]|\s[-–—]\s)"


class LetterFinder:
    """Finds one of the given letters; lowercase letters only if they are unambiguous."""

    def __init__(self, letters: str) -> None:
        self._letters = letters.upper()
        big, small = rf"(?P<big>[{letters.upper()}])", rf"(?P<small>[{letters.lower()}])"
        either = rf"(?P<either>[{letters.upper()}{letters.lower()}])"
        # After a cue, a capital may be followed by any word; a lowercase letter must stand alone, or it is an article.
        pick = rf"(?:{big}(?![^\W_])(?!['’]\w){_NOT_REFUSED}|{small}(?=[).\]*\"'`,:}}]|\s?$))"
        self._cued = [
            re.compile(rf"(?i:{_NAMED}){_OPEN}{_TEX}{pick}", re.MULTILINE),
            re.compile(rf"(?i:{_SELECTED}){_OPEN}{_TEX}{pick}", re.MULTILINE),
            re.compile(rf"(?<!\w){_OPEN}{big}{_CLOSE}{_RIGHT}"),
        ]
        self._alone = re.compile(rf"^{_OPEN}{either}{_CLOSE}[.:,!]?{_CLOSE}\s?$")
        self._leading = re.compile(rf"^{_OPEN}{either}(?:{_CLOSE}{_MARKED}|[)*\]]){_CLOSE}(?!\w\.)")
        self._bracketed = re.compile(rf"\({big}\)|\*\*{big.replace('big', 'bold')}\*\*")

    def find(self, text: str) -> str | None:
        text = re.sub(r"\s+", _shorten, normalize("NFKC", text)).strip()
        boxed = find_boxed(text)
        if boxed is not None and (said := self._only(boxed)):
            return said
        lines = [line for line in text.split("\n") if line]
        if not lines:
            return None
        return (
            self._alone_in(lines[0] if len(lines) == 1 else lines[-1])
            or self._after_cue(text)
            or self._alone_in(lines[0])
            or self._leads(lines)
            or self._only_bracketed(text)
        )

    def _only(self, boxed: str) -> str | None:
        bare = re.sub(r"\\[a-z]{1,10}|[^\w]", "", boxed).upper()
        return bare if len(bare) == 1 and bare in self._letters else None

    def _alone_in(self, line: str) -> str | None:
        return _take(self._alone.match(line))

    def _leads(self, lines: list[str]) -> str | None:
        """The letter at the start of the first line; none if several lines or brackets have one (a list of choices)."""
        leading = [_take(self._leading.match(line)) for line in lines]
        bracketed = {_take(match) for match in self._bracketed.finditer(lines[0])}
        return leading[0] if len({*leading} - {None}) == 1 and len(bracketed) < MANY else None

    def _after_cue(self, text: str) -> str | None:
        found = [match for cue in self._cued for match in cue.finditer(text)]
        return _take(max(found, key=lambda match: match.end())) if found else None

    def _only_bracketed(self, text: str) -> str | None:
        found = {_take(match) for match in self._bracketed.finditer(text)}
        return found.pop() if len(found) == 1 else None


@lru_cache(maxsize=64)
def _finder(letters: str) -> LetterFinder:
    return LetterFinder(letters)


def find_letter(text: str, letters: str) -> str | None:
    """The chosen letter, in uppercase; `None` if the text does not settle on one."""
    return _finder(letters).find(text)


def _take(found: re.Match[str] | None) -> str | None:
    return None if found is None else next(group for group in found.groups() if group).upper()


def _shorten(found: re.Match[str]) -> str:
    # Collapse white space, so that patterns do not backtrack over it.
    return "\n" if "\n" in found[0] else " "


class Letter(Step):
    r"""Keeps the letter of a choice: "B", "(b)", "B) Paris", "The answer is **B**.", "I choose option B", `\boxed{B}`.

    The last phrase that names an answer counts. A text that only mentions several letters has no answer.
    """

    title = "Choice letter"
    short = "letters"
    letters: str = Field(DEFAULT_LETTERS, pattern=r"^[A-Za-z]{2,26}$", description="Letters of the choices.")

    def apply(self, text: str) -> str | None:
        return find_letter(text, self.letters)

"""Steps that cut a text at fixed texts or patterns."""

from typing import Self

from pydantic import Field, PrivateAttr, model_validator

from ..errors import BadOptions
from ..patterns import SafePattern
from .step import Step


class _Patterned(Step):
    pattern: str = Field(min_length=1, description="A Python regular expression; `.` also matches line breaks.")
    ignore_case: bool = Field(False, description="Ignore case.")
    _compiled: SafePattern = PrivateAttr()

    @model_validator(mode="after")
    def _compile(self) -> Self:
        try:
            self._compiled = SafePattern(self.pattern, ignore_case=self.ignore_case)
        except BadOptions as error:
            raise ValueError(error.detail) from error
        return self


class Regex(_Patterned):
    """Keeps the match of a regular expression: one of its groups, or the whole match if it has none.

    A search that takes more than half a second finds nothing.
    """

    title = "Regular expression"
    short = "pattern"
    group: int | str | None = Field(None, description="Number or name of the group. Default: the first that matched.")
    last: bool = Field(False, description="Use the last match instead of the first.")

    @model_validator(mode="after")
    def _has_group(self) -> Self:
        known = self._compiled.names if isinstance(self.group, str) else range(self._compiled.groups + 1)
        if self.group is not None and self.group not in known:
            raise ValueError(f"the pattern has no group {self.group!r}")
        return self

    def apply(self, text: str) -> str | None:
        found = self._compiled.search(text, last=self.last)
        if found is None:
            return None
        if self.group is not None:
            return found.get(self.group)
        return next((group for group in found.groups if group is not None), found.whole)


class Replace(_Patterned):
    """Replaces every match of a regular expression by another text."""

    title = "Replace"
    by: str = Field("", alias="with", description="Literal text. Empty removes the match.")

    def apply(self, text: str) -> str | None:
        return self._compiled.replace(text, self.by)


class After(Step):
    """Keeps the text after a given text; nothing if it does not occur."""

    title = "After"
    short = "text"
    text: str = Field(min_length=1, description="The text to look for.")
    last: bool = Field(True, description="Use the last occurrence instead of the first.")
    ignore_case: bool = Field(False, description="Ignore case.")

    def apply(self, text: str) -> str | None:
        place = _find(text, self.text, last=self.last, ignore_case=self.ignore_case)
        return None if place < 0 else text[place + len(self.text) :]


class Before(Step):
    """Keeps the text before a given text; everything if it does not occur, or nothing if it is required."""

    title = "Before"
    short = "text"
    text: str = Field(min_length=1, description="The text to look for.")
    last: bool = Field(False, description="Use the last occurrence instead of the first.")
    ignore_case: bool = Field(False, description="Ignore case.")
    required: bool = Field(False, description="Find nothing if the text does not occur.")

    def apply(self, text: str) -> str | None:
        place = _find(text, self.text, last=self.last, ignore_case=self.ignore_case)
        if place < 0:
            return None if self.required else text
        return text[:place]


class Between(Step):
    """Keeps the text between two given texts, for example `<answer>` and `</answer>`."""

    title = "Between"
    start: str = Field(min_length=1, description="The text before it.")
    end: str = Field(min_length=1, description="The text after it.")
    last: bool = Field(True, description="Use the last such pair instead of the first.")

    def apply(self, text: str) -> str | None:
        last = text.rfind(self.end) if self.last else len(text)
        if last < 0:
            return None
        begin = text.rfind(self.start, 0, last) if self.last else text.find(self.start)
        if begin < 0:
            return None
        begin += len(self.start)
        end = text.find(self.end, begin)
        return None if end < 0 else text[begin:end]


def _find(text: str, wanted: str, *, last: bool, ignore_case: bool) -> int:
    if ignore_case:
        # Fold letter by letter: `lower` of the whole text may change its length.
        text, wanted = _fold(text), _fold(wanted)
    return text.rfind(wanted) if last else text.find(wanted)


def _fold(text: str) -> str:
    return "".join(small if len(small := letter.lower()) == 1 else letter for letter in text)

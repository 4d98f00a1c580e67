"""Base classes of the instructions of IFEval, whose options have the names of the published dataset."""

import re
from typing import Literal

from pydantic import ConfigDict

from ...errors import BadOptions, PatternTooSlow
from ...patterns import SafePattern
from ..check import Check

Relation = Literal["less than", "at least"]
_SPECIAL = re.compile(r"[.^$*+?{}\[\]\\|()]")
_MARK = "\0"


class Instruction(Check):
    """An instruction of IFEval, checked as its published program does. An empty answer follows none."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    def holds(self, text: str, _: str) -> bool:
        return bool(text.strip()) and self.is_followed(text)

    def is_followed(self, text: str) -> bool:
        raise NotImplementedError


class CountInstruction(Instruction):
    """An instruction that limits a number."""

    def count(self, text: str) -> int:
        raise NotImplementedError

    def found(self, text: str) -> int | None:
        return self.count(text)


def compare(count: int, relation: Relation, wanted: int) -> bool:
    return count < wanted if relation == "less than" else count >= wanted


def count_matches(given: str, text: str, *, before: str = "", after: str = "", ignore_case: bool = False) -> int:
    """Count the matches of a word of the dataset, which the published program reads as a regular expression."""
    flags = re.IGNORECASE if ignore_case else re.NOFLAG
    if not _SPECIAL.search(given):
        return len(re.findall(before + given + after, text, flags))
    try:
        pattern = SafePattern(before + given + after, ignore_case=ignore_case, dot_all=False, multiline=False)
    except BadOptions:
        # The published program would stop here.
        return len(re.findall(before + re.escape(given) + after, text, flags))
    try:
        return pattern.replace(text.replace(_MARK, " "), _MARK).count(_MARK)
    except PatternTooSlow:
        return 0

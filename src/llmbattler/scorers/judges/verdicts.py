"""Parses a judge's reply: only the last line in the requested form counts."""

import re
from collections.abc import Sequence
from enum import StrEnum

from llmbattler.core.text.normalization import normalize

_LABELLED = re.compile(
    r"[\W_]*(?:(?:my|the|final|overall|total)\s)*(?:score|verdict|grade|rating)[\W_]*?\s?(?:[:=–—-]|\bis\b)(?P<said>.*)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?P<score>-?\d{1,6}(?:\.\d{1,6})?)(?:\s?(?:/|out\sof)\s?(?P<of>\d{1,6}))?(?:\s?\(.*\))?")
_FILLERS = frozenset({"answer", "assistant", "response", "is", "better", "wins"})


class Preference(StrEnum):
    """The preferred answer, in the order in which the judge read them."""

    FIRST = "a"
    SECOND = "b"
    TIE = "tie"


def read_score(reply: str, *, low: int, high: int) -> float | None:
    """The number in the last line "Score: …"; `None` if there is none or it is out of range."""
    said = _find_label(reply)
    found = None if said is None else _NUMBER.fullmatch(said.strip(" \t*_`.[]{}<>\"'"))
    if found is None or (found["of"] is not None and int(found["of"]) != high):
        return None
    score = float(found["score"])
    return score if low <= score <= high else None


def read_preference(reply: str) -> Preference | None:
    """The verdict in the last line "Verdict: …": A, B or tie."""
    said = _find_label(reply) or ""
    words = [word for word in re.sub(r"[\W_]+", " ", said).casefold().split() if word not in _FILLERS]
    return next((one for one in Preference if words == [one.value]), None)


def _find_label(reply: str) -> str | None:
    for line in reversed(normalize("NFKC", reply).splitlines()):
        found = _LABELLED.fullmatch(" ".join(line.split())[:500])
        if found is not None:
            return found["said"]
    return None


def agree_on(values: Sequence[float]) -> float:
    """The most frequent value; on a tie, the mean of the most frequent ones."""
    counts = {value: values.count(value) for value in values}
    most = [value for value, count in counts.items() if count == max(counts.values())]
    return sum(most) / len(most)

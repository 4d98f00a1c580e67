"""Problems found in a suite, with their line and a fix."""

from dataclasses import dataclass
from difflib import get_close_matches

from llmbattler.core.yaml_lines import Document, Path, format_path


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One problem: its place, and a sentence that says what to do."""

    line: int | None
    field: str
    sentence: str

    def __str__(self) -> str:
        place = ", ".join(part for part in (f"line {self.line}" if self.line else "", self.field) if part)
        return f"{place}: {self.sentence}" if place else self.sentence


class Problems:
    """Collects the problems of one document."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._found: dict[Problem, None] = {}

    def add(self, path: Path, sentence: str) -> None:
        self._found[Problem(self._document.line_of(path), format_path(path), sentence)] = None

    def listed(self) -> list[Problem]:
        """All problems, in the order of their lines."""
        return sorted(self._found, key=lambda one: (one.line or 0, one.field, one.sentence))


def nearest(name: str, known: list[str]) -> str:
    """A hint: the most similar known name, or else all known names."""
    close = get_close_matches(name.lower(), [one.lower() for one in known], n=1, cutoff=0.6)
    if close:
        meant = next(one for one in known if one.lower() == close[0])
        return f"did you mean `{meant}`?"
    return f"use one of {', '.join(known)}." if known else "none are defined."

"""Problems found in a suite, with their lines and a fix."""

from dataclasses import dataclass
from difflib import get_close_matches

from llmbattler.core.yaml_lines import Document, Path, format_path


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing that is wrong, where, and what to do about it."""

    line: int | None
    field: str
    sentence: str

    def __str__(self) -> str:
        place = ", ".join(part for part in (f"line {self.line}" if self.line else "", self.field) if part)
        return f"{place}: {self.sentence}" if place else self.sentence


class Problems:
    """Collects what is wrong with one document."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._found: dict[Problem, None] = {}

    def add(self, path: Path, sentence: str) -> None:
        self._found[Problem(self._document.line_of(path), format_path(path), sentence)] = None

    def listed(self) -> list[Problem]:
        """In the order of the lines."""
        return sorted(self._found, key=lambda one: (one.line or 0, one.field, one.sentence))


def nearest(name: str, known: list[str]) -> str:
    """A hint: the name that was probably meant, else all there are."""
    close = get_close_matches(name.lower(), [one.lower() for one in known], n=1, cutoff=0.6)
    if close:
        meant = next(one for one in known if one.lower() == close[0])
        return f"did you mean `{meant}`?"
    return f"known are {', '.join(known)}." if known else "there are none."

"""A suite's file, YAML or JSON, as plain values that know their lines."""

import json
import re
from dataclasses import dataclass
from difflib import get_close_matches

from llmbattler.core.yaml_lines import Document, Path, format_path, read_yaml

from .datasets import clean

_HALF_A_SIGN = re.compile(rb"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")


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


def read_document(content: str | bytes) -> Document:
    """Values and lines; raises `YamlProblem`. JSON is read as JSON, and looked at as YAML for its lines."""
    data = content.encode(errors="surrogatepass") if isinstance(content, str) else content
    if not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        document = read_yaml(data)
        return Document(clean(document.value), document.lines)
    # JSON may be indented by tabs, which YAML refuses, and spells some signs in two halves, which YAML cannot read.
    document = read_yaml(_HALF_A_SIGN.sub(rb"\\u003f", data.replace(b"\t", b" ")))
    try:
        value = json.loads(data.decode("utf-8-sig"))
    except ValueError:
        value = document.value
    return Document(clean(value), document.lines)


def plain_document(value: object) -> Document:
    """A document that came without a file, and has no lines."""
    return Document(value, {})


def nearest(name: str, known: list[str]) -> str:
    """A hint: the name that was probably meant, else all there are."""
    close = get_close_matches(name.lower(), [one.lower() for one in known], n=1, cutoff=0.6)
    if close:
        meant = next(one for one in known if one.lower() == close[0])
        return f"did you mean `{meant}`?"
    return f"known are {', '.join(known)}." if known else "there are none."

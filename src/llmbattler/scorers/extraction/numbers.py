"""Parses numbers in many notations: 1,234.5 · −3 · 3/4 · 1 1/2 · \\frac{3}{4} · 1.2e5 · 1.2 × 10^5."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from pydantic import Field

from .step import Step

_DIGITS = r"\d{1,300}"
_PLAIN = r"\d{1,3}(?:[,\u00a0\u202f']\d{3}){1,100}(?!\d)|\d{1,300}(?!\d)"
# A number does not begin inside a word, number or version ("GPT4", "1.2.3"), which keeps this search linear.
_NUMBER = re.compile(
    rf"""
    (?<![^\W_])(?<!\d[./])
    (?:(?<![\w)\]}}])(?P<sign>[-+−])(?=[\d.$€£¥\\]))?
    (?P<currency>[$€£¥]\s?)?
    (?:
      \\[dt]?frac\s?\{{\s?(?P<latex_over>-?{_DIGITS})\s?\}}\s?\{{\s?(?P<latex_under>{_DIGITS})\s?\}}
    | (?:(?P<mixed>\d{{1,15}})[ ])?(?P<over>{_DIGITS})\s?[/⁄]\s?(?P<under>{_DIGITS})(?![\d/]|[.,]\d)
    | (?P<whole>{_PLAIN})(?:\.(?P<decimals>{_DIGITS})(?!\d))?
      (?:[eE](?P<exponent>[-+]?\d{{1,3}})(?!\w)|\s?(?:[×x*·]|\\times|\\cdot)\s?10\s?(?:\^|\*\*)\s?\{{?(?P<power>[-+−]?\d{{1,3}})\}}?)?
    | \.(?P<bare>{_DIGITS})(?!\d)
    )
    (?P<percent>\s?\\?%)?
    """,
    re.VERBOSE,
)
_LATEX_SPACES = re.compile(r"\\[!,;: ]|(?<=\d)\{,\}(?=\d)")
_BRACE = re.compile(r"\\[{}]|\\(?:boxed|fbox)\s?\{|[{}]")


@dataclass(frozen=True, slots=True)
class Written:
    """A number found in a text."""

    value: Fraction
    percent: bool
    rest: str
    """The text after the number, which may begin with a unit."""


def find_numbers(text: str) -> Iterator[Written]:
    """All numbers in a text, from left to right."""
    text = _LATEX_SPACES.sub(lambda found: "," if found[0] == "{,}" else "", text)
    for found in _NUMBER.finditer(text):
        value = _read(found)
        if value is not None:
            signed = -value if found["sign"] in {"-", "−"} else value
            yield Written(signed, found["percent"] is not None, text[found.end() : found.end() + 40])


def list_meant_numbers(text: str) -> list[Written]:
    r"""The numbers in the last `\boxed{…}`, or all numbers if it has none."""
    boxed = find_boxed(text)
    return (list(find_numbers(boxed)) if boxed is not None else []) or list(find_numbers(text))


def _read(found: re.Match[str]) -> Fraction | None:
    over = found["latex_over"] or found["over"]
    if over is not None:
        under = int(found["latex_under"] or found["under"])
        return None if under == 0 else Fraction(int(over), under) + int(found["mixed"] or 0)
    if found["bare"] is not None:
        return Fraction(f"0.{found['bare']}")
    whole = re.sub(r"\D", "", found["whole"])
    power = int((found["exponent"] or found["power"] or "0").replace("−", "-"))
    return Fraction(f"{whole}.{found['decimals'] or 0}") * Fraction(10) ** power


def write_number(value: Fraction) -> str:
    """The shortest exact notation: 1234.5, or else 1/3."""
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1:
        return f"{value.numerator}/{value.denominator}"
    places = 0
    scaled = value
    while scaled.denominator != 1:
        scaled *= 10
        places += 1
    digits = str(abs(scaled.numerator)).rjust(places + 1, "0")
    sign = "-" if value < 0 else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def find_boxed(text: str) -> str | None:
    r"""The content of the last closed `\boxed{…}`, including nested braces."""
    opened: list[int | None] = []
    content = None
    for brace in _BRACE.finditer(text):
        if brace[0] == "}" and opened:
            start = opened.pop()
            content = content if start is None else text[start : brace.start()]
        elif brace[0].endswith("{") and brace[0] != r"\{":
            opened.append(None if brace[0] == "{" else brace.end())
    return content


class Number(Step):
    r"""Keeps a number in plain notation: `1,234.50` becomes `1234.5`, `1 1/2` becomes `1.5`, `1/3` stays.

    A number in `\boxed{…}` takes precedence. Currency and percent signs are removed.
    """

    title = "Number"
    short = "which"
    which: Literal["last", "first"] = Field("last", description="The last or the first number of the text.")

    def apply(self, text: str) -> str | None:
        found = list_meant_numbers(text)
        return write_number(found[-1 if self.which == "last" else 0].value) if found else None


class Boxed(Step):
    r"""Keeps the content of the last `\boxed{…}`, in which models write mathematical results."""

    title = "Boxed"

    def apply(self, text: str) -> str | None:
        return find_boxed(text)

"""The notation of numbers: 1,234.5 · 1.234,5 · 1 500 · 1,00,000 · 3/4 · 1 1/2 · 1.2 × 10^5 · $3k · 2 million."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from .locales import Locale

LONGEST_EXPONENT = 300
_LETTER = r"A-Za-z\u00c0-\u024f\u0370-\u03ff\u0400-\u04ff"
_DIGITS = r"\d{1,300}"
_SPACED = r"\d{1,3}(?:[ ]\d{3}){1,100}(?![ ]?\d)"
_BODY = rf"(?:{_SPACED}|{_DIGITS})(?:[.,'’٫٬_]{_DIGITS}){{0,100}}"
_TIMES_TEN = r"\s?[×x*·]\s?10\s?\^\s?\{?(?P<power>[-+]?\d{1,3})\}?"
# A number does not begin inside a word or a name ("GPT4", "GPT-4", "H2O"), an exponent or another number.
_NUMBER = re.compile(
    rf"""
    (?<![\d{_LETTER}_^])(?<!\d[./:'’]) (?<![{_LETTER}]-) (?<!\^\{{) (?<!\^\{{-)
    (?:(?<![\d{_LETTER})\]}}]) (?P<sign>[-+]) (?=[\d.$€£¥₹]) )?
    (?:(?P<currency>[$€£¥₹]\s?)(?P<late>-(?=\d))?)?
    (?:
      (?:(?P<mixed>\d{{1,15}})(?:[ ]|\sand\s))?(?P<over>{_DIGITS})\s?[/⁄]\s?(?P<under>{_DIGITS})(?![\d/])(?![.,]\d)
    | (?P<body>{_BODY})(?!\d)
      (?:[eE](?P<exponent>[-+]?\d{{1,3}})(?![\w.]) | {_TIMES_TEN} | \^\s?\{{?(?P<raised>-?\d{{1,3}})\}}? )?
    | \.(?P<bare>{_DIGITS})(?![\d.])
    )
    (?P<percent>\s?%)?
    """,
    re.VERBOSE,
)
_SCALE = re.compile(r"\s?(?P<word>[^\W\d_]{1,12})")
_CJK_SCALE = re.compile(r"\s?(?P<word>[万萬亿億만억])")
_UNCLEAR_BEFORE = re.compile(
    r"(?:[√±<≤≥]|[<>]=|(?<![=-])>|(?<![^\W_])(?:log|ln|exp|sin|cos|tan|sqrt)\s?[({]?)\s?\{?\s?$"
)
_UNCLEAR_AFTER = re.compile(
    r"\s?[√π∞±^]|[abcinxyzMB](?![^\W_])|\s?pi\b|\s?/\s?\d|:\d|\.\d|_"
    r"|(?:st|nd|rd|th)\b|\+(?!\s?\d)|\s(?:dozens?|score|gross|halves|thirds|and\sa\s(?:half|quarter|third))\b"
)
_MONEY = {"M": 10**6, "m": 10**6, "B": 10**9, "b": 10**9, "bn": 10**9}


@dataclass(frozen=True, slots=True)
class Written:
    """A number found in a text."""

    value: Fraction | None
    """`None` if two readings are possible."""
    percent: bool
    start: int
    end: int
    text: str
    rest: str
    """The text after the number, which may begin with a unit."""


def find_numbers(text: str, locale: Locale) -> Iterator[Written]:
    """All numbers in plain text, from left to right."""
    for found in _NUMBER.finditer(text):
        value = _read(found, locale)
        end, scale = found.end(), 1
        if value is not None:
            end, scale = _read_scale(found, locale)
        if value is not None and scale == 1 and _is_unclear(text, found):
            value = None
        if value is not None:
            value = (-value if found["sign"] == "-" or found["late"] else value) * scale
        yield Written(value, found["percent"] is not None, found.start(), end, found[0], text[end : end + 40])


def _is_unclear(text: str, found: re.Match[str]) -> bool:
    before = text[max(0, found.start() - 8) : found.start()]
    return bool(_UNCLEAR_BEFORE.search(before) or _UNCLEAR_AFTER.match(text, found.end()))


def _read_scale(found: re.Match[str], locale: Locale) -> tuple[int, int]:
    """Where the number ends with a word such as million, and its factor."""
    if found["percent"]:
        return found.end(), 1
    after = _CJK_SCALE.match(found.string, found.end()) or _SCALE.match(found.string, found.end())
    if after is None:
        return found.end(), 1
    word = after["word"]
    scale = locale.scales.get(word.lower()) if word != "K" or found["currency"] else None
    if scale is None and found["currency"] and after.start("word") == found.end():
        scale = _MONEY.get(word)
    if word == "k" and after.start("word") == found.end():
        scale = 10**3
    return (found.end(), 1) if scale is None else (after.end(), scale)


def _read(found: re.Match[str], locale: Locale) -> Fraction | None:
    if found["over"] is not None:
        under = int(found["under"])
        if under == 0 or (under > 1 and under == int(found["over"])):  # 50/50 is no number
            return None
        return Fraction(int(found["over"]), under) + int(found["mixed"] or 0)
    if found["bare"] is not None:
        return Fraction(f"0.{found['bare']}")
    value = read_digits(found["body"], locale)
    if value is None:
        return None
    if found["raised"] is not None:
        return _raise(value, int(found["raised"]))
    return value * Fraction(10) ** int(found["exponent"] or found["power"] or 0)


def _raise(value: Fraction, power: int) -> Fraction | None:
    """A power, if it is of a size that a person would write as an answer."""
    if value == 0 or len(str(value.numerator * value.denominator)) * abs(power) > LONGEST_EXPONENT:
        return None
    return Fraction(value**power)


def read_digits(body: str, locale: Locale) -> Fraction | None:
    """Digits with separators; `None` if they can be read in two ways, or in none."""
    marks = re.findall(r"\D", body)
    if not marks:
        return Fraction(int(body))
    kinds = list(dict.fromkeys(marks))
    last = marks[-1]
    if len(kinds) == 1 and not _is_decimal(body, last, len(marks), locale):
        return _join(body, last) if _may_group(last, len(marks), locale) else None
    if len(kinds) > 2 or marks.count(last) > 1 or last not in ".,٫":  # noqa: PLR2004 - separator and decimal mark
        return None
    whole, _, decimals = body.rpartition(last)
    joined = _join(whole, kinds[0]) if len(kinds) > 1 else Fraction(int(whole))
    return None if joined is None else joined + Fraction(int(decimals), 10 ** len(decimals))


def _is_decimal(body: str, mark: str, times: int, locale: Locale) -> bool:
    """Is the only separator a decimal mark? Three digits after it may be a group, then the language decides."""
    if times > 1 or mark not in ".,٫":
        return False
    whole, _, decimals = body.rpartition(mark)
    grouped = len(decimals) == 3 and len(whole) <= 3 and not whole.startswith("0")  # noqa: PLR2004 - thousands
    return not grouped or mark in {locale.decimal, "٫"}


def _may_group(mark: str, times: int, locale: Locale) -> bool:
    return times > 1 or mark not in ".," or mark in locale.groups


_GROUPED = re.compile(r"\d{1,3}(?:\D\d{3}){1,100}|\d{1,2}(?:,\d{2}){1,100},\d{3}")


def _join(body: str, mark: str) -> Fraction | None:
    """Groups of thousands, or Indian ones such as 1,00,000."""
    if mark == "٫" or body.startswith("0") or not _GROUPED.fullmatch(body):
        return None
    return Fraction(int(re.sub(r"\D", "", body)))


def write_number(value: Fraction, locale: Locale | None = None) -> str:
    """The shortest exact notation: 1234.5, or else 1/3.

    A third decimal that a locale with a decimal comma would read as a group of thousands gets a zero: 1.2340.
    """
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
    if locale is not None and locale.decimal != "." and places == 3:  # noqa: PLR2004 - thousands
        scaled, places = scaled * 10, places + 1
    digits = str(abs(scaled.numerator)).rjust(places + 1, "0")
    sign = "-" if value < 0 else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)

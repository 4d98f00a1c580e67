import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.scorers.readers.number_words import read_words

UNITS = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def spell(value: int) -> str:
    if value >= 1000:
        rest = f" {spell(value % 1000)}" if value % 1000 else ""
        return f"{spell(value // 1000)} thousand{rest}"
    if value >= 100:
        rest = f" and {spell(value % 100)}" if value % 100 else ""
        return f"{spell(value // 100)} hundred{rest}"
    if value < 20:
        return UNITS[value - 1]
    return TENS[value // 10 - 2] + (f"-{UNITS[value % 10 - 1]}" if value % 10 else "")


@given(st.integers(2, 999_999))
def test_spelled_numbers_are_read(value: int) -> None:
    assert read_words(f"there are {spell(value)} apples", "en") == [value]


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("zwölf Äpfel", "de", [12]),
        ("twelve", "de", [12]),
        ("trois ou quatre", "fr", [3, 4]),
        ("七", "zh", [7]),
        ("是二百五十个", "zh", [250]),
        ("one", "en", [1]),
        ("no one is left", "en", []),
        ("half of it", "en", None),
        ("a dozen", "en", None),
        ("many", "xx", []),
    ],
)
def test_words_in_several_languages(text: str, language: str, found: list[int] | None) -> None:
    assert read_words(text, language) == found

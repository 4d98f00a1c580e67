from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.scorers.readers.locales import find_locale
from llmbattler.scorers.readers.notation import find_numbers, read_digits, write_number

STYLES = {
    "en": (",", "."),
    "zh": (",", "."),
    "hi": (",", "."),
    "de": (".", ","),
    "it": (".", ","),
    "fr": (" ", ","),
    "ru": (" ", ","),
    "sv": (" ", ","),
    "de-CH": ("'", "."),
    "es-MX": (",", "."),
}
"""How a language separates thousands, and its decimal mark."""


def write_in(value: Fraction, language: str, places: int) -> str:
    groups, decimal = STYLES[language]
    return f"{Decimal(value.numerator) / value.denominator:,.{places}f}".translate(
        {ord(","): groups, ord("."): decimal}
    )


@given(st.integers(-(10**15), 10**15), st.integers(0, 6), st.sampled_from(sorted(STYLES)))
def test_a_number_written_in_a_language_is_read_in_it(digits: int, places: int, language: str) -> None:
    value = Fraction(digits, 10**places)
    text = f"= {write_in(value, language, places)} ;"
    assert [one.value for one in find_numbers(text, find_locale(language))] == [value]


@given(st.integers(1, 999), st.integers(0, 999), st.sampled_from(",."))
def test_three_digits_after_one_mark_have_two_readings(whole: int, rest: int, mark: str) -> None:
    body = f"{whole}{mark}{rest:03}"
    readings = {read_digits(body, find_locale(language)) for language in ("en", "de", "fr", "tlh", "de-CH")}
    assert readings == {Fraction(whole * 1000 + rest), whole + Fraction(rest, 1000), None}
    assert read_digits(body, find_locale("tlh")) is None


@given(st.text("0123456789.,' ", min_size=1, max_size=15), st.sampled_from([*STYLES, "tlh"]))
def test_a_number_is_read_with_all_its_digits_or_not_at_all(body: str, language: str) -> None:
    for one in find_numbers(body, find_locale(language)):
        if one.value is not None:
            written = int("".join(filter(str.isdigit, one.text)))
            assert written in {one.value * 10**places for places in range(16)}


@given(st.fractions(max_denominator=10**6), st.text(alphabet="ab ,.", max_size=10))
def test_written_numbers_are_found_again(value: Fraction, around: str) -> None:
    text = f"{around} {write_number(value)} {around}"
    found = list(find_numbers(text, find_locale("en")))
    assert [one.value for one in found] == [value]


@given(st.integers(-(10**9), 10**9), st.integers(0, 5), st.sampled_from(sorted(STYLES)))
def test_plain_notation_is_read_again_in_its_language(digits: int, places: int, language: str) -> None:
    value, locale = Fraction(digits, 10**places), find_locale(language)
    assert [one.value for one in find_numbers(write_number(value, locale), locale)] == [value]


@pytest.mark.parametrize(
    ("body", "language", "value"),
    [
        ("1,00,000", "en", "100000"),
        ("12,34,567.89", "hi", "1234567.89"),
        ("1.234,50", "en", "1234.5"),
        ("1,234.50", "de", "1234.5"),
        ("1.234.567", "en", "1234567"),
        ("1,5", "en", "1.5"),
        ("0,125", "en", "0.125"),
        ("70.000", "de", "70000"),
        ("70.000", "fr", None),
        ("1'234", "de-CH", "1234"),
        ("1_000", "en", "1000"),
        ("1٬500", "ar", "1500"),
        ("3٫5", "ar", "3.5"),
        ("1,234,5", "en", None),
        ("1.2.3", "en", None),
        ("1,2,3", "en", None),
    ],
)
def test_separators(body: str, language: str, value: str | None) -> None:
    assert read_digits(body, find_locale(language)) == (None if value is None else Fraction(value))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("$3k", "3000"),
        ("$1.5B", "1500000000"),
        ("2 million", "2000000"),
        ("3万", "30000"),
        ("5 lakh", "500000"),
        ("10^6", "1000000"),
        ("2^{-3}", "1/8"),
        ("1.2 × 10^{5}", "120000"),
        ("1M", None),
        ("5x", None),
        ("2√3", None),
        ("±3", None),
        ("> 10", None),
        ("=> 10", "10"),
        ("1/0", None),
        ("50/50", None),
        ("3:45", None),
        ("1st", None),
        ("2 dozen", None),
        ("log 5", None),
        ("9^999", None),
        ("0^-1", None),
    ],
)
def test_what_stands_beside_a_number(text: str, value: str | None) -> None:
    found = next(find_numbers(text, find_locale("en"))).value
    assert found == (None if value is None else Fraction(value))

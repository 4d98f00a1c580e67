import pytest

from llmbattler.scorers.readers.locales import find_locale


@pytest.mark.parametrize(
    ("language", "decimal", "groups"),
    [
        (None, ".", ","),
        ("en", ".", ","),
        ("en-IN", ".", ","),
        ("zh_CN", ".", ","),
        ("de", ",", "."),
        ("de-AT", ",", "."),
        ("de-CH", ".", ""),
        ("es", ",", "."),
        ("es-MX", ".", ","),
        ("fr", ",", ""),
        ("RU", ",", ""),
        ("tlh", "", ""),
    ],
)
def test_how_a_language_writes_numbers(language: str | None, decimal: str, groups: str) -> None:
    found = find_locale(language)
    assert (found.decimal, found.groups) == (decimal, groups)


def test_a_billion_is_not_the_same_everywhere() -> None:
    assert (find_locale("en").scales["billion"], find_locale("de").scales["billion"]) == (10**9, 10**12)

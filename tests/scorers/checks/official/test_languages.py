import pytest

from llmbattler.scorers.checks.official.languages import is_language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("This is a short text about the weather in the mountains.", "en"),
        ("Das ist ein kurzer Text über das Wetter in den Bergen.", "de"),
        ("हे पुस्तक आहे आणि ते नाही.", "mr"),
        ("THE QUESTION IS WHAT WE HAVE TO DO WITH THIS TOWN", "en"),
    ],
)
def test_languages_are_found(text: str, language: str) -> None:
    assert is_language(text, language)
    assert not is_language(text, "fr")


def test_a_text_without_letters_is_in_every_language() -> None:
    assert is_language("1 + 1 = 2", "fr")


def test_the_verdict_on_a_doubtful_text_is_always_the_same() -> None:
    assert len({is_language("NOW I AM HERE", "en") for _ in range(10)}) == 1

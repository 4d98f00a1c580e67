import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.core.text.phrases import COMMA, END, Phrases, fold, plain, tokens, unaccented, words_of


@pytest.mark.parametrize("text", ["сlаudе", "ｃｌａｕｄｅ", "c\u200blaude", "cláude", "𝓬𝓵𝓪𝓾𝓭𝓮"])  # noqa: RUF100
def test_disguised_letters_fold_to_plain_ones(text: str) -> None:
    assert fold(text) == "claude"


def test_plain_and_unaccented_leave_other_alphabets_alone() -> None:
    assert plain("e\u0301") == "é"
    assert unaccented("Hermès") == "Hermes"
    assert unaccented("Клод") == "Клод"


def test_letters_digits_and_pauses_are_separate_tokens() -> None:
    assert tokens("GPT4, then.") == ["gpt", "4", COMMA, "then", END]
    assert tokens("GPT-4") == ["gpt", "4"]
    assert tokens("私は猫") == ["私", "は", "猫"]
    assert words_of("Claude, Sonnet!") == ("claude", "sonnet")


def test_the_longest_phrase_wins() -> None:
    phrases = Phrases([(("new",), 1), (("new", "york"), 2), (("york", "city"), 3), ((), 4)])
    words = ["in", "new", "york", "city"]
    assert phrases.at(words, 1) == (3, 2)
    assert phrases.at(words, 0) is None
    assert list(phrases.find(words)) == [(1, 3, 2)]
    assert list(phrases.find_all(words)) == [(1, 3, 2), (2, 4, 3)]


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    once = fold(text)
    assert fold(once) == once

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.arena.moderation.words import Rule, WordList, cut_excerpt, make_key, normalize
from tests.arena.moderation.flagged_battles import HIDDEN_AWAY, SECRETS


def listed(*phrases: str, category: str = "other") -> WordList:
    return WordList([Rule(make_key(phrase) or "", category) for phrase in phrases])


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("zounds", "Zounds!"),
        ("zounds", "he said “ZOUNDS” and left"),
        ("zounds", "zo\u200bunds"),
        ("zounds", "z\u00adounds"),
        ("zounds", "ｚｏｕｎｄｓ"),
        ("zounds", "𝐳𝐨𝐮𝐧𝐝𝐬"),
        ("zounds", "zоunds"),  # a Cyrillic о
        ("Straße", "an der STRASSE"),
        ("café", "cafe\u0301"),
        ("odds bodkins", "Odds,\n bodkins"),
        ("odds bodkins", "odds bodkins"),
        ("暴力", "这是暴力的。"),
        ("дурак", "Ты ДУРАК, правда"),
        ("हिंसा", "यह हिंसा है"),
    ],
)
def test_a_word_is_found_however_it_is_written(phrase: str, text: str) -> None:
    assert listed(phrase).contains(text)


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("ass", "a class assignment, classic"),
        ("zounds", "zound, szounds, zoundsing"),
        ("odds bodkins", "odds and bodkins"),
        ("odds bodkins", "what are the odds"),
        ("bodkins odds", "odds bodkins"),
        ("schon", "schön"),
        ("сор", "a cop"),  # Cyrillic for rubbish
        ("zounds", ""),
    ],
)
def test_other_words_are_left_alone(phrase: str, text: str) -> None:
    assert not listed(phrase).contains(text)


@given(st.text(), st.text())
def test_a_word_between_spaces_is_always_found(before: str, after: str) -> None:
    assert listed("zounds").contains(f"{before} zounds {after}")


@given(st.text(max_size=200))
def test_whatever_can_be_listed_finds_itself(phrase: str) -> None:
    key = make_key(phrase)
    if key is not None:
        assert WordList([Rule(key, "other")]).contains(phrase)


@pytest.mark.parametrize("phrase", ["", "  ", "…", "!?", "\u200b", "one two three four five six seven eight nine"])
def test_what_is_no_word_is_not_listed(phrase: str) -> None:
    assert make_key(phrase) is None


def test_the_first_word_of_each_category_comes_with_what_stands_around_it() -> None:
    words = WordList([Rule("zounds", "harassment"), Rule("gadzooks", "harassment"), Rule("buy now", "spam")])
    text = f"{'a ' * 100}Gadzooks, zounds! {'b ' * 100} Buy now"
    found = {one.rule.category: one.excerpt for one in words.find(text)}
    assert found.keys() == {"harassment", "spam"}
    assert "a a Gadzooks, zounds! b b" in found["harassment"]
    assert found["harassment"].startswith("…")
    assert found["harassment"].endswith("…")
    assert found["spam"].endswith("b Buy now")


def test_excerpts_hold_no_personal_data_not_even_a_part_of_it() -> None:
    for shift in range(0, 60, 3):
        text = f"{SECRETS} {'x' * shift} zounds {'y' * shift} {SECRETS}"
        (found,) = listed("zounds").find(text)
        assert "zounds" in found.excerpt
        assert not [secret for secret in HIDDEN_AWAY if secret in found.excerpt]


def test_a_word_within_an_address_is_flagged_without_the_address() -> None:
    (found,) = listed("zounds").find("Write to zounds@corp.com")
    assert found.excerpt == "Write to [email]"


@pytest.mark.parametrize("piece", ["zounds ", "a", "a ", "ab\u200b", "odds ", "暴", "é", "_", "…"])
def test_the_time_grows_with_the_text_and_not_with_the_list(piece: str) -> None:
    words = listed(*(f"odds word{number}" for number in range(5_000)), "odds " * 7 + "bodkins", "暴" * 20)

    def measure(length: int) -> float:
        text = (piece * length)[:length]
        began = time.process_time()
        words.contains(text + "!")
        return time.process_time() - began

    short = min(measure(20_000) for _ in range(3))
    long = min(measure(160_000) for _ in range(3))
    assert long < max(0.05, short * 30)


def test_an_excerpt_is_one_line() -> None:
    assert cut_excerpt("one\n\n two", 0, 3) == "one two"
    assert normalize("a\u200bb") == "ab"

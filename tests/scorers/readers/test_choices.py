import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.scorers.readers.choices import find_choice

CITIES = dict(zip("ABCD", ["Rome", "Paris", "London", "New York"], strict=True))
LETTERS = dict.fromkeys("ABCD", "")
PHRASES = [
    "{}",
    "({})",
    "{}.",
    "**{}**",
    "Answer: {}",
    "The answer is ({}).",
    "I pick {}!",
    r"$\boxed{{{}}}$",
    "Option {}",
]


@given(
    st.sampled_from("ABCD"),
    st.sampled_from(PHRASES),
    st.sampled_from(["", "Let me think about it.\n\n", "Well, I am not sure at all.\n"]),
)
def test_every_phrasing_works_with_every_letter(letter: str, phrase: str, before: str) -> None:
    assert find_choice(before + phrase.format(letter), LETTERS) == letter


@given(st.permutations("ABCD"), st.sampled_from(["{} and {}", "{} or {}", "{}, {}", "{}/{}", "Answer: {} and {}"]))
def test_two_letters_are_never_read_as_one(letters: list[str], phrase: str) -> None:
    assert find_choice(phrase.format(*letters), LETTERS) is None


@given(
    st.sampled_from("ABCD"), st.sampled_from(["Not {}.", "The answer is not {}.", "{} is wrong.", "{} is not correct"])
)
def test_a_denied_letter_is_no_answer(letter: str, phrase: str) -> None:
    assert find_choice(phrase.format(letter), LETTERS) is None


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("B\n\nA is wrong because Rome is in Italy.", "B"),
        ("A) Rome - incorrect\nB) Paris - correct\nC) London - incorrect", "B"),
        ("- [ ] A\n- [x] C", "C"),
        ("It is not Paris, it is London.", "C"),
        ("Both B and D are correct.", None),
        ("B?", None),
        ("Paris", "B"),
    ],
)
def test_reasons_and_lists(text: str, letter: str | None) -> None:
    assert find_choice(text, CITIES) == letter


@pytest.mark.parametrize("piece", ["A ", "A, ", "B is ", "not B or ", "A) x\n", "answer is "])
def test_no_text_takes_long(piece: str) -> None:
    text = piece * (20_000 // len(piece))
    began = time.thread_time()
    find_choice(text, CITIES)
    assert time.thread_time() - began < 5

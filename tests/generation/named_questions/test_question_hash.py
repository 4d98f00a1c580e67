import pytest

from llmbattler.generation.named_questions.question_hash import hash_question, words_of_hash


@pytest.mark.parametrize(
    "variant",
    [
        "  What is   the capital of\tFrance? ",
        "WHAT IS THE CAPITAL OF FRANCE?",
        "What is the capital of France?\u200b",
        "W\u200dhat is the cap\u00adital of France?",
        "What is the capital of France\uff1f",
        "\ufeffWhat is the capital\u00a0of France?\n",
        "What is the\u034f capital\u3164 of France?",
        "What\ufe0f is the capital of France?",
    ],
)
def test_v12_prompts_that_look_the_same_are_the_same(variant: str) -> None:
    assert hash_question(variant) == hash_question("What is the capital of France?")


@pytest.mark.parametrize(
    "other",
    ["What is the capital of Frances?", "Whatis the capital of France?", "What is thé capital of France?", "2+2", ""],
)
def test_other_prompts_are_others(other: str) -> None:
    assert hash_question(other) != hash_question("What is the capital of France?")


def test_vowel_signs_are_not_noise() -> None:
    assert hash_question("कुल") != hash_question("कल")
    assert hash_question("ที่") != hash_question("ท")


def test_other_words_or_files_give_another_hash() -> None:
    plain, one, other = (hash_question("What is this?", files) for files in ((), ("a",), ("b",)))
    assert len({plain, one, other, hash_question("What was this?")}) == 4
    assert {words_of_hash(found) for found in (plain, one, other)} == {plain}
    assert hash_question("What is this?", ("a", "b")) == hash_question("What is this?", ("b", "a"))

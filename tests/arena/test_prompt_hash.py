import pytest

from llmbattler.arena.prompt_hash import hash_prompt


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
    assert hash_prompt(variant) == hash_prompt("What is the capital of France?")


@pytest.mark.parametrize(
    "other",
    ["What is the capital of Frances?", "Whatis the capital of France?", "What is thé capital of France?", "2+2", ""],
)
def test_other_prompts_are_others(other: str) -> None:
    assert hash_prompt(other) != hash_prompt("What is the capital of France?")


def test_vowel_signs_are_not_noise() -> None:
    assert hash_prompt("कुल") != hash_prompt("कल")
    assert hash_prompt("ที่") != hash_prompt("ท")


def test_another_picture_makes_another_question() -> None:
    one, same, other = (hash_prompt(text, files) for text, files in (("Why?", "ab"), (" why?", "ba"), ("Why?", "ac")))
    assert one == same
    assert len({one, other, hash_prompt("Why?")}) == 3

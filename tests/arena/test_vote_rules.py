import pytest

from llmbattler.arena.vote_rules import DAILY_CAP, Flag, counts, hash_prompt, is_too_fast
from llmbattler.core.settings import Profile

ALWAYS_FATAL = [Flag.IDENTITY_LEAK, Flag.IDENTITY_PROBE, Flag.OVER_CAP, Flag.EXCLUDED]
FATAL_IN_PUBLIC = [Flag.TOO_FAST, Flag.REUSED_PROMPT, Flag.NAMED_BEFORE, Flag.INSIDER]


@pytest.mark.parametrize("profile", Profile)
def test_a_vote_without_flags_counts(profile: Profile) -> None:
    assert counts(frozenset(), profile)


@pytest.mark.parametrize("profile", Profile)
@pytest.mark.parametrize("flag", ALWAYS_FATAL)
def test_some_flags_never_count(flag: Flag, profile: Profile) -> None:
    assert not counts(frozenset({flag}), profile)


@pytest.mark.parametrize("flag", FATAL_IN_PUBLIC)
def test_some_flags_count_only_where_people_know_each_other(flag: Flag) -> None:
    assert counts(frozenset({flag}), Profile.PRIVATE)
    assert counts(frozenset({flag}), Profile.CLASSROOM)
    assert not counts(frozenset({flag}), Profile.PUBLIC)


def test_every_flag_has_a_rule() -> None:
    assert set(Flag) == {*ALWAYS_FATAL, *FATAL_IN_PUBLIC}


def test_the_caps_are_those_of_the_contract() -> None:
    assert DAILY_CAP == {Profile.PRIVATE: None, Profile.CLASSROOM: 500, Profile.PUBLIC: 50}


@pytest.mark.parametrize(
    ("since_done", "streamed", "characters", "too_fast"),
    [
        (1.9, 100.0, 10, True),  # nobody decides that quickly
        (2.1, 0.0, 100, False),
        (2.1, 0.0, 3000, True),
        (2.1, 18.0, 3000, False),  # read while it came
        (20.1, 0.0, 3000, False),
    ],
)
def test_faster_than_reading(*, since_done: float, streamed: float, characters: int, too_fast: bool) -> None:
    assert is_too_fast(since_done=since_done, streamed=streamed, characters=characters) is too_fast


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

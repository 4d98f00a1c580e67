import pytest

from llmbattler.arena.models import Flag
from llmbattler.arena.voting.rules import DAILY_CAP, counts, is_too_fast
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
    assert set(Flag) == {*ALWAYS_FATAL, *FATAL_IN_PUBLIC, Flag.SEEN_BEFORE}


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


def test_answers_seen_before_count_everywhere() -> None:
    """Such a vote has a board of its own, so nothing keeps it from counting."""
    assert all(counts(frozenset({Flag.SEEN_BEFORE}), profile) for profile in Profile)

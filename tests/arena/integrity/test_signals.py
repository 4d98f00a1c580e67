from datetime import timedelta

from llmbattler.arena.integrity.signals import MIN_BURST_VOTES, SignalKind, TimedVote, find_burst, find_signals
from tests.arena.vote_counts.ballots import NOON


def cast(
    *minutes: float, prompt: str | None = None, too_fast: bool = False, suggested: bool = False
) -> list[TimedVote]:
    return [
        TimedVote("v", NOON + timedelta(minutes=minute), prompt or f"prompt {minute}", too_fast, suggested)
        for minute in minutes
    ]


STEADY = [float(hour * 60) for hour in range(40)]


def test_steady_votes_on_new_prompts_are_nothing_to_notice() -> None:
    assert find_signals(cast(*STEADY), busy=3) == []


def test_the_same_prompt_again_and_again_is_noticed_unless_the_site_suggests_it() -> None:
    [signal] = find_signals(cast(*STEADY, prompt="same"), busy=3)
    assert (signal.kind, signal.votes, signal.share) == (SignalKind.REUSED_PROMPTS, 39, 39 / 40)
    assert find_signals(cast(*STEADY, prompt="same", suggested=True), busy=3) == []


def test_votes_faster_than_reading_are_noticed() -> None:
    [signal] = find_signals([*cast(*STEADY[:20], too_fast=True), *cast(*STEADY[20:])], busy=3)
    assert (signal.kind, signal.votes, signal.share) == (SignalKind.TOO_FAST, 20, 0.5)
    assert find_signals([*cast(*STEADY[:9], too_fast=True), *cast(*STEADY[9:12])], busy=3) == [], "too few to tell"


def test_a_burst_is_measured_by_the_voter_and_the_site() -> None:
    crowded = [1000 + second / 10 for second in range(30)]
    burst = find_burst(cast(*STEADY, *crowded), busy=3)
    assert burst is not None
    assert (burst.votes, burst.usual, burst.at) == (30, 3, NOON + timedelta(minutes=1000))
    assert find_burst(cast(*STEADY, *crowded), busy=12) is None, "others do that as well"
    always = [hour * 60 + second / 10 for hour in range(20) for second in range(30)]
    assert find_burst(cast(*always), busy=3) is None, "this voter always votes so"
    assert find_burst(cast(*crowded[: MIN_BURST_VOTES - 1]), busy=1) is None
    assert find_burst([], busy=1) is None


def test_a_window_slides() -> None:
    """Half of the burst is on each side of a full ten minutes."""
    burst = find_burst(cast(*(5 + second / 2 for second in range(20))), busy=1)
    assert burst is not None
    assert burst.votes == 20

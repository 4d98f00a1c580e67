from datetime import timedelta

from llmbattler.arena.integrity.signals import FEWEST_IN_BURST, SignalKind, TimedVote, find_burst, notice
from tests.arena.vote_counts.ballots import NOON


def cast(*minutes: float, prompt: str | None = None, hasty: bool = False, suggested: bool = False) -> list[TimedVote]:
    return [
        TimedVote("v", NOON + timedelta(minutes=minute), prompt or f"prompt {minute}", hasty, suggested)
        for minute in minutes
    ]


STEADY = [float(hour * 60) for hour in range(40)]


def test_steady_votes_on_new_prompts_are_nothing_to_notice() -> None:
    assert notice(cast(*STEADY), busy=3) == []


def test_the_same_prompt_again_and_again_is_noticed_unless_the_site_suggests_it() -> None:
    [signal] = notice(cast(*STEADY, prompt="same"), busy=3)
    assert (signal.kind, signal.votes, signal.share) == (SignalKind.REUSED_PROMPTS, 39, 39 / 40)
    assert notice(cast(*STEADY, prompt="same", suggested=True), busy=3) == []


def test_votes_faster_than_reading_are_noticed() -> None:
    [signal] = notice([*cast(*STEADY[:20], hasty=True), *cast(*STEADY[20:])], busy=3)
    assert (signal.kind, signal.votes, signal.share) == (SignalKind.TOO_FAST, 20, 0.5)
    assert notice([*cast(*STEADY[:9], hasty=True), *cast(*STEADY[9:12])], busy=3) == [], "too few to tell"


def test_a_burst_is_measured_by_the_voter_and_the_site() -> None:
    crowded = [1000 + second / 10 for second in range(30)]
    burst = find_burst(cast(*STEADY, *crowded), busy=3)
    assert burst is not None
    assert (burst.votes, burst.usual, burst.at) == (30, 3, NOON + timedelta(minutes=1000))
    assert find_burst(cast(*STEADY, *crowded), busy=12) is None, "others do that as well"
    always = [hour * 60 + second / 10 for hour in range(20) for second in range(30)]
    assert find_burst(cast(*always), busy=3) is None, "this voter always votes so"
    assert find_burst(cast(*crowded[: FEWEST_IN_BURST - 1]), busy=1) is None
    assert find_burst([], busy=1) is None


def test_a_window_slides() -> None:
    """Half of the burst is on each side of a full ten minutes."""
    burst = find_burst(cast(*(5 + second / 2 for second in range(20))), busy=1)
    assert burst is not None
    assert burst.votes == 20

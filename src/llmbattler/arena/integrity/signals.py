"""What else is noticed about voters: prompts used again, votes faster than reading, bursts. Pure."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from statistics import median
from typing import NamedTuple

FEWEST = 10
"""Fewer votes of a kind are nothing to notice."""
OFTEN = 0.5
"""The share of votes from which on reused prompts, or votes faster than reading, are noticed."""
WINDOW = timedelta(minutes=10)
FEWEST_IN_BURST = 20
"""In one window. Somebody who reads both answers does not get there."""
BURST = 3.0
"""How many times as many votes as the voter, and nearly everybody else, cast in a window."""


class SignalKind(StrEnum):
    REUSED_PROMPTS = "reused_prompts"
    TOO_FAST = "too_fast"
    BURST = "burst"
    CROWD_BURST = "crowd_burst"
    """Many voters of one large network, all at once."""
    LINKED_TO_EXCLUDED = "linked_to_excluded"
    """Somebody from the same network was excluded."""


class Signal(NamedTuple):
    kind: SignalKind
    votes: int
    """How many votes show it."""
    share: float
    """Of all votes looked at; of a burst, how many times as many as usual."""
    at: datetime | None = None
    """When a burst began."""


class TimedVote(NamedTuple):
    voter: str
    created_at: datetime
    prompt_hash: str
    hasty: bool
    suggested: bool
    """The prompt is one that the site suggests; everybody may use it."""


class Burst(NamedTuple):
    at: datetime
    votes: int
    usual: float
    voters: frozenset[str]


def notice(votes: Sequence[TimedVote], *, busy: float) -> list[Signal]:
    """What stands out in the votes of one voter, or of several who may be one.

    `busy` is the number of votes in a window that nearly nobody on this site exceeds.
    """
    found = []
    own = [vote.prompt_hash for vote in votes if not vote.suggested]
    again = sum(times - 1 for times in Counter(own).values())
    if again >= FEWEST and again >= OFTEN * len(votes):
        found.append(Signal(SignalKind.REUSED_PROMPTS, again, again / len(votes)))
    hasty = sum(vote.hasty for vote in votes)
    if hasty >= FEWEST and hasty >= OFTEN * len(votes):
        found.append(Signal(SignalKind.TOO_FAST, hasty, hasty / len(votes)))
    burst = find_burst(votes, busy=busy)
    if burst is not None:
        found.append(Signal(SignalKind.BURST, burst.votes, burst.votes / burst.usual, burst.at))
    return found


def find_burst(votes: Sequence[TimedVote], *, busy: float) -> Burst | None:
    """The window with most votes, if it has far more than is usual here and for these voters."""
    ordered = sorted(votes, key=lambda vote: vote.created_at)
    start, best = 0, (0, 0)
    for end, vote in enumerate(ordered):
        while ordered[start].created_at <= vote.created_at - WINDOW:
            start += 1
        best = max(best, (end - start + 1, -start))
    number, first = best[0], -best[1]
    usual = max(_usual(ordered, first, first + number), busy, 1.0)
    if number < FEWEST_IN_BURST or number < BURST * usual:
        return None
    voters = frozenset(vote.voter for vote in ordered[first : first + number])
    return Burst(ordered[first].created_at, number, usual, voters)


def _usual(votes: Sequence[TimedVote], first: int, end: int) -> float:
    """The votes in a window of these voters when they vote at all, the busiest left out."""
    seconds = WINDOW.total_seconds()
    others = Counter(int(vote.created_at.timestamp() // seconds) for vote in (*votes[:first], *votes[end:]))
    return float(median(others.values())) if others else 0.0

"""Other signals of dishonest voting: reused prompts, votes faster than reading, bursts."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from statistics import median
from typing import NamedTuple

MIN_SIGNAL_VOTES = 10
"""Fewer votes of a kind are no signal."""
MIN_SIGNAL_SHARE = 0.5
"""Reused prompts, or votes faster than reading, are a signal from this share of votes on."""
WINDOW = timedelta(minutes=10)
MIN_BURST_VOTES = 20
"""Votes in one window. Somebody who reads both answers casts fewer."""
BURST = 3.0
"""A burst has this many times the usual votes in a window, of the voter and of nearly everybody else."""


class SignalKind(StrEnum):
    REUSED_PROMPTS = "reused_prompts"
    TOO_FAST = "too_fast"
    BURST = "burst"
    CROWD_BURST = "crowd_burst"
    """Many voters of one large network at the same time."""
    LINKED_TO_EXCLUDED = "linked_to_excluded"
    """Somebody from the same network was excluded."""


class Signal(NamedTuple):
    kind: SignalKind
    votes: int
    """How many votes show it."""
    share: float
    """Share of all reviewed votes; for a burst, the ratio to the usual number."""
    at: datetime | None = None
    """When a burst began."""


class TimedVote(NamedTuple):
    voter: str
    created_at: datetime
    prompt_hash: str
    too_fast: bool
    suggested: bool
    """The site suggests this prompt, so everybody may use it."""


class Burst(NamedTuple):
    at: datetime
    votes: int
    usual: float
    voters: frozenset[str]


def find_signals(votes: Sequence[TimedVote], *, busy: float) -> list[Signal]:
    """Return the signals in the votes of one voter, or of several who may be one person.

    `busy` is the number of votes in a window that nearly nobody on this site exceeds.
    """
    found = []
    own = [vote.prompt_hash for vote in votes if not vote.suggested]
    again = sum(times - 1 for times in Counter(own).values())
    if again >= MIN_SIGNAL_VOTES and again >= MIN_SIGNAL_SHARE * len(votes):
        found.append(Signal(SignalKind.REUSED_PROMPTS, again, again / len(votes)))
    too_fast = sum(vote.too_fast for vote in votes)
    if too_fast >= MIN_SIGNAL_VOTES and too_fast >= MIN_SIGNAL_SHARE * len(votes):
        found.append(Signal(SignalKind.TOO_FAST, too_fast, too_fast / len(votes)))
    burst = find_burst(votes, busy=busy)
    if burst is not None:
        found.append(Signal(SignalKind.BURST, burst.votes, burst.votes / burst.usual, burst.at))
    return found


def find_burst(votes: Sequence[TimedVote], *, busy: float) -> Burst | None:
    """Return the window with the most votes if it has far more than usual for the site and these voters."""
    ordered = sorted(votes, key=lambda vote: vote.created_at)
    start, best = 0, (0, 0)
    for end, vote in enumerate(ordered):
        while ordered[start].created_at <= vote.created_at - WINDOW:
            start += 1
        best = max(best, (end - start + 1, -start))
    number, first = best[0], -best[1]
    usual = max(_usual(ordered, first, first + number), busy, 1.0)
    if number < MIN_BURST_VOTES or number < BURST * usual:
        return None
    voters = frozenset(vote.voter for vote in ordered[first : first + number])
    return Burst(ordered[first].created_at, number, usual, voters)


def _usual(votes: Sequence[TimedVote], first: int, end: int) -> float:
    """Return the median votes per window of these voters, without the busiest window."""
    seconds = WINDOW.total_seconds()
    others = Counter(int(vote.created_at.timestamp() // seconds) for vote in (*votes[:first], *votes[end:]))
    return float(median(others.values())) if others else 0.0

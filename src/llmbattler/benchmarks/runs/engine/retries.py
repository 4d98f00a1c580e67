"""What is tried again after a failure, how often, and when. Everything here ends some time."""

from collections.abc import Callable
from dataclasses import dataclass

from llmbattler.connectors.errors import ConnectorError, FailureKind


@dataclass(frozen=True, slots=True)
class RetryRule:
    tries: int
    """In all; the retries that every call makes by itself, within seconds, are parts of one try."""
    first: float
    """Seconds before the second try; each later one waits twice as long."""
    longest: float


RULES = {
    FailureKind.RATE_LIMITED: RetryRule(tries=10, first=2, longest=60),
    FailureKind.OVERLOADED: RetryRule(tries=6, first=2, longest=60),
    FailureKind.UNREACHABLE: RetryRule(tries=6, first=2, longest=60),
    FailureKind.UNAVAILABLE: RetryRule(tries=6, first=2, longest=60),
    FailureKind.BROKEN_STREAM: RetryRule(tries=4, first=1, longest=30),
    FailureKind.TIMED_OUT: RetryRule(tries=3, first=1, longest=30),
}
"""The others are answers: the same question gets the same one again."""
MODEL_FAILURES = frozenset({FailureKind.BAD_KEY, FailureKind.MODEL_MISSING})
"""No later call can succeed until somebody acts."""
ENDPOINT_FAILURES = frozenset({FailureKind.RATE_LIMITED, FailureKind.OVERLOADED, FailureKind.UNREACHABLE})
"""Whatever was asked, it would have failed."""
THROTTLING = frozenset({FailureKind.RATE_LIMITED, FailureKind.OVERLOADED})
LONGEST_RETRY_AFTER = 300.0
"""A provider that asks for more is asked again after this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """How long a run bears with endpoints that do not work."""

    pace: float = 1.0
    """All waits of ours times this; what a provider asks for is kept."""
    outage: float = 900.0
    """Seconds without any answer, after which what is left of a model fails too."""
    in_a_row: int = 3
    """So often a key must be refused or a model be missing before the rest is not asked any more."""


def wait_before_try(
    error: ConnectorError, tries: int, policy: RetryPolicy, random: Callable[[], float]
) -> float | None:
    """Seconds until the next try after so many; `None` where that was the last one.

    Half of the wait is drawn, so that those that failed together do not come back together.
    """
    rule = RULES.get(error.kind)
    if rule is None or tries >= rule.tries:
        return None
    wait = min(rule.first * 2.0 ** (tries - 1), rule.longest) * policy.pace
    wait *= 0.5 + 0.5 * random()
    if error.retry_after is None:
        return wait
    return min(error.retry_after, LONGEST_RETRY_AFTER) + wait

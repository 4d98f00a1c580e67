"""Which failures are retried, how often, and after which wait. Every rule has a finite number of tries."""

from collections.abc import Callable
from dataclasses import dataclass

from llmbattler.connectors.errors import ConnectorError, FailureKind


@dataclass(frozen=True, slots=True)
class RetryRule:
    tries: int
    """In total. The quick retries that every call makes by itself count as one try."""
    first: float
    """Seconds before the second try; each further wait is twice as long."""
    longest: float


RULES = {
    FailureKind.RATE_LIMITED: RetryRule(tries=10, first=2, longest=60),
    FailureKind.OVERLOADED: RetryRule(tries=6, first=2, longest=60),
    FailureKind.UNREACHABLE: RetryRule(tries=6, first=2, longest=60),
    FailureKind.UNAVAILABLE: RetryRule(tries=6, first=2, longest=60),
    FailureKind.BROKEN_STREAM: RetryRule(tries=4, first=1, longest=30),
    FailureKind.TIMED_OUT: RetryRule(tries=3, first=1, longest=30),
}
"""Failures of other kinds are final: the same question would fail the same way."""
MODEL_FAILURES = frozenset({FailureKind.BAD_KEY, FailureKind.MODEL_MISSING})
"""No call to the model can succeed until somebody fixes its configuration."""
ENDPOINT_FAILURES = frozenset({FailureKind.RATE_LIMITED, FailureKind.OVERLOADED, FailureKind.UNREACHABLE})
"""Any question to the endpoint would have failed."""
THROTTLING = frozenset({FailureKind.RATE_LIMITED, FailureKind.OVERLOADED})
MAX_RETRY_AFTER = 300.0
"""Longer `Retry-After` values are cut to this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    pace: float = 1.0
    """Factor for all waits of `RULES`. `Retry-After` is not scaled."""
    outage: float = 900.0
    """Seconds without any answer after which the remaining items of a model fail."""
    failures_in_a_row: int = 3
    """After this many consecutive `MODEL_FAILURES` the remaining items of a model fail without a call."""


def wait_before_try(
    error: ConnectorError, tries: int, policy: RetryPolicy, random: Callable[[], float]
) -> float | None:
    """Seconds until the next try, or `None` if there is none.

    Half of the wait is random, so that calls that failed together are not retried together.
    """
    rule = RULES.get(error.kind)
    if rule is None or tries >= rule.tries:
        return None
    wait = min(rule.first * 2.0 ** (tries - 1), rule.longest) * policy.pace
    wait *= 0.5 + 0.5 * random()
    if error.retry_after is None:
        return wait
    return min(error.retry_after, MAX_RETRY_AFTER) + wait

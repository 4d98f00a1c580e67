"""When to retry, and how long to wait before."""

from collections.abc import Callable
from dataclasses import dataclass

from .errors import ConnectorError


@dataclass(frozen=True, slots=True)
class RetryRules:
    retries: int = 2
    first_wait: float = 0.5
    longest_wait: float = 8.0
    longest_retry_after: float = 20.0
    """With a longer `Retry-After` the call fails at once and the endpoint cools down."""
    share: float = 0.2
    """Retries per call of one endpoint, so that retries never make up most of the load."""
    reserve: float = 5.0
    """Retries that are available after a quiet time."""
    refill_seconds: float = 10.0
    """Seconds until one retry of the reserve is available again."""


class RetryBudget:
    """How many retries one endpoint has left."""

    def __init__(self, clock: Callable[[], float], rules: RetryRules | None = None) -> None:
        self._clock = clock
        self._rules = rules or RetryRules()
        self._left = self._rules.reserve
        self._seen = clock()

    def earn(self) -> None:
        """Every call adds a fraction of a retry."""
        self._refill()
        self._left = min(self._left + self._rules.share, 2 * self._rules.reserve)

    def spend(self) -> bool:
        """Use one retry; false if none is left."""
        self._refill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def _refill(self) -> None:
        now = self._clock()
        gained = (now - self._seen) / self._rules.refill_seconds
        self._seen = now
        if self._left < self._rules.reserve:
            self._left = min(self._left + gained, self._rules.reserve)


def wait_before_retry(
    error: ConnectorError, attempts: int, random: Callable[[], float], rules: RetryRules
) -> float | None:
    """Seconds to wait after this many attempts, or None if a retry is of no use.

    Full jitter: anything between zero and the exponential bound, so that callers who failed together do not retry
    together.
    """
    if not error.transient or attempts > rules.retries:
        return None
    jitter = random() * min(rules.first_wait * 2.0 ** (attempts - 1), rules.longest_wait)
    if error.retry_after is None:
        return jitter
    return None if error.retry_after > rules.longest_retry_after else error.retry_after + jitter

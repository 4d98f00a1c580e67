"""When to try again, and how long to wait before."""

from collections.abc import Callable
from dataclasses import dataclass

from .errors import ConnectorError


@dataclass(frozen=True, slots=True)
class RetryRules:
    retries: int = 2
    first_wait: float = 0.5
    longest_wait: float = 8.0
    longest_retry_after: float = 20.0
    """A longer `Retry-After` is not waited for; the call fails and the endpoint cools down."""
    share: float = 0.2
    """Retries among recent calls of one endpoint, so that retries never become the load."""
    reserve: float = 5.0
    """Retries that a quiet endpoint always has."""
    refill_seconds: float = 10.0
    """Time in which one retry of the reserve comes back."""


class RetryBudget:
    """What one endpoint may still spend on retries."""

    def __init__(self, clock: Callable[[], float], rules: RetryRules | None = None) -> None:
        self._clock = clock
        self._rules = rules or RetryRules()
        self._left = self._rules.reserve
        self._seen = clock()

    def earn(self) -> None:
        """Every call pays a part of a retry in."""
        self._refill()
        self._left = min(self._left + self._rules.share, 2 * self._rules.reserve)

    def spend(self) -> bool:
        """Take one retry out, if there is one."""
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
    """Seconds to wait after so many attempts, or None where trying again is no use.

    Full jitter: anything between nothing and the exponential bound, so that callers who failed together do not
    come back together.
    """
    if not error.transient or attempts > rules.retries:
        return None
    jitter = random() * min(rules.first_wait * 2.0 ** (attempts - 1), rules.longest_wait)
    if error.retry_after is None:
        return jitter
    return None if error.retry_after > rules.longest_retry_after else error.retry_after + jitter

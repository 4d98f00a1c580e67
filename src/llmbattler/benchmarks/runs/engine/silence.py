"""Since when an endpoint has given no answer, as one worker sees it."""

from collections.abc import Callable

from llmbattler.connectors.errors import CircuitOpen, ConnectorError, FailureKind

from . import timings

SILENT_FAILURES = frozenset(
    {
        *(FailureKind.UNREACHABLE, FailureKind.TIMED_OUT, FailureKind.OVERLOADED),
        *(FailureKind.UNAVAILABLE, FailureKind.BROKEN_STREAM),
    }
)
"""Failures of the server. After any other failure it has answered, for example that the key is wrong."""


class Silence:
    """Any part of an answer ends it, so a slow answer that arrives word by word is never silent."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._since: float | None = None
        """When the first call was made that has not been answered yet."""
        self._asked_at = float("-inf")
        self._heard_at: float | None = None
        """Set until it is reported."""
        self.error: ConnectorError | None = None

    def note_asked(self, running: int) -> None:
        """`running` is the number of calls in flight without this one."""
        now = self._clock()
        over = not running and (self.error is None or now - self._asked_at > timings.FORGET_SECONDS)
        if self._since is None or over:
            self._since, self.error = now, None
        self._asked_at = now

    def note_heard(self, running: int) -> None:
        """The server has sent something."""
        self._heard_at = self._clock()
        self._since = self._heard_at if running else None
        self.error = None

    def note_failure(self, error: ConnectorError, running: int) -> None:
        if isinstance(error, CircuitOpen):
            return  # nothing was asked
        if error.kind in SILENT_FAILURES:
            self.error = error
        else:
            self.note_heard(running)

    def measure(self, running: int) -> float | None:
        """Seconds without an answer, or `None` if they are too few to report, or nothing waits for one."""
        now = self._clock()
        if self._since is None or (self.error is None and not running):
            return None
        if not running and now - self._asked_at > timings.FORGET_SECONDS:
            return None
        least = timings.SILENT_SECONDS if self.error is None else timings.FAILING_SECONDS
        return now - self._since if now - self._since >= least else None

    def take_heard(self) -> float | None:
        """Seconds since the server last sent something, if that was not taken yet."""
        heard_at, self._heard_at = self._heard_at, None
        return None if heard_at is None else self._clock() - heard_at

    def restore_heard(self, seconds: float | None) -> None:
        if seconds is not None and self._heard_at is None:
            self._heard_at = self._clock() - seconds

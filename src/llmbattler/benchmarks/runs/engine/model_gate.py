"""Whether one model can be asked by this worker now."""

from collections.abc import Callable

from llmbattler.connectors.errors import CircuitOpen, ConnectorError

from .gates import Gate


class ModelGate:
    """The gate of the model's endpoint, and a pause of its own after failures. Shared by all runs."""

    def __init__(self, gate: Gate, clock: Callable[[], float]) -> None:
        self.gate = gate
        self.opens_at = float("-inf")
        self.running = 0
        self.unhealthy_since: float | None = None
        self.last_error: ConnectorError | None = None
        self._clock = clock

    @property
    def is_open(self) -> bool:
        """While the model is unhealthy it is half-open: one call at a time probes it."""
        if self._clock() < self.opens_at or (self.unhealthy_since is not None and self.running):
            return False
        return self.gate.has_room

    @property
    def next_at(self) -> float:
        return max(self.opens_at, self.gate.opens_at)

    @property
    def is_paused(self) -> bool:
        return self.unhealthy_since is not None or self._clock() < self.next_at

    def enter(self) -> None:
        self.running += 1
        self.gate.enter()

    def leave(self) -> None:
        self.running -= 1
        self.gate.leave()

    def mark_unhealthy(self, error: ConnectorError, wait: float, since: float) -> float:
        """Pause for `wait` seconds. Return the seconds without any answer, counted from `since` at the earliest."""
        now = self._clock()
        self.unhealthy_since = self.unhealthy_since or now
        if self.last_error is None or not isinstance(error, CircuitOpen):
            self.last_error = error
        self.opens_at = now + wait
        return now - max(self.unhealthy_since, since)

    def mark_healthy(self) -> None:
        self.unhealthy_since = self.last_error = None
        self.opens_at = float("-inf")

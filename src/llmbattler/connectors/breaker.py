"""A rest for endpoints that fail again and again, so that nobody waits for what will not come."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from .errors import CircuitOpen, ConnectorError


class CircuitState(StrEnum):
    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half_open"


@dataclass(frozen=True, slots=True)
class BreakerRules:
    in_a_row: int = 5
    """So many failures in a row open it."""
    of_recent: int = 8
    """So many failures among the recent attempts open it too."""
    recent: int = 20
    first_rest: float = 10.0
    longest_rest: float = 30.0
    longest_cooldown: float = 300.0
    """A provider's `Retry-After` is believed up to here."""


class Breaker:
    """The state of one endpoint.

    Ask `admit()` before each attempt and then tell, once each: `answered()` at the first delta (optional), and at
    the end `succeeded()`, `failed(error)` or `abandoned()`.
    """

    def __init__(self, clock: Callable[[], float], rules: BreakerRules | None = None) -> None:
        self._clock = clock
        self._rules = rules or BreakerRules()
        self._recent: deque[bool] = deque(maxlen=self._rules.recent)
        self._opened = 0
        self._rests_until = 0.0
        self._cools_until = 0.0
        self._probing = False

    @property
    def state(self) -> CircuitState:
        if not self._opened:
            return CircuitState.CLOSED
        return CircuitState.OPEN if self._clock() < self._rests_until else CircuitState.HALF_OPEN

    @property
    def cooldown(self) -> float:
        """Seconds that the provider asked us to stay away."""
        return max(0.0, self._cools_until - self._clock())

    def admit(self) -> None:
        """Let one attempt through, or raise `CircuitOpen`. While half open only one at a time."""
        if self.cooldown:
            raise CircuitOpen(retry_after=self.cooldown)
        match self.state:
            case CircuitState.OPEN:
                raise CircuitOpen(retry_after=self._rests_until - self._clock())
            case CircuitState.HALF_OPEN if self._probing:
                raise CircuitOpen(retry_after=1.0)
            case CircuitState.HALF_OPEN:
                self._probing = True
            case CircuitState.CLOSED:
                pass

    def answered(self) -> None:
        """A probe need not be waited for to its end: the first token shows that the endpoint lives."""
        if self._probing:
            self._close()

    def succeeded(self) -> None:
        if self._opened:
            self._close()
        self._recent.append(True)

    def failed(self, error: ConnectorError) -> None:
        if not error.transient:
            # A refusal is an answer: the endpoint works, the request was wrong.
            self.succeeded()
            return
        if error.retry_after:
            cooldown = min(error.retry_after, self._rules.longest_cooldown)
            self._cools_until = max(self._cools_until, self._clock() + cooldown)
        self._recent.append(False)
        if self._opened:
            self._reopen()
        elif self._is_sick():
            self._open()

    def abandoned(self) -> None:
        """The reader went away; nothing was learned."""
        self._probing = False

    def _is_sick(self) -> bool:
        recent = list(self._recent)
        row = recent[-self._rules.in_a_row :]
        return (len(row) == self._rules.in_a_row and not any(row)) or recent.count(False) >= self._rules.of_recent

    def _open(self) -> None:
        self._opened += 1
        self._probing = False
        rest = min(self._rules.first_rest * 2 ** (self._opened - 1), self._rules.longest_rest)
        self._rests_until = self._clock() + rest

    def _reopen(self) -> None:
        """Only a probe's failure prolongs the rest; late failures of older calls say nothing new."""
        if self._probing:
            self._open()

    def _close(self) -> None:
        self._opened = 0
        self._probing = False
        self._recent.clear()

"""Circuit breaker: an endpoint that fails repeatedly is not called for a while."""

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
    """This many failures in a row open the circuit."""
    of_recent: int = 8
    """This many failures among the recent attempts open it too."""
    recent: int = 20
    first_open_seconds: float = 10.0
    longest_open_seconds: float = 30.0
    longest_cooldown: float = 300.0
    """The longest `Retry-After` of a provider that is followed."""


class Breaker:
    """The circuit of one endpoint.

    Call `admit()` before each attempt, `answered()` at its first delta (optional), and one of `succeeded()`,
    `failed(error)` and `abandoned()` at its end.
    """

    def __init__(self, clock: Callable[[], float], rules: BreakerRules | None = None) -> None:
        self._clock = clock
        self._rules = rules or BreakerRules()
        self._recent: deque[bool] = deque(maxlen=self._rules.recent)
        self._opened = 0
        self._open_until = 0.0
        self._cooldown_until = 0.0
        self._probing = False

    @property
    def state(self) -> CircuitState:
        if not self._opened:
            return CircuitState.CLOSED
        return CircuitState.OPEN if self._clock() < self._open_until else CircuitState.HALF_OPEN

    @property
    def cooldown(self) -> float:
        """The rest of the seconds that the provider asked to wait."""
        return max(0.0, self._cooldown_until - self._clock())

    def admit(self) -> None:
        """Admit one attempt, or raise `CircuitOpen`. While half open, only one at a time is admitted."""
        if self.cooldown:
            raise CircuitOpen(retry_after=self.cooldown)
        match self.state:
            case CircuitState.OPEN:
                raise CircuitOpen(retry_after=self._open_until - self._clock())
            case CircuitState.HALF_OPEN if self._probing:
                raise CircuitOpen(retry_after=1.0)
            case CircuitState.HALF_OPEN:
                self._probing = True
            case CircuitState.CLOSED:
                pass

    def answered(self) -> None:
        """Close a half-open circuit at the first token: it already shows that the endpoint works."""
        if self._probing:
            self._close()

    def succeeded(self) -> None:
        if self._opened:
            self._close()
        self._recent.append(True)

    def failed(self, error: ConnectorError) -> None:
        if not error.transient:
            # The endpoint works; the request was wrong.
            self.succeeded()
            return
        if error.retry_after:
            cooldown = min(error.retry_after, self._rules.longest_cooldown)
            self._cooldown_until = max(self._cooldown_until, self._clock() + cooldown)
        self._recent.append(False)
        if self._opened:
            self._reopen()
        elif self._is_unhealthy():
            self._open()

    def abandoned(self) -> None:
        """The reader left, so the attempt says nothing about the endpoint."""
        self._probing = False

    def _is_unhealthy(self) -> bool:
        recent = list(self._recent)
        row = recent[-self._rules.in_a_row :]
        return (len(row) == self._rules.in_a_row and not any(row)) or recent.count(False) >= self._rules.of_recent

    def _open(self) -> None:
        self._opened += 1
        self._probing = False
        seconds = min(self._rules.first_open_seconds * 2 ** (self._opened - 1), self._rules.longest_open_seconds)
        self._open_until = self._clock() + seconds

    def _reopen(self) -> None:
        """Only a failed probe keeps the circuit open longer; late failures of older calls do not."""
        if self._probing:
            self._open()

    def _close(self) -> None:
        self._opened = 0
        self._probing = False
        self._recent.clear()

"""The health of a model, computed from its recent calls and probes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from llmbattler.connectors.errors import FailureKind

from .models import HealthState, Model, ModelHealth, ModelStatus

OK = "ok"
CANCELLED = "cancelled"
WINDOW = timedelta(minutes=10)
WINDOW_CALLS = 20
FEWEST_CALLS = 3
"""With fewer calls no error rate is computed."""
DEGRADED_SHARE = 0.2
DOWN_SHARE = 0.8
PROBES_TO_DOWN = 3

FATAL = frozenset({FailureKind.BAD_KEY, FailureKind.MODEL_MISSING})
"""One of these is enough: no later call can succeed until an admin acts."""
CALLERS_FAULT = frozenset(
    {
        FailureKind.CONTEXT_TOO_LONG,
        FailureKind.FILTERED,
        FailureKind.REFUSED,
        FailureKind.TOO_LARGE,
        CANCELLED,
    }
)


@dataclass(frozen=True, slots=True)
class HealthEvent:
    """One call or probe: its outcome is `ok` or the kind of failure."""

    at: datetime
    outcome: str
    probe: bool = False

    @property
    def ok(self) -> bool:
        return self.outcome == OK

    @property
    def fatal(self) -> bool:
        return self.outcome in FATAL

    @property
    def counts(self) -> bool:
        """Every failure of a probe counts, because its content gives no reason to refuse it."""
        return self.probe or self.outcome not in CALLERS_FAULT


@dataclass(frozen=True, slots=True)
class Health:
    state: HealthState
    reason: str | None = None


UNKNOWN = Health(HealthState.UNKNOWN)
HEALTHY = Health(HealthState.HEALTHY)


def next_health(previous: Health, events: Sequence[HealthEvent], now: datetime) -> Health:
    """Return the health after these events, oldest first. Without recent events nothing changes."""
    recent = [event for event in events if event.counts and now - event.at <= WINDOW]
    if not recent:
        return previous
    calls = [event for event in recent if not event.probe][-WINDOW_CALLS:]
    found = _after_success(recent[-1], calls) if recent[-1].ok else _after_failure(previous, recent, calls)
    # Keep the first reason, so that one outage is one change.
    return previous if found.state is previous.state else found


def _after_success(last: HealthEvent, calls: Sequence[HealthEvent]) -> Health:
    # Some providers list their models without a key, so a good probe does not prove a key that a call found bad.
    if last.probe and calls and calls[-1].fatal:
        return Health(HealthState.DOWN, calls[-1].outcome)
    failed = [event for event in calls if not event.ok]
    if len(calls) >= FEWEST_CALLS and len(failed) >= DEGRADED_SHARE * len(calls):
        return Health(HealthState.DEGRADED, failed[-1].outcome)
    return HEALTHY


def _after_failure(previous: Health, recent: Sequence[HealthEvent], calls: Sequence[HealthEvent]) -> Health:
    last = recent[-1]
    if _is_down(previous, recent, calls):
        return Health(HealthState.DOWN, last.outcome)
    failed = sum(not event.ok for event in calls)
    many = len(calls) >= FEWEST_CALLS and failed >= DEGRADED_SHARE * len(calls)
    if many or last.probe or previous.state is HealthState.UNKNOWN:
        return Health(HealthState.DEGRADED, last.outcome)
    return previous


def _is_down(previous: Health, recent: Sequence[HealthEvent], calls: Sequence[HealthEvent]) -> bool:
    last = recent[-1]
    if last.fatal or previous.state is HealthState.DOWN:
        return True
    if last.probe and previous.state is HealthState.UNKNOWN:
        return True  # it never worked
    if _trailing_failed_probes(recent) >= PROBES_TO_DOWN:
        return True
    failed = sum(not event.ok for event in calls)
    return len(calls) >= FEWEST_CALLS and failed >= DOWN_SHARE * len(calls)


def _trailing_failed_probes(recent: Sequence[HealthEvent]) -> int:
    count = 0
    for event in reversed(recent):
        if event.ok:
            break
        count += event.probe
    return count


def get_current_health(model: Model, last: ModelHealth | None) -> ModelHealth | None:
    """Return the last known health, or `None` for a retired model: it is no longer checked."""
    return None if model.status is ModelStatus.RETIRED else last

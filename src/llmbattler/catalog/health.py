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
ANSWERS_TO_DOWN = 2
"""So many failed answers in a row take a model out of drawing; a question of a probe finds out when it is back."""

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
    """Only the list of models was read; the model was not asked anything."""
    question: bool = False
    """The site asked its own short question: an admin's test, or a probe."""

    @property
    def ok(self) -> bool:
        return self.outcome == OK

    @property
    def fatal(self) -> bool:
        return self.outcome in FATAL

    @property
    def counts(self) -> bool:
        """Every failure of a probe counts, because its content gives no reason to refuse it."""
        return self.probe or self.question or self.outcome not in CALLERS_FAULT


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
    answers = [event for event in recent if not event.probe][-WINDOW_CALLS:]
    last = recent[-1]
    if not last.ok:
        found = _after_failure(previous, recent, answers)
    elif last.probe and answers and not answers[-1].ok:
        # A server may list its models and answer none of their questions, so only an answer ends this.
        found = _after_failure(previous, answers, answers)
    else:
        found = _after_success(answers)
    return previous if _is_same_outage(previous, found) else found


def _is_same_outage(previous: Health, found: Health) -> bool:
    """Keep the first reason, so that one outage is one change, unless an admin has to act on the new one."""
    return found.state is previous.state and (found.reason == previous.reason or found.reason not in FATAL)


def _after_success(answers: Sequence[HealthEvent]) -> Health:
    failed = [event for event in answers if not event.ok]
    if len(answers) >= FEWEST_CALLS and len(failed) >= DEGRADED_SHARE * len(answers):
        return Health(HealthState.DEGRADED, failed[-1].outcome)
    return HEALTHY


def _after_failure(previous: Health, recent: Sequence[HealthEvent], answers: Sequence[HealthEvent]) -> Health:
    down = _is_down(previous, recent, answers)
    return Health(HealthState.DOWN if down else HealthState.DEGRADED, recent[-1].outcome)


def _is_down(previous: Health, recent: Sequence[HealthEvent], answers: Sequence[HealthEvent]) -> bool:
    last = recent[-1]
    if last.fatal or previous.state is HealthState.DOWN:
        return True
    if (last.probe or last.question) and previous.state is HealthState.UNKNOWN:
        return True  # it never worked
    if _trailing_failed_probes(recent) >= PROBES_TO_DOWN or _trailing_failures(answers) >= ANSWERS_TO_DOWN:
        return True
    failed = sum(not event.ok for event in answers)
    return len(answers) >= FEWEST_CALLS and failed >= DOWN_SHARE * len(answers)


def _trailing_failures(events: Sequence[HealthEvent]) -> int:
    return next((number for number, event in enumerate(reversed(events)) if event.ok), len(events))


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

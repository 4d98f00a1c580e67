from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.catalog.health import (
    CALLERS_FAULT,
    FATAL,
    HEALTHY,
    OK,
    UNKNOWN,
    WINDOW,
    Health,
    HealthEvent,
    get_current_health,
    next_health,
)
from llmbattler.catalog.models import HealthState, Model, ModelHealth, ModelStatus
from llmbattler.connectors.errors import FailureKind

NOW = datetime(2026, 1, 1, tzinfo=UTC)
DOWN = Health(HealthState.DOWN, "overloaded")
DEGRADED = Health(HealthState.DEGRADED, "overloaded")
BAD = FailureKind.OVERLOADED.value


def calls(*outcomes: str, ago: float = 60) -> list[HealthEvent]:
    return [
        HealthEvent(NOW - timedelta(seconds=ago - number / 100), outcome) for number, outcome in enumerate(outcomes)
    ]


def probes(*outcomes: str, ago: float = 30) -> list[HealthEvent]:
    return [HealthEvent(event.at, event.outcome, probe=True) for event in calls(*outcomes, ago=ago)]


def questions(*outcomes: str, ago: float = 30) -> list[HealthEvent]:
    return [HealthEvent(event.at, event.outcome, question=True) for event in calls(*outcomes, ago=ago)]


def state(previous: Health, events: list[HealthEvent]) -> str:
    return next_health(previous, events, NOW).state.value


@pytest.mark.parametrize(
    ("previous", "events", "expected"),
    [
        (UNKNOWN, [], "unknown"),
        (UNKNOWN, probes(OK), "healthy"),
        (UNKNOWN, calls(OK), "healthy"),
        (UNKNOWN, probes(BAD), "down"),
        (UNKNOWN, calls(BAD), "degraded"),
        (HEALTHY, calls(BAD), "degraded"),
        (HEALTHY, calls(BAD, BAD), "down"),
        (HEALTHY, calls(BAD, OK), "healthy"),
        (HEALTHY, calls("refused", "refused"), "healthy"),
        (HEALTHY, questions("refused"), "degraded"),
        (DEGRADED, questions("refused", "refused"), "down"),
        (HEALTHY, [*calls(BAD, ago=60), *probes(OK, ago=10)], "degraded"),
        (HEALTHY, [*calls(BAD, ago=60), *questions(OK, ago=10)], "healthy"),
        (HEALTHY, calls(BAD, BAD, BAD), "down"),
        (HEALTHY, calls(OK, OK, OK, OK, BAD), "degraded"),
        (HEALTHY, calls(OK, OK, OK, OK, OK, BAD), "degraded"),
        (DEGRADED, calls(OK, OK, OK, OK, BAD, OK), "healthy"),
        (HEALTHY, calls(BAD, OK, BAD), "degraded"),
        (HEALTHY, calls(*[BAD] * 8, OK, BAD), "down"),
        (HEALTHY, probes(BAD), "degraded"),
        (HEALTHY, probes(BAD, BAD), "degraded"),
        (HEALTHY, probes(BAD, BAD, BAD), "down"),
        (HEALTHY, [*probes(BAD, BAD, ago=60), *calls(OK, ago=50), *probes(BAD, ago=40)], "degraded"),
        (HEALTHY, calls("bad_key"), "down"),
        (HEALTHY, calls("model_missing"), "down"),
        (DOWN, calls(BAD), "down"),
        (DOWN, calls(OK), "healthy"),
        (DOWN, probes(OK), "healthy"),
        (DOWN, [*calls(BAD, BAD, BAD, ago=60), *probes(OK, ago=10)], "down"),
        (DOWN, [*calls(BAD, BAD, BAD, ago=60), *questions(OK, ago=10)], "degraded"),
        (DOWN, [*calls("bad_key", ago=60), *probes(OK, ago=10)], "down"),
        (DOWN, [*calls("bad_key", ago=60), *calls(OK, ago=10)], "healthy"),
        (DEGRADED, probes(OK), "healthy"),
        (DOWN, calls(OK, ago=WINDOW.total_seconds() + 60), "down"),
        (HEALTHY, calls(BAD, BAD, BAD, ago=WINDOW.total_seconds() + 60), "healthy"),
    ],
)
def test_state_follows_what_happened(previous: Health, events: list[HealthEvent], expected: str) -> None:
    assert state(previous, events) == expected


def test_only_the_last_twenty_calls_count() -> None:
    assert state(DEGRADED, calls(*[BAD] * 30, *[OK] * 20)) == "healthy"


def test_a_failed_probe_counts_whatever_its_kind() -> None:
    assert state(UNKNOWN, probes("refused")) == "down"


def test_the_first_reason_of_an_outage_stands() -> None:
    assert next_health(DOWN, calls("timed_out"), NOW) is DOWN


def test_a_cause_that_an_admin_must_remove_replaces_the_first_reason() -> None:
    assert next_health(DOWN, calls("bad_key"), NOW) == Health(HealthState.DOWN, "bad_key")


outcomes = st.sampled_from([OK, *CALLERS_FAULT, *(kind.value for kind in FailureKind)])
events = st.lists(st.builds(HealthEvent, st.just(NOW), outcomes, st.booleans()), max_size=60)
states = st.sampled_from([UNKNOWN, HEALTHY, DEGRADED, DOWN])


@given(states, events)
def test_mistakes_of_the_caller_change_nothing(previous: Health, happened: list[HealthEvent]) -> None:
    counted = [event for event in happened if event.probe or event.outcome not in CALLERS_FAULT]
    assert next_health(previous, happened, NOW) == next_health(previous, counted, NOW)


@given(states, events)
def test_a_good_call_always_lifts_down(previous: Health, happened: list[HealthEvent]) -> None:
    found = next_health(previous, [*happened, HealthEvent(NOW, OK)], NOW)
    assert found.state in {HealthState.HEALTHY, HealthState.DEGRADED}


@given(states, events, st.sampled_from(sorted(FATAL)), st.booleans())
def test_a_fatal_answer_is_down_at_once(previous: Health, happened: list[HealthEvent], kind: str, probe: bool) -> None:
    assert state(previous, [*happened, HealthEvent(NOW, kind, probe)]) == "down"


@given(events)
def test_twenty_good_calls_heal_everything(happened: list[HealthEvent]) -> None:
    assert next_health(DOWN, [*happened, *[HealthEvent(NOW, OK)] * 20], NOW) == HEALTHY


@given(states, events)
def test_a_bad_state_has_a_reason(previous: Health, happened: list[HealthEvent]) -> None:
    found = next_health(previous, happened, NOW)
    assert (found.reason is not None) == (found.state in {HealthState.DOWN, HealthState.DEGRADED})


def test_a_retired_model_has_no_health() -> None:
    last = ModelHealth(model_id="a", state=HealthState.HEALTHY)
    assert get_current_health(Model(model_id="a", status=ModelStatus.PAUSED), last) is last
    assert get_current_health(Model(model_id="a", status=ModelStatus.RETIRED), last) is None

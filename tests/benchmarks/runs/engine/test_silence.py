import pytest

from llmbattler.benchmarks.runs.engine import timings
from llmbattler.benchmarks.runs.engine.gates import Gate, Gates
from llmbattler.benchmarks.runs.engine.silence import Silence
from llmbattler.connectors.errors import BadKey, CircuitOpen, TimedOut, Unreachable
from tests.clock import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def silence(clock: Clock) -> Silence:
    return Silence(clock)


def test_calls_that_wait_are_reported_after_a_while(silence: Silence, clock: Clock) -> None:
    silence.note_asked(0)
    clock.now += timings.SILENT_SECONDS - 1
    silence.note_asked(1)
    assert silence.measure(2) is None
    clock.now += 1
    assert silence.measure(2) == timings.SILENT_SECONDS, "counted from the first call that waits"


def test_an_answer_that_arrives_word_by_word_is_no_silence(silence: Silence, clock: Clock) -> None:
    silence.note_asked(0)
    for _ in range(20):
        clock.now += timings.SILENT_SECONDS - 1
        silence.note_heard(1)
        assert silence.measure(1) is None
    assert silence.take_heard() == 0
    assert silence.take_heard() is None


def test_a_failure_is_reported_earlier_and_lasts_between_the_tries(silence: Silence, clock: Clock) -> None:
    silence.note_asked(0)
    silence.note_failure(Unreachable("closed"), 0)
    clock.now += timings.FAILING_SECONDS
    silence.note_failure(CircuitOpen(), 0)
    assert silence.measure(0) == timings.FAILING_SECONDS
    assert "closed" in str(silence.error)
    silence.note_asked(0)
    assert silence.measure(1) == timings.FAILING_SECONDS
    silence.note_heard(1)
    assert silence.measure(1) is None
    assert silence.error is None


def test_a_refusal_is_an_answer(silence: Silence, clock: Clock) -> None:
    silence.note_asked(0)
    clock.now += 60
    silence.note_failure(BadKey(), 0)
    assert silence.measure(0) is None


def test_the_silence_of_an_earlier_run_is_forgotten(silence: Silence, clock: Clock) -> None:
    silence.note_asked(0)
    silence.note_failure(TimedOut(), 0)
    clock.now += timings.FORGET_SECONDS + 1
    assert silence.measure(0) is None
    silence.note_asked(0)
    clock.now += timings.SILENT_SECONDS
    assert silence.measure(1) == timings.SILENT_SECONDS


def test_a_gate_reports_it_and_keeps_what_could_not_be_stored(clock: Clock) -> None:
    gates = Gates(clock)
    gate: Gate = gates.get("somewhere")
    gate.enter()
    gate.record_heard()
    clock.now += timings.SILENT_SECONDS
    (update,) = gates.take_updates()
    assert (update.heard, update.silent, update.error) == (timings.SILENT_SECONDS, timings.SILENT_SECONDS, None)
    gates.restore_updates([update])
    assert gate.take_update().heard == timings.SILENT_SECONDS
    gate.leave()
    gate.record_failure(TimedOut())
    update = gate.take_update()
    assert update.silent == timings.SILENT_SECONDS
    assert update.error == str(TimedOut())

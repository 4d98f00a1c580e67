import pytest

from llmbattler.benchmarks.runs.engine.gates import START_WIDTH, Gate
from llmbattler.benchmarks.runs.engine.model_gate import ModelGate
from llmbattler.connectors.errors import CircuitOpen, Overloaded, Unreachable
from tests.clock import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def model_gate(clock: Clock) -> ModelGate:
    return ModelGate(Gate("somewhere", clock), clock)


def test_a_healthy_model_is_limited_by_its_endpoint_only(model_gate: ModelGate) -> None:
    entered = 0
    while model_gate.is_open:
        model_gate.enter()
        entered += 1
    assert entered == START_WIDTH
    model_gate.leave()
    assert model_gate.is_open
    assert not model_gate.is_paused


def test_an_unhealthy_model_is_probed_by_one_call_at_a_time(model_gate: ModelGate, clock: Clock) -> None:
    model_gate.mark_unhealthy(Unreachable(), 5, since=0)
    assert not model_gate.is_open
    assert (model_gate.is_paused, model_gate.next_at) == (True, clock.now + 5)
    clock.now += 5
    assert model_gate.is_open
    model_gate.enter()
    assert not model_gate.is_open
    model_gate.leave()
    model_gate.mark_healthy()
    assert (model_gate.is_open, model_gate.is_paused) == (True, False)


def test_silence_counts_from_the_first_failure_or_from_when_the_run_was_opened(
    model_gate: ModelGate, clock: Clock
) -> None:
    assert model_gate.mark_unhealthy(Unreachable(), 1, since=0) == 0
    clock.now += 60
    assert model_gate.mark_unhealthy(Unreachable(), 1, since=0) == 60
    assert model_gate.mark_unhealthy(Unreachable(), 1, since=clock.now - 10) == 10


def test_an_open_circuit_does_not_hide_the_error_that_opened_it(model_gate: ModelGate) -> None:
    model_gate.mark_unhealthy(Overloaded(), 1, since=0)
    model_gate.mark_unhealthy(CircuitOpen(), 1, since=0)
    assert isinstance(model_gate.last_error, Overloaded)
    model_gate.mark_unhealthy(Unreachable(), 1, since=0)
    assert isinstance(model_gate.last_error, Unreachable)


def test_a_pause_of_the_endpoint_pauses_its_models(model_gate: ModelGate, clock: Clock) -> None:
    model_gate.gate.record_throttling(retry_after=30)
    assert (model_gate.is_open, model_gate.is_paused, model_gate.next_at) == (False, True, clock.now + 30)

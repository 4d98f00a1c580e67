import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.benchmarks.runs.endpoints import EMBEDDED_WIDTH, MAX_WIDTH
from llmbattler.benchmarks.runs.engine.gates import CUT, MIN_WIDTH, START_WIDTH, Gate, Gates, GateState
from tests.clock import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def gate(clock: Clock) -> Gate:
    return Gate("somewhere", clock)


def fill(gate: Gate) -> int:
    """Enter until there is no room."""
    entered = 0
    while gate.has_room:
        gate.enter()
        entered += 1
    return entered


def turn(gate: Gate) -> None:
    """Let everything that runs be answered, once."""
    for _ in range(gate.running):
        gate.record_success()
    while gate.running:
        gate.leave()


def test_before_the_first_refusal_it_doubles_in_every_round_trip(gate: Gate) -> None:
    widths = []
    for _ in range(8):
        widths.append(fill(gate))
        turn(gate)
    assert widths == [32, 64, 128, 256, 512, 512, 512, 512]


def test_after_a_refusal_a_round_trip_widens_it_by_one(gate: Gate, clock: Clock) -> None:
    gate.width = 20.0
    gate.record_throttling()
    assert gate.width == pytest.approx(14)
    for _ in range(5):
        before = gate.width
        fill(gate)
        turn(gate)
        assert 0.8 < gate.width - before <= 1


def test_refusals_within_a_second_count_once(gate: Gate, clock: Clock) -> None:
    for _ in range(50):
        gate.record_throttling()
    assert gate.width == pytest.approx(START_WIDTH * CUT)
    clock.now += 1
    gate.record_throttling()
    assert gate.width == pytest.approx(START_WIDTH * CUT * CUT)


def test_a_gate_that_is_not_used_learns_nothing(gate: Gate) -> None:
    gate.enter()
    gate.record_success()
    assert gate.width == START_WIDTH


def test_nothing_enters_while_the_provider_wants_a_pause(gate: Gate, clock: Clock) -> None:
    gate.record_throttling(retry_after=30)
    assert not gate.has_room
    assert gate.opens_at == clock.now + 30
    clock.now += 30
    assert gate.has_room


@given(st.lists(st.sampled_from(["answered", "refused", "second", "told"]), max_size=300), st.integers(1, 5))
def test_whatever_happens_some_may_enter_and_never_too_many(events: list[str], workers: int) -> None:
    clock = Clock()
    gate = Gate("somewhere", clock)
    gate.workers = workers
    for event in events:
        fill(gate)
        match event:
            case "answered":
                turn(gate)
            case "refused":
                gate.record_throttling()
            case "second":
                clock.now += 1
            case "told":
                update = gate.take_update()
                gate.apply_state(GateState(gate.width - update.grown, 0), workers)
        assert MIN_WIDTH <= gate.width <= MAX_WIDTH
        assert 1 <= gate.limit <= max(1, MAX_WIDTH / workers)
        while gate.running:
            gate.leave()


def test_what_all_have_learnt_counts_and_is_shared_out(clock: Clock) -> None:
    gates = Gates(clock)
    gate = gates.get("somewhere")
    fill(gate)
    turn(gate)
    (update,) = gates.take_updates()
    assert (update.grown, update.cut, update.cool) == (START_WIDTH, False, 0)
    gates.apply_states({"somewhere": GateState(40, 5)}, workers=4)
    assert gate.limit == 10
    assert not gate.has_room
    clock.now += 5
    assert fill(gate) == 10
    assert gates.get("elsewhere").workers == 4
    assert gates.get("somewhere") is gate


def test_what_could_not_be_told_is_told_at_the_next_beat(clock: Clock) -> None:
    gates = Gates(clock)
    gate = gates.get("somewhere")
    fill(gate)
    turn(gate)
    gate.record_throttling()
    update = gates.take_updates()
    assert update[0].cut
    gates.restore_updates(update)
    assert gates.take_updates() == update


async def test_who_waits_gets_in_first_and_in_order(gate: Gate) -> None:
    fill(gate)
    order: list[int] = []

    async def enter(number: int) -> None:
        await gate.wait()
        order.append(number)

    waiting = [asyncio.create_task(enter(number)) for number in range(3)]
    await asyncio.sleep(0)
    gate.leave()
    assert not gate.has_room
    gate.leave()
    await asyncio.wait(waiting[:2])
    assert order == [0, 1]
    waiting[2].cancel()
    await asyncio.wait(waiting)
    while gate.running:
        gate.leave()
    assert gate.has_room


async def test_who_gives_up_waiting_takes_no_place(gate: Gate) -> None:
    fill(gate)
    task = asyncio.create_task(gate.wait())
    await asyncio.sleep(0)
    gate.leave()  # lets it in
    task.cancel()  # and it goes in the same moment
    await asyncio.gather(task, return_exceptions=True)
    assert gate.running == int(START_WIDTH) - 1


def test_a_pause_is_reported_once_and_ends_on_time(clock: Clock) -> None:
    gates = Gates(clock)
    gate = gates.get("somewhere")
    gate.record_throttling(retry_after=10)
    (first,) = gates.take_updates()
    assert first.cool == 10
    for _ in range(20):
        clock.now += 1
        (update,) = gates.take_updates()
        assert update.cool == 0
        left = max(0.0, 110 - clock.now)
        clock.now += 1  # so long the database takes
        gates.apply_states({"somewhere": GateState(8, left)}, workers=1)
    assert gate.has_room


def test_the_included_model_is_asked_no_more_at_once_than_it_answers() -> None:
    gate = Gate("embedded", lambda: 0.0)
    for _ in range(100):
        while gate.has_room:
            gate.enter()
        gate.record_success()
        gate.leave()
    assert gate.width == gate.limit == EMBEDDED_WIDTH

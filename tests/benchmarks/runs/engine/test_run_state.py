import pytest

from llmbattler.benchmarks.runs.engine.run_budget import JudgeCost, PriorCost, RunBudget
from llmbattler.benchmarks.runs.engine.run_state import RunState, WorkItem
from llmbattler.connectors.errors import Unreachable
from llmbattler.generation.response_cache.service import StoredResponse
from tests.benchmarks.runs.engine.states import make_item, make_state
from tests.clock import Clock

STORED = StoredResponse("x", "stop", None, None, None, None)


@pytest.fixture
def clock() -> Clock:
    return Clock()


def take_all(state: RunState) -> list[tuple[str, int]]:
    """Start what may start; nothing ends meanwhile."""
    taken = []
    while (item := state.take_next()) is not None:
        state.running += 1
        item.acquire()
        taken.append((item.model_id, item.sample.position))
    return taken


def add_all(state: RunState, *items: WorkItem) -> None:
    for item in items:
        state.add(item)


def test_models_take_turns_within_the_share_of_the_worker(clock: Clock) -> None:
    state = make_state(clock, "alpha", "beta")
    add_all(state, *(make_item(state, position) for position in range(3)), make_item(state, 9, model="beta"))
    assert take_all(state) == [("alpha", 0), ("beta", 9), ("alpha", 1), ("alpha", 2)]
    state.add(make_item(state, 4))
    assert state.take_next() is None
    state.running -= 1
    assert state.take_next() is not None


def test_cached_answers_go_first_and_need_no_place_at_the_endpoint(clock: Clock) -> None:
    state = make_state(clock)
    add_all(state, make_item(state, 0), make_item(state, 1, stored=STORED))
    state.model_gates["alpha"].mark_unhealthy(Unreachable(), 10, since=0)
    assert take_all(state) == [("alpha", 1)]
    assert state.model_gates["alpha"].running == 0


def test_delayed_items_are_queued_when_they_are_due(clock: Clock) -> None:
    state = make_state(clock)
    state.add(make_item(state, 1), at=clock.now + 2)
    state.add(make_item(state, 0), at=clock.now + 1)
    assert list(state.list_wake_times()) == [clock.now + 1]
    state.queue_due(clock.now)
    assert take_all(state) == []
    state.queue_due(clock.now + 2)
    assert take_all(state) == [("alpha", 0), ("alpha", 1)]


def test_nothing_starts_before_the_share_is_known_or_when_the_run_is_ending(clock: Clock) -> None:
    for fields in ({"share": None}, {"closing": True}, {"stop_reason": "used up"}):
        state = make_state(clock, **fields)
        state.add(make_item(state))
        assert state.take_next() is None


def test_chunks_of_which_nothing_can_be_asked_now_are_parked(clock: Clock) -> None:
    state = make_state(clock, "alpha", "beta")
    for number, model in enumerate(("alpha", "beta", "beta", "alpha", "alpha")):
        state.chunks[number] = make_item(state, number, model=model, number=number).chunk
    state.model_gates["alpha"].mark_unhealthy(Unreachable(), 60, since=0)
    add_all(state, make_item(state, 0, number=0), make_item(state, 1, model="beta", number=1))
    state.add(make_item(state, 2, model="beta", number=2), at=clock.now + 60)
    state.add(make_item(state, 3, number=3, stored=STORED))
    state.chunks[4].running = 1
    assert state.list_parked() == {state.chunks[0], state.chunks[2]}


def test_items_wait_for_the_budget_and_reserve_what_they_may_cost(clock: Clock) -> None:
    budget = RunBudget(100)
    state = make_state(clock, budget=budget)
    add_all(state, *(make_item(state, position, max_cost=40) for position in range(3)))
    assert take_all(state) == []
    budget.update(0, 0, workers=1)
    assert take_all(state) == [("alpha", 0), ("alpha", 1)]
    assert budget.reserved == 80
    assert state.find_unaffordable() is None


def test_an_item_that_never_fits_the_budget_is_found_when_all_is_settled(clock: Clock) -> None:
    budget = RunBudget(100)
    budget.update(70, 0, workers=1)
    state = make_state(clock, budget=budget)
    item = make_item(state, max_cost=40)
    state.add(item)
    assert state.take_next() is None
    assert state.find_unaffordable() is item
    budget.unrecorded = 1
    assert state.find_unaffordable() is None


def test_the_first_judged_answer_runs_alone_because_judges_have_no_known_cost(clock: Clock) -> None:
    budget = RunBudget(1_000)
    budget.update(0, 0, workers=1)
    state = make_state(clock, judged=True, budget=budget)
    first, second = make_item(state, 0, max_cost=10), make_item(state, 1, max_cost=10)
    add_all(state, first, second)
    assert take_all(state) == [("alpha", 0)]
    first.judge_cost = JudgeCost(30)
    first.charge(40, 30)
    first.release_reservation()
    state.running -= 1
    assert (budget.unrecorded, budget.max_judge_cost, budget.reserved) == (40, 30, 0)
    assert take_all(state) == [("alpha", 1)]
    assert budget.reserved == 10 + 30


def test_only_what_is_new_is_charged(clock: Clock) -> None:
    budget = RunBudget(1_000)
    state = make_state(clock, budget=budget)
    item = make_item(state, prior_cost=PriorCost(50, 20))
    item.charge(100, 20)
    item.charge(130, 20)
    assert (budget.unrecorded, budget.max_judge_cost) == (60, 0)


def test_leaving_the_gate_twice_frees_one_place(clock: Clock) -> None:
    state = make_state(clock)
    first, second = make_item(state, 0), make_item(state, 1)
    first.acquire()
    second.acquire()
    first.leave_gate()
    first.leave_gate()
    assert state.model_gates["alpha"].running == 1


def test_items_of_a_stopped_model_are_removed_unless_they_need_no_call(clock: Clock) -> None:
    state = make_state(clock, "alpha", "beta")
    add_all(state, make_item(state, 0), make_item(state, 1, model="beta"))
    state.add(make_item(state, 2), at=clock.now + 1)
    state.add(make_item(state, 3, stored=STORED), at=clock.now + 1)
    assert [item.sample.position for item in state.remove_model("alpha")] == [0, 2]
    state.queue_due(clock.now + 1)
    assert take_all(state) == [("alpha", 3), ("beta", 1)]


def test_items_of_released_chunks_are_dropped(clock: Clock) -> None:
    state = make_state(clock)
    for number in (0, 1):
        item = make_item(state, number, number=number)
        state.chunks[number] = item.chunk
        state.add(item)
        state.add(make_item(state, 10 + number, number=number), at=clock.now)
        state.add(make_item(state, 20 + number, number=number, stored=STORED))
    state.drop_items({state.chunks[0]})
    state.queue_due(clock.now)
    assert take_all(state) == [("alpha", 21), ("alpha", 1), ("alpha", 11)]

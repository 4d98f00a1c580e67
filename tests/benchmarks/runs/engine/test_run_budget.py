from hypothesis import given
from hypothesis import strategies as st

from llmbattler.benchmarks.runs.engine.run_budget import JudgeCost, PriorCost, RunBudget


def test_nothing_is_allowed_before_the_recorded_cost_is_known() -> None:
    budget = RunBudget(1_000)
    assert not budget.allows(0)
    assert not budget.is_settled
    budget.update(0, 0, workers=1)
    assert budget.allows(1_000)
    assert not budget.allows(1_001)
    assert budget.is_settled


def test_reservations_unrecorded_cost_and_the_dearest_judge_are_counted() -> None:
    budget = RunBudget(1_000)
    budget.update(100, 0, workers=1)
    budget.reserved, budget.unrecorded, budget.max_judge_cost = 200, 300, 50
    assert budget.allows(350)
    assert not budget.allows(351)
    assert not budget.is_settled


def test_recorded_cost_is_not_counted_twice() -> None:
    budget = RunBudget(1_000)
    budget.update(0, 0, workers=1)
    budget.unrecorded = 400
    budget.update(300, 300, workers=1)
    assert (budget.spent, budget.unrecorded) == (300, 100)


@given(st.integers(1, 10_000), st.integers(0, 10_000), st.integers(1, 8), st.integers(1, 500))
def test_all_workers_together_never_exceed_the_limit(limit: int, spent: int, workers: int, price: int) -> None:
    total = spent
    for _ in range(workers):
        budget = RunBudget(limit)
        budget.update(spent, 0, workers)
        while budget.allows(price):
            budget.unrecorded += price
        total += budget.unrecorded
    assert total <= max(limit, spent)


def test_costs_that_nobody_knows_count_as_nothing() -> None:
    assert (PriorCost().micro_usd, PriorCost(3, None).micro_usd, PriorCost(3, 4).micro_usd) == (0, 3, 7)
    cost = JudgeCost()
    cost.add(None)
    assert cost.micro_usd is None
    cost.add(5)
    cost.add(None)
    cost.add(2)
    assert cost.micro_usd == 7

"""Claimed chunks become work items for what has no final result."""

from uuid import UUID

import pytest

from llmbattler.benchmarks.runs.chunks import SIZE, ChunkPlan
from llmbattler.benchmarks.runs.engine.claims import ClaimedChunk
from llmbattler.benchmarks.runs.engine.flow.loader import WorkLoader, join_ranges
from llmbattler.benchmarks.runs.engine.gates import Gates
from llmbattler.benchmarks.runs.engine.run_budget import PriorCost
from llmbattler.benchmarks.runs.models import Outcome, Result
from llmbattler.scorers.errors import NoJudge
from tests.benchmarks.bench_rows import build_results
from tests.benchmarks.runs.engine.conftest import Bench
from tests.clock import Clock


def make_loader(bench: Bench) -> WorkLoader:
    clock = Clock()
    return WorkLoader(bench.database, Gates(clock), clock)


def claim(run_id: UUID, count: int, model_id: str = "alpha") -> ClaimedChunk:
    plan = ChunkPlan(number=0, model_id=model_id, prompt="main", epoch=1, first=0, count=count)
    return ClaimedChunk(run_id, plan)


def test_ranges_that_are_close_are_read_together() -> None:
    assert join_ranges([(4, 1), (0, 2), (2, 2)]) == [(0, 5)]
    assert join_ranges([(0, 1), (1 + SIZE, 1)]) == [(0, 2 + SIZE)]
    assert join_ranges([(0, 1), (2 + SIZE, 1)]) == [(0, 1), (2 + SIZE, 1)]
    assert join_ranges([(0, 10), (2, 3)]) == [(0, 10)]
    assert join_ranges([]) == []


async def test_samples_with_a_final_result_are_left_out(bench: Bench) -> None:
    run = await bench.get(await bench.start(samples=4, size=4))
    async with bench.database.unit() as session:
        await build_results(session, run=run, outcomes={"alpha": [Outcome.RIGHT, Outcome.RETRYING, Outcome.FAILED]})
        retrying = await session.get_one(Result, (run.run_id, "alpha", "main", 1, 1))
        retrying.tries, retrying.cost_micro_usd = 3, 50
    loader = make_loader(bench)
    state = await loader.open(run)
    items = await loader.load([claim(run.run_id, 4)], {run.run_id: state})
    assert [(item.sample.position, item.tries, item.prior_cost, wait) for item, wait in items] == [
        (1, 3, PriorCost(50, None), 0.0),
        (3, 0, PriorCost(), 0.0),
    ]
    assert state.chunks[0].left == 2
    assert state.budget is None
    assert items[0][0].messages is None


async def test_the_cache_and_the_budget_need_the_prompt_early(bench: Bench) -> None:
    first = await bench.start(samples=2, use_cache=True)
    await bench.drain(first)
    run = await bench.get(await bench.start(samples=3, use_cache=True, budget_micro_usd=1_000))
    loader = make_loader(bench)
    state = await loader.open(run)
    items = [item for item, _ in await loader.load([claim(run.run_id, 3)], {run.run_id: state})]
    assert [item.stored is not None for item in items] == [True, True, False]
    assert [item.needs_call for item in items] == [False, False, True]
    assert all(item.max_cost > 0 and item.messages for item in items)
    assert state.budget is not None


async def test_runs_share_the_gates_of_models_and_the_suite(bench: Bench) -> None:
    run = await bench.get(await bench.start(samples=1, models=("alpha", "beta")))
    loader = make_loader(bench)
    first, second = await loader.open(run), await loader.open(run)
    assert first.suite is second.suite
    assert first.model_gates["alpha"] is second.model_gates["alpha"]
    assert first.model_gates["alpha"].gate is first.model_gates["beta"].gate


async def test_a_missing_sample_becomes_an_item_that_fails_when_it_is_asked(bench: Bench) -> None:
    run = await bench.get(await bench.start(samples=1))
    loader = make_loader(bench)
    state = await loader.open(run)
    items = await loader.load([claim(run.run_id, 2)], {run.run_id: state})
    assert [(item.sample.position, item.sample.fields) for item, _ in items][1] == (1, {})


async def test_a_suite_without_the_judge_that_it_needs_is_not_opened(bench: Bench) -> None:
    spec = {"scores": [{"name": "good", "scorer": "rubric", "options": {"criteria": "Is it good?"}}]}
    run = await bench.get(await bench.start(samples=1, spec=spec))
    with pytest.raises(NoJudge):
        await make_loader(bench).open(run)

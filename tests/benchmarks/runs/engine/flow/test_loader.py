"""Claimed chunks become work items for what has no final result."""

import pytest

from llmbattler.benchmarks.runs.chunks import ChunkPlan
from llmbattler.benchmarks.runs.engine.claims import ClaimedChunk, EnqueuedChunk, PriorResult
from llmbattler.benchmarks.runs.engine.flow.loader import WorkLoader
from llmbattler.benchmarks.runs.engine.gates import Gates
from llmbattler.benchmarks.runs.engine.run_budget import PriorCost
from llmbattler.benchmarks.runs.engine.run_state import RunState, WorkItem
from llmbattler.scorers.errors import NoJudge
from tests.benchmarks.runs.engine.conftest import Bench
from tests.clock import Clock


def make_loader(bench: Bench) -> WorkLoader:
    clock = Clock()
    return WorkLoader(bench.resources, Gates(clock), clock)


async def load(
    bench: Bench, loader: WorkLoader, state: RunState, *, count: int, prior: dict[int, PriorResult] | None = None
) -> list[tuple[WorkItem, float]]:
    """The items of the first chunk of a run."""
    plan = ChunkPlan(number=0, model_id="alpha", prompt="main", epoch=1, first=0, count=count)
    chunk = ClaimedChunk(EnqueuedChunk(state.run_id, 0, 7), plan, prior=prior or {})
    async with bench.database.unit() as session:
        items = await loader.load(session, [chunk], {state.run_id: state})
    assert chunk.left == len(items)
    return items


async def test_samples_with_a_final_result_are_left_out(bench: Bench) -> None:
    run = await bench.get(await bench.start(samples=4, size=4))
    loader = make_loader(bench)
    state = await loader.open(run)
    prior = {
        0: PriorResult(final=True),
        1: PriorResult(final=False, tries=3, wait=1.5, cost_micro_usd=50),
        2: PriorResult(final=True),
    }
    items = await load(bench, loader, state, count=4, prior=prior)
    assert [(item.sample.position, item.tries, item.prior_cost, wait) for item, wait in items] == [
        (1, 3, PriorCost(50, None), 1.5),
        (3, 0, PriorCost(), 0.0),
    ]
    assert state.budget is None
    assert items[0][0].messages is None


async def test_the_cache_and_the_budget_need_the_prompt_early(bench: Bench) -> None:
    first = await bench.start(samples=2, use_cache=True)
    await bench.drain(first)
    run = await bench.get(await bench.start(samples=3, use_cache=True, budget_micro_usd=1_000))
    loader = make_loader(bench)
    state = await loader.open(run)
    items = [item for item, _ in await load(bench, loader, state, count=3)]
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
    items = await load(bench, loader, state, count=2)
    assert [(item.sample.position, item.sample.fields) for item, _ in items][1] == (1, {})


async def test_a_suite_without_the_judge_that_it_needs_is_not_opened(bench: Bench) -> None:
    spec = {"scores": [{"name": "good", "scorer": "rubric", "options": {"criteria": "Is it good?"}}]}
    run = await bench.get(await bench.start(samples=1, spec=spec))
    with pytest.raises(NoJudge):
        await make_loader(bench).open(run)

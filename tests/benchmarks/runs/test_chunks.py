from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from llmbattler.benchmarks.runs.chunks import SIZE, ChunkPlan, choose_size, group_positions, plan_chunks, split_chunk

names = st.lists(st.text(min_size=1, max_size=3), min_size=1, max_size=4, unique=True)


@given(names, names, st.integers(1, 3), st.integers(1, 300), st.none() | st.integers(1, 80), st.integers(0, 5))
def test_every_question_is_laid_out_exactly_once(
    models: list[str], prompts: list[str], epochs: int, samples: int, size: int | None, first: int
) -> None:
    plans = plan_chunks(
        models=models, prompts=prompts, epochs=epochs, sample_count=samples, size=size, first_number=first
    )
    questions = Counter(
        (plan.model_id, plan.prompt, plan.epoch, position) for plan in plans for position in plan.positions
    )
    wanted = {
        (model, prompt, epoch, position)
        for model in models
        for prompt in prompts
        for epoch in range(1, epochs + 1)
        for position in range(samples)
    }
    assert set(questions) == wanted
    assert set(questions.values()) == {1}
    assert [plan.number for plan in plans] == list(range(first, first + len(plans)))
    assert all(1 <= plan.count <= (size or SIZE) for plan in plans)


def test_models_move_forward_together() -> None:
    plans = plan_chunks(models=["a", "b"], prompts=["p"], epochs=1, sample_count=4, size=2)
    assert [(plan.first, plan.model_id) for plan in plans] == [(0, "a"), (0, "b"), (2, "a"), (2, "b")]


def test_a_small_run_is_enough_work_for_several_workers() -> None:
    assert [choose_size(count) for count in (1, 8, 9, 80, 399, 400, 100_000)] == [1, 1, 2, 10, 50, 50, 50]


@given(st.integers(0, 100), st.integers(1, 60), st.sets(st.integers(0, 200)), st.integers(0, 9))
def test_a_piece_falls_apart_into_those_samples_that_are_left(
    first: int, count: int, left: set[int], number: int
) -> None:
    plan = ChunkPlan(number=3, model_id="a", prompt="p", epoch=2, first=first, count=count, deaths=1)
    plans = split_chunk(plan, left, first_number=number)
    assert [one.first for one in plans] == sorted(left & set(plan.positions))
    assert [one.number for one in plans] == list(range(number, number + len(plans)))
    assert {(one.count, one.model_id, one.prompt, one.epoch, one.deaths) for one in plans} <= {(1, "a", "p", 2, 1)}


@given(st.sets(st.integers(0, 300)), st.integers(1, 60))
def test_neighbours_come_together_again(positions: set[int], size: int) -> None:
    pieces = list(group_positions(positions, size=size))
    assert [at for first, count in pieces for at in range(first, first + count)] == sorted(positions)
    assert all(count <= size for _, count in pieces)
    assert list(group_positions(range(10), size=4)) == [(0, 4), (4, 4), (8, 2)]

"""One running generation and those who follow it."""

import asyncio
from uuid import uuid4

import pytest

from llmbattler.generation.streams.buffers import Unpaced
from llmbattler.generation.streams.contract import Ended, Failure, GenerationKey, StreamAnswer
from llmbattler.generation.streams.running_generation import (
    KeepAlive,
    Offset,
    Piece,
    Progress,
    RunningGeneration,
    ShuttingDown,
)
from tests.generation.streams.owners import MemoryOwner


def a_generation(streams: int = 2, *, needs_all: bool = True) -> RunningGeneration:
    key = GenerationKey("shelf", uuid4(), "1")
    return RunningGeneration(key, owner=MemoryOwner(), plan=None, pacing=Unpaced(streams), needs_all=needs_all)


async def watch(run: RunningGeneration, seen: Offset, into: list[Progress]) -> None:
    async for one in run.follow(seen):
        into.append(one)  # noqa: PERF401 - others look at it meanwhile


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def texts_of(heard: list[Progress], stream: int) -> str:
    return "".join(one.texts[stream] for one in heard if isinstance(one, Piece))


@pytest.mark.parametrize("streams", [1, 2, 5, 8])
async def test_followers_receive_the_rest_and_the_end_from_their_position(streams: int) -> None:
    run = a_generation(streams)
    early: list[Progress] = []
    late: list[Progress] = []
    ahead: list[Progress] = []
    async with asyncio.TaskGroup() as group:
        group.create_task(watch(run, (0,) * streams, early))
        await settle()
        for stream in run.pacing.streams:
            stream.add("Hello ")
        run.tick(1.0)
        await settle()
        group.create_task(watch(run, (2,) * streams, late))
        group.create_task(watch(run, (99,) * streams, ahead))
        for number, stream in enumerate(run.pacing.streams):
            stream.add(f"world {number}")
            stream.finished = True
        run.tick(1.1)
        assert run.all_shown.is_set()
        await settle()
        run.end(Ended())
        run.end(Ended(Failure.FAILED))  # the first end counts
    for number in range(streams):
        assert texts_of(early, number) == f"Hello world {number}"
        assert texts_of(late, number) == f"llo world {number}"
    assert early[-1] == late[-1] == Ended()
    assert ahead == [Ended()]


async def test_followers_are_pinged_and_told_when_the_process_leaves() -> None:
    run = a_generation()
    heard: list[Progress] = []
    async with asyncio.TaskGroup() as group:
        group.create_task(watch(run, (0, 0), heard))
        await settle()
        run.ping()
        await settle()
        run.announce_shutdown()
    assert heard == [KeepAlive(), ShuttingDown()]


async def test_a_slow_follower_gets_everything_in_one_piece() -> None:
    run = a_generation(1)
    run.pacing.streams[0].add("one")
    run.tick(1.0)
    run.pacing.streams[0].add(" two")
    run.tick(1.05)
    run.end(Ended())
    heard: list[Progress] = []
    await watch(run, (0,), heard)
    assert heard == [Piece(("one two",), (7,)), Ended()]


async def test_a_checkpoint_is_due_until_it_is_confirmed() -> None:
    run = a_generation()
    assert run.next_checkpoint() is None
    run.pacing.streams[0].add("one")
    run.tick(1.0)
    first = run.next_checkpoint()
    assert first == Piece(("one", ""), (3, 0))
    assert first.begins == 0
    run.confirm_checkpoint(first)
    assert run.next_checkpoint() is None
    run.pacing.streams[1].add("two")
    run.tick(1.1)
    second = run.next_checkpoint()
    assert second == Piece(("", "two"), (3, 3))
    assert second.begins == 3
    run.reset_checkpoints()
    assert run.next_checkpoint() == Piece(("one", "two"), (3, 3))


@pytest.mark.parametrize(("needs_all", "given", "enough"), [(True, 4, False), (True, 5, True), (False, 1, True)])
async def test_enough_streams_have_answered(needs_all: bool, given: int, enough: bool) -> None:
    run = a_generation(5, needs_all=needs_all)
    assert not run.is_answered
    for index in range(given):
        run.answers[index] = StreamAnswer(text="So.", finish="stop", latency_ms=1)
    assert run.is_answered is enough


async def test_an_outcome_holds_what_was_shown() -> None:
    run = a_generation()
    run.pacing.streams[0].add("shown")
    run.tick(1.0)
    run.pacing.streams[0].add(" and hidden")
    outcome = run.outcome(Failure.STOPPED)
    assert (outcome.shown, outcome.answers, outcome.failure) == (("shown", ""), (None, None), Failure.STOPPED)

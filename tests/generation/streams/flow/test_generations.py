"""Generations of a process: how they run, are followed, stopped and end."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import delete

from llmbattler.connectors.contract import Delta, Message, Params, TextDelta
from llmbattler.connectors.errors import Overloaded
from llmbattler.core.db import Database, Session
from llmbattler.core.errors import Unavailable
from llmbattler.generation.contestants.service import AnswerContext, AnswerPlan, Contestant
from llmbattler.generation.streams.buffers import Unpaced
from llmbattler.generation.streams.contract import (
    Ended,
    EndWriter,
    Failure,
    GenerationKey,
    Outcome,
    StoredEnd,
    StreamRequest,
)
from llmbattler.generation.streams.errors import TooManyStarts
from llmbattler.generation.streams.flow import Generations, Piece, Progress, ShuttingDown
from llmbattler.generation.streams.flow import generations as module
from llmbattler.generation.streams.models import LiveChunk, LiveGeneration
from llmbattler.generation.streams.service import open_generation
from tests.arena.rows import all_rows
from tests.generation.streams.owners import MemoryOwner, ask, request
from tests.polling import pause


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class QueuedContestant(Contestant):
    """Says what it is told to, when it is told to."""

    said: asyncio.Queue[str | None] = field(default_factory=asyncio.Queue)
    closed: asyncio.Event = field(default_factory=asyncio.Event)

    def plan(self, messages: Sequence[Message], params: Params | None = None) -> AnswerPlan:  # noqa: ARG002
        return AnswerPlan(())

    async def answer(
        self,
        messages: Sequence[Message],  # noqa: ARG002
        params: Params | None,  # noqa: ARG002
        context: AnswerContext,  # noqa: ARG002
    ) -> AsyncGenerator[Delta, None]:
        try:
            while (text := await self.said.get()) is not None:
                yield TextDelta(text)
        finally:
            self.closed.set()


def held() -> tuple[QueuedContestant, StreamRequest]:
    contestant = QueuedContestant(id="toy:held@1", kind="toy", name="Held")
    return contestant, ask(contestant)


async def begin(
    generations: Generations,
    database: Database,
    key: GenerationKey,
    *requests: StreamRequest | None,
    needs_all: bool = True,
) -> None:
    async with database.unit() as session:
        assert await open_generation(session, key=key, owner="v_1", process=generations.process, most=99)
    generations.begin(key, plan=requests, pacing=Unpaced(len(requests)), needs_all=needs_all)


async def follow_to_end(
    generations: Generations, key: GenerationKey, streams: int, seen: tuple[int, ...] | None = None
) -> tuple[tuple[str, ...], Progress]:
    """The texts after what was seen, and how it ended."""
    texts = [""] * streams
    async for one in generations.follow(key, seen or (0,) * streams):
        if isinstance(one, Piece):
            texts = [text + more for text, more in zip(texts, one.texts, strict=True)]
        elif isinstance(one, Ended | ShuttingDown):
            return tuple(texts), one
    raise AssertionError("it never ended")


async def until(database: Database, table: type[Any], number: int) -> None:
    async with asyncio.timeout(10):
        while len(await all_rows(database, table)) != number:
            await pause()


@pytest.mark.parametrize("streams", [1, 2, 5, 8])
async def test_any_number_of_streams_is_answered_and_stored(
    generations: Generations, database: Database, owner_in_memory: MemoryOwner, key: GenerationKey, streams: int
) -> None:
    await begin(generations, database, key, *(request(f"Answer {number}.") for number in range(streams)))
    texts, ended = await follow_to_end(generations, key, streams)
    assert texts == tuple(f"Answer {number}." for number in range(streams))
    assert ended == Ended(state="on the shelf")
    [outcome] = owner_in_memory.outcomes
    assert [answer.text for answer in outcome.answers if answer] == list(texts)
    assert await all_rows(database, LiveGeneration) == []


@pytest.mark.parametrize("streams", [1, 5])
async def test_another_process_shows_the_same(
    generations: Generations,
    other_process: Generations,
    database: Database,
    owner_in_memory: MemoryOwner,
    key: GenerationKey,
    streams: int,
) -> None:
    pairs = [held() for _ in range(streams)]
    await begin(generations, database, key, *(one for _, one in pairs))
    hearing = asyncio.create_task(follow_to_end(other_process, key, streams))
    resumed = asyncio.create_task(follow_to_end(other_process, key, streams, seen=(3,) * streams))
    for number, (answerer, _) in enumerate(pairs):
        answerer.said.put_nowait(f"Zwölf {number} ")
    await until(database, LiveChunk, 1)
    owner_in_memory.ends[key] = StoredEnd(
        Ended(state="there"), tuple(f"Zwölf {number} 👍🏽" for number in range(streams))
    )
    for answerer, _ in pairs:
        answerer.said.put_nowait("👍🏽")
        answerer.said.put_nowait(None)
    texts, ended = await hearing
    assert (texts, ended) == (owner_in_memory.ends[key].texts, Ended(state="there"))
    assert (await resumed)[0] == tuple(text[3:] for text in texts)


async def test_one_failed_stream_ends_the_others_where_all_are_needed(
    generations: Generations, database: Database, owner_in_memory: MemoryOwner, key: GenerationKey
) -> None:
    waiting, never = held()
    await begin(generations, database, key, request("Half", Overloaded()), never)
    _, ended = await follow_to_end(generations, key, 2)
    assert ended == Ended(Failure.FAILED, "on the shelf")
    assert waiting.closed.is_set()
    [outcome] = owner_in_memory.outcomes
    assert (outcome.answers, outcome.failure) == ((None, None), Failure.FAILED)


async def test_what_there_is_is_kept_where_one_stream_is_enough(
    generations: Generations, database: Database, owner_in_memory: MemoryOwner, key: GenerationKey
) -> None:
    fails = request("Half", Overloaded())
    await begin(generations, database, key, fails, request("Whole."), request("Whole too."), None, needs_all=False)
    _, ended = await follow_to_end(generations, key, 4)
    assert ended == Ended(state="on the shelf")
    [outcome] = owner_in_memory.outcomes
    assert [answer and answer.text for answer in outcome.answers] == [None, "Whole.", "Whole too.", None]


async def test_nothing_is_kept_where_no_stream_has_an_answer(
    generations: Generations, database: Database, key: GenerationKey
) -> None:
    await begin(generations, database, key, request(Overloaded()), request("Half", Overloaded()), needs_all=False)
    assert (await follow_to_end(generations, key, 2))[1] == Ended(Failure.FAILED, "on the shelf")


@pytest.mark.parametrize("here", [True, False])
async def test_a_generation_is_stopped_in_whichever_process(
    generations: Generations,
    other_process: Generations,
    database: Database,
    owner_in_memory: MemoryOwner,
    key: GenerationKey,
    here: bool,
) -> None:
    answerer, waiting = held()
    await begin(generations, database, key, waiting)
    answerer.said.put_nowait("So far")
    hearing = asyncio.create_task(follow_to_end(generations, key, 1))
    await until(database, LiveChunk, 1)
    await (generations if here else other_process).stop(key.subject_id)
    assert await all_rows(database, LiveGeneration) == []
    assert answerer.closed.is_set()
    assert await hearing == (("So far",), Ended(Failure.STOPPED, "on the shelf"))
    [outcome] = owner_in_memory.outcomes
    assert (outcome.shown, outcome.failure) == (("So far",), Failure.STOPPED)


async def test_stopping_what_does_not_run_returns_at_once(generations: Generations) -> None:
    async with asyncio.timeout(1):
        await generations.stop(uuid4())


async def test_a_generation_that_another_process_ended_is_not_stored_again(
    generations: Generations, database: Database, owner_in_memory: MemoryOwner, key: GenerationKey
) -> None:
    """Its process was too slow to renew the lease, and somebody may have begun the next attempt."""
    answerer, waiting = held()
    await begin(generations, database, key, waiting)
    hearing = asyncio.create_task(follow_to_end(generations, key, 1))
    owner_in_memory.ends[key] = StoredEnd(Ended(Failure.LOST, "swept"))
    async with database.unit() as session:
        await session.execute(delete(LiveGeneration))
    assert (await hearing)[1] == Ended(Failure.LOST, "swept")
    assert answerer.closed.is_set(), "nobody pays for an answer that nobody will see"
    assert owner_in_memory.outcomes == []


async def test_an_end_whose_commit_was_in_doubt_is_stored_once(
    generations: Generations,
    database: Database,
    owner_in_memory: MemoryOwner,
    key: GenerationKey,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write_end, tries = generations._write_end, 0

    async def commit_and_lose_the_answer(session: Session, run: Any, write: EndWriter) -> Ended:
        nonlocal tries
        tries += 1
        ended = await write_end(session, run, write)
        if tries == 1:
            owner_in_memory.ends[key] = StoredEnd(ended)
            await session.commit()
            raise Unavailable
        return ended

    monkeypatch.setattr(generations, "_write_end", commit_and_lose_the_answer)
    monkeypatch.setattr(module, "RETRY_SECONDS", (0.01,))
    await begin(generations, database, key, request("So."))
    assert (await follow_to_end(generations, key, 1))[1] == Ended(state="on the shelf")
    assert (tries, len(owner_in_memory.outcomes)) == (2, 1)


async def test_a_stop_that_comes_while_a_failure_is_stored_changes_nothing(
    generations: Generations,
    database: Database,
    owner_in_memory: MemoryOwner,
    key: GenerationKey,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    storing, go_on = asyncio.Event(), asyncio.Event()
    end = owner_in_memory.end

    async def slow_end(plan: Any, outcome: Outcome) -> EndWriter:
        storing.set()
        await go_on.wait()
        return await end(plan, outcome)

    monkeypatch.setattr(owner_in_memory, "end", slow_end)
    await begin(generations, database, key, request(Overloaded()))
    hearing = asyncio.create_task(follow_to_end(generations, key, 1))
    await storing.wait()
    generations.stop_local(key.subject_id)
    go_on.set()
    assert (await hearing)[1] == Ended(Failure.FAILED, "on the shelf")


async def test_a_generation_ends_whatever_goes_wrong_with_storing_it(
    generations: Generations,
    database: Database,
    owner_in_memory: MemoryOwner,
    key: GenerationKey,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def broken_end(plan: Any, outcome: Outcome) -> EndWriter:
        raise OSError(plan, outcome)

    monkeypatch.setattr(owner_in_memory, "end", broken_end)
    await begin(generations, database, key, request("So."))
    assert (await follow_to_end(generations, key, 1))[1] == Ended(Failure.FAILED)
    assert not generations._running


async def test_a_stopping_process_tells_followers_and_fails_what_is_left(
    generations: Generations,
    other_process: Generations,
    database: Database,
    owner_in_memory: MemoryOwner,
    key: GenerationKey,
) -> None:
    _, waiting = held()
    await begin(generations, database, key, waiting)
    hearing = [asyncio.create_task(follow_to_end(one, key, 1)) for one in (generations, other_process)]
    await asyncio.sleep(0.05)
    for one in (generations, other_process):
        one.announce_shutdown()
    assert [ended for _, ended in await asyncio.gather(*hearing)] == [ShuttingDown(), ShuttingDown()]
    await generations.close(0)
    assert [outcome.failure for outcome in owner_in_memory.outcomes] == [Failure.FAILED]
    assert await all_rows(database, LiveGeneration) == []


async def test_chunks_that_the_database_lost_are_written_again(
    generations: Generations, database: Database, key: GenerationKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkpoints = generations._checkpoints
    store, crashed = checkpoints._store, asyncio.Event()

    async def crash_once(*given: Any) -> Any:
        if crashed.is_set():
            return await store(*given)
        async with database.unit() as session:
            await session.execute(delete(LiveChunk))
        crashed.set()
        raise Unavailable

    answerer, waiting = held()
    await begin(generations, database, key, waiting)
    answerer.said.put_nowait("First. ")
    await until(database, LiveChunk, 1)
    monkeypatch.setattr(checkpoints, "_store", crash_once)
    await crashed.wait()
    answerer.said.put_nowait("Second.")
    async with asyncio.timeout(10):
        while "".join(chunk.texts[0] for chunk in await all_rows(database, LiveChunk)) != "First. Second.":
            await pause()
    answerer.said.put_nowait(None)


async def test_starts_are_queued_up_to_a_time_limit(generations: Generations, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "OPENING_SECONDS", 0.05)
    async with AsyncExitStack() as stack:
        for _ in range(module.OPENINGS):
            await stack.enter_async_context(generations.opening())
        with pytest.raises(TooManyStarts):
            await stack.enter_async_context(generations.opening())
    async with generations.opening():
        pass

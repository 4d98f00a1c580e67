import asyncio
from collections.abc import AsyncIterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.connectors.contract import (
    Delta,
    Finish,
    FinishReason,
    LogprobsDelta,
    ReasoningDelta,
    TextDelta,
    TokenLogprob,
    ToolCallDelta,
    Usage,
)
from llmbattler.connectors.errors import BrokenStream, Overloaded, TimedOut, TooLarge
from llmbattler.connectors.guard import Limits, guard_stream, is_loop

END = Finish(FinishReason.STOP, Usage(1, 2))
SHORT_LIMITS = Limits(first_token=0.05, between_tokens=0.05, total=5)


async def say(*deltas: Delta | float) -> AsyncIterator[Delta]:
    """Deltas, and pauses in seconds between them."""
    for delta in deltas:
        if isinstance(delta, float):
            await asyncio.sleep(delta)
        else:
            yield delta


async def read(stream: AsyncIterator[Delta], limits: Limits = SHORT_LIMITS) -> list[Delta]:
    return [delta async for delta in guard_stream(stream, limits)]


async def test_passes_everything_but_empty_deltas() -> None:
    told: list[Delta] = [ReasoningDelta("hm"), TextDelta("a"), ToolCallDelta(0, "1", "f", "{}"), END]
    assert await read(say(TextDelta(""), *told)) == told


async def test_silence_before_the_first_token_times_out() -> None:
    with pytest.raises(TimedOut, match="MODEL_FIRST_TOKEN_TIMEOUT"):
        await read(say(60.0, TextDelta("late"), END))
    task = asyncio.current_task()
    assert task is not None
    assert task.cancelling() == 0


async def test_silence_between_tokens_times_out_with_a_long_first_token_limit() -> None:
    with pytest.raises(TimedOut, match="MODEL_IDLE_TIMEOUT"):
        await read(say(TextDelta("a"), 60.0, END), Limits(first_token=60, between_tokens=0.05))


async def test_empty_deltas_are_no_progress() -> None:
    with pytest.raises(TimedOut):
        await read(say(*[TextDelta(""), 0.02] * 100, END))


async def test_reasoning_is_progress() -> None:
    assert (await read(say(*[ReasoningDelta("hm"), 0.02] * 5, END), Limits(0.05, 0.2)))[-1] == END


async def test_the_total_time_is_limited() -> None:
    with pytest.raises(TimedOut, match="MODEL_TOTAL_TIMEOUT"):
        await read(say(*[TextDelta("x"), 0.01] * 1000, END), Limits(total=0.1))


async def test_the_time_of_the_reader_does_not_count() -> None:
    async for _ in guard_stream(say(TextDelta("a"), TextDelta("b"), END), SHORT_LIMITS):
        await asyncio.sleep(0.1)


async def test_too_much_text_is_refused() -> None:
    with pytest.raises(TooLarge):
        await read(say(*[TextDelta("0123456789")] * 20, END), Limits(answer=100))


async def test_logprobs_pass_and_count() -> None:
    tokens = LogprobsDelta([TokenLogprob("a", -1.0)] * 60)
    assert await read(say(TextDelta("a"), tokens, END)) == [TextDelta("a"), tokens, END]
    with pytest.raises(TooLarge):
        await read(say(tokens, tokens, END), Limits(answer=100))


async def test_choices_that_say_the_same_are_no_loop() -> None:
    told = [TextDelta(f"word {number}, ", choice) for choice in range(8) for number in range(500)]
    assert (await read(say(*told, END), Limits()))[-1] == END


async def test_a_loop_is_cut_and_marked() -> None:
    async def forever() -> AsyncIterator[Delta]:
        while True:
            yield TextDelta("the same words again, ")

    deltas = await read(forever(), Limits())
    assert deltas[-1] == Finish(FinishReason.LENGTH, Usage())
    assert 20_000 <= sum(len(delta.text) for delta in deltas if isinstance(delta, TextDelta)) < 30_000


async def test_tokens_that_are_always_new_are_no_loop() -> None:
    told = [TextDelta(f"token {number}, ") for number in range(5000)]
    assert len(await read(say(*told, END), Limits())) == 5001


@given(st.text(min_size=1, max_size=500), st.text(max_size=30))
def test_only_repetition_is_a_loop(phrase: str, start: str) -> None:
    looped = (start + phrase * 20_000)[-20_000:] if len(phrase) < 20_000 else phrase
    assert is_loop((phrase * 20_000)[:20_000])
    assert not is_loop(looped[:10_000] + "\ue000" + looped[:9_999])


@pytest.mark.parametrize("told", [[TextDelta("a")], [], [END, END], [END, TextDelta("more")]])
async def test_one_finish_and_nothing_after_it(told: list[Delta]) -> None:
    with pytest.raises(BrokenStream):
        await read(say(*told))


async def test_closing_early_closes_the_upstream() -> None:
    closed = asyncio.Event()

    async def upstream() -> AsyncIterator[Delta]:
        try:
            while True:
                yield TextDelta("a")
        finally:
            closed.set()

    stream = guard_stream(upstream(), SHORT_LIMITS)
    await anext(stream)
    await stream.aclose()
    assert closed.is_set()


async def test_a_cancellation_by_the_caller_stays_one() -> None:
    waiting = asyncio.Event()

    async def upstream() -> AsyncIterator[Delta]:
        waiting.set()
        await asyncio.Event().wait()
        yield END

    task = asyncio.create_task(read(upstream(), Limits()))
    await waiting.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_connector_that_swallows_cancellation_times_out_too() -> None:
    async def ignore_cancellation() -> AsyncIterator[Delta]:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            yield TextDelta("what?")

    async def replace_cancellation() -> AsyncIterator[Delta]:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            raise Overloaded from None
        yield END

    for upstream in (ignore_cancellation(), replace_cancellation()):
        with pytest.raises(TimedOut):
            await read(upstream)


async def test_an_iterator_that_cannot_be_closed_is_fine() -> None:
    class Plain:
        def __aiter__(self) -> "Plain":
            return self

        async def __anext__(self) -> Delta:
            raise StopAsyncIteration

    with pytest.raises(BrokenStream):
        await read(Plain())


async def test_choices_that_were_not_asked_for_are_dropped() -> None:
    told = (TextDelta("b", 1), TextDelta("a"), ToolCallDelta(0, "1", "f", "{}", 1), END)
    assert await read(say(*told)) == [TextDelta("a"), END]
    assert [delta async for delta in guard_stream(say(*told), SHORT_LIMITS, 2)] == list(told)

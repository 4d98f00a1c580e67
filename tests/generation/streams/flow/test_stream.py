import pytest

from llmbattler.connectors.contract import Finish, FinishReason, ReasoningDelta, RefusalDelta, ToolCallDelta, Usage
from llmbattler.connectors.errors import BrokenStream, Filtered, Overloaded
from llmbattler.generation.contestants.service import AnswerFinish
from llmbattler.generation.streams.buffers import StreamBuffer
from llmbattler.generation.streams.flow.stream import read_stream
from tests.generation.streams.owners import request


def finish(*, estimated: bool = False) -> AnswerFinish:
    return AnswerFinish(
        FinishReason.STOP,
        Usage(3, 4),
        billed=Usage(3, 4),
        estimated=estimated,
        cost_micro_usd=17,
        first_token_ms=1,
        total_ms=2,
        attempts=1,
    )


async def test_an_answer_is_text_and_what_it_took() -> None:
    buffer = StreamBuffer()
    answer = await read_stream(request(ReasoningDelta("Hm."), "Be", "cause.", finish()), buffer)
    assert (answer.text, answer.finish, buffer.text, buffer.finished) == ("Because.", "stop", "Because.", True)
    assert (answer.input_tokens, answer.output_tokens, answer.cost_micro_usd) == (3, 4, 17)
    assert answer.first_token_ms is not None
    assert 0 <= answer.first_token_ms <= answer.latency_ms


async def test_an_estimated_cost_is_not_told() -> None:
    answer = await read_stream(request("So.", finish(estimated=True)), StreamBuffer())
    assert answer.cost_micro_usd is None


async def test_a_long_answer_is_cut_and_counts_as_out_of_room() -> None:
    buffer = StreamBuffer()
    answer = await read_stream(request("12345", "67890", "never read", most=8), buffer)
    assert (answer.text, answer.finish, buffer.received) == ("12345678", "length", 8)


async def test_tool_calls_are_an_answer_too() -> None:
    call = ToolCallDelta(0, "call_1", "weather", '{"city": "Rome"}')
    answer = await read_stream(request(call, Finish(FinishReason.TOOL_CALLS, Usage())), StreamBuffer())
    assert (answer.text, answer.finish, answer.tool_calls) == ("", "tool_calls", (call,))


async def test_a_model_that_declines_in_words_has_answered() -> None:
    finished = Finish(FinishReason.REFUSAL, Usage())
    answer = await read_stream(request(RefusalDelta("I will not."), finished), StreamBuffer())
    assert (answer.text, answer.finish) == ("I will not.", "refusal")


@pytest.mark.parametrize(
    ("parts", "failure"),
    [
        ((), BrokenStream),
        (("  \n",), BrokenStream),
        (("Half", Finish(FinishReason.FILTERED, Usage())), Filtered),
        (("To make it, ", Finish(FinishReason.REFUSAL, Usage())), Filtered),
        (("Half", Overloaded()), Overloaded),
    ],
)
async def test_nothing_worth_keeping_is_a_failure(parts: tuple[object, ...], failure: type[Exception]) -> None:
    buffer = StreamBuffer()
    with pytest.raises(failure):
        await read_stream(request(*parts), buffer)  # type: ignore[arg-type]
    assert not buffer.finished

import json

import pytest

from llmbattler.connectors.builtin.openai_answer import OpenAIAnswer, ScoredOpenAIAnswer
from llmbattler.connectors.contract import (
    Delta,
    Finish,
    FinishReason,
    LogprobsDelta,
    ReasoningDelta,
    RefusalDelta,
    TextDelta,
    TokenLogprob,
    ToolCallDelta,
    Usage,
)
from llmbattler.connectors.errors import BrokenStream, ConnectorError, FailureKind
from llmbattler.connectors.sse import Event


def take(*chunks: object, wanted: int = 1) -> tuple[list[Delta], OpenAIAnswer]:
    answer = OpenAIAnswer(wanted)
    events = [Event(chunk if isinstance(chunk, bytes) else json.dumps(chunk).encode()) for chunk in chunks]
    return answer.take(events), answer


def chunk(finish: str | None = None, **delta: object) -> dict[str, object]:
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def test_text_of_one_read_is_one_delta() -> None:
    deltas, answer = take(chunk(content="Hel"), chunk(content="lo"), chunk("stop"), b"[DONE]")
    assert deltas == [TextDelta("Hello")]
    assert answer.complete
    assert answer.finish() == Finish(FinishReason.STOP, Usage())


@pytest.mark.parametrize("name", ["reasoning", "reasoning_content"])
def test_reasoning_is_kept_apart_whatever_the_server_calls_it(name: str) -> None:
    deltas, _ = take(chunk(**{name: "hm"}), chunk(**{name: "m", "content": None}), chunk(content="Yes"))
    assert deltas == [ReasoningDelta("hmm"), TextDelta("Yes")]


def test_think_tags_are_text() -> None:
    assert take(chunk(content="<think>x</think>"))[0] == [TextDelta("<think>x</think>")]


def test_one_chunk_may_hold_everything() -> None:
    call = {"index": 0, "id": "c", "function": {"name": "look", "arguments": "{}"}}
    deltas, answer = take(chunk("tool_calls", reasoning_content="hm", content="I look.", tool_calls=[call]))
    assert deltas == [ReasoningDelta("hm"), TextDelta("I look."), ToolCallDelta(0, "c", "look", "{}")]
    assert answer.finish().reason is FinishReason.TOOL_CALLS


def test_a_refusal_is_text_with_a_finish_of_its_own() -> None:
    deltas, answer = take(chunk(refusal="I'm sorry, "), chunk(refusal="no."), chunk("stop"))
    assert deltas == [RefusalDelta("I'm sorry, no.")]
    assert isinstance(deltas[0], TextDelta)
    assert answer.finish().reason is FinishReason.REFUSAL


def test_mistral_thinks_in_pieces() -> None:
    thinking = {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}
    assert take(chunk(content=[thinking, {"type": "text", "text": "Yes"}]))[0] == [
        ReasoningDelta("hm"),
        TextDelta("Yes"),
    ]


def test_tool_calls_come_in_pieces() -> None:
    first = {"index": 0, "id": "call_1", "function": {"name": "look", "arguments": ""}}
    deltas, answer = take(
        chunk(tool_calls=[first]),
        chunk(tool_calls=[{"index": 0, "function": {"arguments": '{"a"'}}]),
        chunk(tool_calls=[{"id": "call_2", "function": {"name": "see", "arguments": "{}"}}]),
        chunk("stop"),
    )
    assert deltas == [
        ToolCallDelta(0, "call_1", "look", ""),
        ToolCallDelta(0, "", "", '{"a"'),
        ToolCallDelta(1, "call_2", "see", "{}"),
    ]
    assert answer.finish().reason is FinishReason.TOOL_CALLS


def test_usage_comes_after_the_last_choice() -> None:
    usage = {
        "prompt_tokens": 5,
        "completion_tokens": 7,
        "prompt_tokens_details": {"cached_tokens": 3, "cache_write_tokens": 1},
        "completion_tokens_details": {"reasoning_tokens": 2},
    }
    _, answer = take(chunk("length", content="x"), {"choices": [], "usage": usage}, b"[DONE]")
    assert answer.finish() == Finish(FinishReason.LENGTH, Usage(5, 7, 3, 2, 1))


def test_an_empty_answer_with_a_finish_is_an_answer() -> None:
    assert take(chunk("stop"))[1].finish().reason is FinishReason.STOP


@pytest.mark.parametrize(
    ("said", "reason"),
    [("model_length", "length"), ("SAFETY", "filtered"), ("content_filter", "filtered"), ("eos", "stop")],
)
def test_finish_reasons_of_other_servers(said: str, reason: str) -> None:
    assert take(chunk(said, content="x"))[1].finish().reason == reason


@pytest.mark.parametrize("reason", ["abort", "insufficient_system_resource"])
def test_an_answer_that_the_server_gave_up_is_broken(reason: str) -> None:
    _, answer = take(chunk(content="half"), chunk(reason), b"[DONE]")
    with pytest.raises(BrokenStream, match=reason):
        answer.finish()


@pytest.mark.parametrize("chunks", [(), (b"[DONE]",), (chunk(content="half"),), (chunk("", content="half"),)])
def test_an_answer_without_an_end_is_broken(chunks: tuple[object, ...]) -> None:
    with pytest.raises(BrokenStream):
        take(*chunks)[1].finish()


def test_text_and_done_without_a_reason_is_enough() -> None:
    assert take(chunk(content="x"), b"[DONE]")[1].finish().reason is FinishReason.STOP


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ({"error": {"code": 429, "message": "slow"}, "choices": []}, FailureKind.RATE_LIMITED),
        ({"error": "boom"}, FailureKind.BROKEN_STREAM),
        ({"error": {"code": 502, "message": "x"}, "choices": [{"delta": {}, "finish_reason": "error"}]}, "overloaded"),
        ({"choices": [{"delta": {}, "error": {"code": 429, "message": "x"}}]}, FailureKind.RATE_LIMITED),
        ({"choices": [{"delta": {}, "finish_reason": "error"}]}, FailureKind.BROKEN_STREAM),
        (
            {"choices": [{"delta": {}, "finish_reason": "ERROR"}, {"delta": {}, "finish_reason": "stop"}]},
            "broken_stream",
        ),
        ({"object": "error", "message": "oops", "code": 500}, FailureKind.OVERLOADED),
        ({"type": "error"}, FailureKind.BROKEN_STREAM),
        ({"detail": "Internal Server Error"}, FailureKind.OVERLOADED),
        ({"errors": [{"message": "too many requests"}]}, FailureKind.RATE_LIMITED),
        (b"<html>", FailureKind.BROKEN_STREAM),
        ({"choices": 7}, FailureKind.BROKEN_STREAM),
    ],
)
def test_errors_in_the_stream(said: object, kind: str) -> None:
    with pytest.raises(ConnectorError) as caught:
        take(said)
    assert caught.value.kind == kind


@pytest.mark.parametrize(
    "said", [{}, {"choices": []}, {"type": "ping"}, {"id": "x", "object": "chat.completion.chunk"}]
)
def test_a_chunk_without_choices_is_not_always_an_error(said: object) -> None:
    assert take(said, chunk("stop", content="x"))[0] == [TextDelta("x")]


def of_choice(index: int, finish: str | None = None, **delta: object) -> dict[str, object]:
    return {"choices": [{"index": index, "delta": delta, "finish_reason": finish}]}


def test_choices_are_kept_apart() -> None:
    call = {"index": 0, "id": "c", "function": {"name": "look", "arguments": "{}"}}
    deltas, answer = take(
        of_choice(1, content="b"),
        of_choice(0, content="a"),
        of_choice(1, content="b"),
        of_choice(0, tool_calls=[call]),
        of_choice(1, "length"),
        of_choice(0, "stop"),
        wanted=2,
    )
    assert deltas == [TextDelta("bb", 1), TextDelta("a", 0), ToolCallDelta(0, "c", "look", "{}", 0)]
    reasons = (FinishReason.TOOL_CALLS, FinishReason.LENGTH)
    assert answer.finish() == Finish(reasons[0], Usage(), reasons)


def test_a_choice_without_an_end_breaks_the_answer() -> None:
    _, answer = take(of_choice(0, content="a"), of_choice(1, content="b"), of_choice(0, "stop"), wanted=2)
    with pytest.raises(BrokenStream):
        answer.finish()


def test_choices_that_were_not_asked_for_are_ignored() -> None:
    deltas, answer = take(
        of_choice(1, content="b"), of_choice(0, content="a"), of_choice(-1, "error", content="c"), of_choice(0, "stop")
    )
    assert deltas == [TextDelta("a")]
    assert answer.finish() == Finish(FinishReason.STOP, Usage())


@pytest.mark.parametrize(("said", "model"), [("x-2026", "x-2026"), ("", None), (None, None), (7, None)])
def test_the_model_that_answered(said: object, model: str | None) -> None:
    _, answer = take({"model": "", "choices": []}, chunk("stop", content="x") | {"model": said})
    assert answer.finish().model == model


def scored(token: str, *top: str) -> dict[str, object]:
    others = [{"token": other, "logprob": -2.0, "bytes": None} for other in top]
    return {"token": token, "logprob": -0.5, "bytes": list(token.encode()), "top_logprobs": others}


def test_logprobs_are_read_where_they_were_asked_for() -> None:
    said = {"choices": [{"delta": {"content": "Hi"}, "logprobs": {"content": [scored("Hi", "Hi", "Ho", "He")]}}]}
    event = [Event(json.dumps(said).encode())]
    assert OpenAIAnswer().take(event) == [TextDelta("Hi")]
    top = (TokenLogprob("Hi", -2.0), TokenLogprob("Ho", -2.0))
    assert ScoredOpenAIAnswer(2).take(event) == [
        TextDelta("Hi"),
        LogprobsDelta([TokenLogprob("Hi", -0.5, b"Hi", top)]),
    ]
    [_, found] = ScoredOpenAIAnswer(0).take(event)
    assert found == LogprobsDelta([TokenLogprob("Hi", -0.5, b"Hi")])


@pytest.mark.parametrize("other", [None, [], 0.5, {"tokens": ["Hi"], "token_logprobs": [-0.5]}])
def test_logprobs_in_another_format_do_not_matter_unless_asked_for(other: object) -> None:
    assert take({"choices": [{"delta": {"content": "Hi"}, "logprobs": other}]})[0] == [TextDelta("Hi")]

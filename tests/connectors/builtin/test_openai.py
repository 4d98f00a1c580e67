"""What is special about this wire; everything common is in the contract of `llmbattler.testing`."""

import json

import msgspec
import pytest
from aiohttp import web

from llmbattler.connectors.builtin.openai import OpenAIAnswer, OpenAIConnector, write_body
from llmbattler.connectors.contract import (
    Abilities,
    Connector,
    Delta,
    Finish,
    FinishReason,
    Image,
    JsonFormat,
    ListedModel,
    LogprobsDelta,
    Message,
    NamedTool,
    Params,
    Place,
    ReasoningDelta,
    ReasoningEffort,
    RefusalDelta,
    Role,
    Text,
    TextDelta,
    TokenLogprob,
    Tool,
    ToolCall,
    ToolCallDelta,
    ToolChoice,
    ToolResult,
    Usage,
)
from llmbattler.connectors.errors import BrokenStream, ConnectorError, FailureKind
from llmbattler.connectors.sse import Event
from llmbattler.connectors.transport import Transport
from llmbattler.testing import ScriptedProvider, WireContract

PLACE = Place("m", "http://localhost:1/v1")


class TestContract(WireContract):
    def connect(self, transport: Transport) -> Connector:
        return OpenAIConnector(transport)

    def base_url(self, provider: ScriptedProvider) -> str:
        return provider.openai_url


def take(*chunks: object) -> tuple[list[Delta], OpenAIAnswer]:
    answer = OpenAIAnswer()
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
        (b"<html>", FailureKind.BROKEN_STREAM),
        ({"choices": 7}, FailureKind.BROKEN_STREAM),
    ],
)
def test_errors_in_the_stream(said: object, kind: str) -> None:
    with pytest.raises(ConnectorError) as caught:
        take(said)
    assert caught.value.kind == kind


def test_writes_every_kind_of_message() -> None:
    messages = [
        Message.system("Be brief."),
        Message.user("What is this?", Image("image/png", b"\x89PNG")),
        Message(Role.ASSISTANT, (Text("I look."), ToolCall("c1", "look", '{"at": 1}'))),
        Message(Role.TOOL, (ToolResult("c1", "look", "a cat"), ToolResult("c2", "see", "a dog"))),
    ]
    body = write_body(PLACE, messages, Params(max_tokens=9, stop=("X",), tools=(Tool("look", "Looks.", {}),)))
    assert body["messages"] == [
        {"role": "system", "content": "Be brief."},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "What is this?"},
                {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw=="}},
            ],
        },
        {
            "role": "assistant",
            "content": "I look.",
            "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "look", "arguments": '{"at": 1}'}}],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "a cat"},
        {"role": "tool", "tool_call_id": "c2", "content": "a dog"},
    ]
    assert body["max_tokens"] == 9
    assert body["stop"] == ["X"]
    assert body["tools"] == [
        {"type": "function", "function": {"name": "look", "description": "Looks.", "parameters": {}}}
    ]
    assert "temperature" not in body


def test_knows_what_some_servers_want_differently() -> None:
    ask = [Message.user("?")]
    assert "max_completion_tokens" in write_body(Place("gpt"), ask, Params(max_tokens=1))
    assert "stream_options" not in write_body(Place("m", "https://api.mistral.ai/v1"), ask, Params())
    assert write_body(Place("m", "https://api.mistral.ai/v1"), ask, Params(seed=7))["random_seed"] == 7
    body = write_body(PLACE, ask, Params(extra={"stream_options": None, "top_k": 40}))
    assert "stream_options" not in body
    assert body["top_k"] == 40


@pytest.mark.parametrize("around", [True, False])
async def test_lists_with_and_without_something_around_them(transport: Transport, around: bool) -> None:
    listed = [{"id": "m", "owned_by": "vllm", "architecture": {"input_modalities": None}, "supported_parameters": []}]

    async def serve(_: web.BaseRequest) -> web.Response:
        return web.json_response({"object": "list", "data": listed} if around else listed)

    runner = web.ServerRunner(web.Server(serve))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    there = Place("", f"http://127.0.0.1:{runner.addresses[0][1]}/v1")
    assert await OpenAIConnector(transport).list_models(there) == [ListedModel("m", abilities=Abilities())]
    await runner.cleanup()


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
    )
    assert deltas == [TextDelta("bb", 1), TextDelta("a", 0), ToolCallDelta(0, "c", "look", "{}", 0)]
    reasons = (FinishReason.TOOL_CALLS, FinishReason.LENGTH)
    assert answer.finish() == Finish(reasons[0], Usage(), reasons)


def test_a_choice_without_an_end_breaks_the_answer() -> None:
    _, answer = take(of_choice(0, content="a"), of_choice(1, content="b"), of_choice(0, "stop"))
    with pytest.raises(BrokenStream):
        answer.finish()


def scored(token: str, *top: str) -> dict[str, object]:
    others = [{"token": other, "logprob": -2.0, "bytes": None} for other in top]
    return {"token": token, "logprob": -0.5, "bytes": list(token.encode()), "top_logprobs": others}


def test_logprobs_are_read_where_they_were_asked_for() -> None:
    said = {"choices": [{"delta": {"content": "Hi"}, "logprobs": {"content": [scored("Hi", "Hi", "Ho", "He")]}}]}
    event = [Event(json.dumps(said).encode())]
    assert OpenAIAnswer().take(event) == [TextDelta("Hi")]
    top = (TokenLogprob("Hi", -2.0), TokenLogprob("Ho", -2.0))
    assert OpenAIAnswer(Params(logprobs=True, top_logprobs=2)).take(event) == [
        TextDelta("Hi"),
        LogprobsDelta([TokenLogprob("Hi", -0.5, b"Hi", top)]),
    ]
    [_, found] = OpenAIAnswer(Params(logprobs=True)).take(event)
    assert found == LogprobsDelta([TokenLogprob("Hi", -0.5, b"Hi")])


@pytest.mark.parametrize("other", [None, [], 0.5, {"tokens": ["Hi"], "token_logprobs": [-0.5]}])
def test_logprobs_in_another_format_do_not_matter_unless_asked_for(other: object) -> None:
    assert take({"choices": [{"delta": {"content": "Hi"}, "logprobs": other}]})[0] == [TextDelta("Hi")]


def test_writes_every_parameter() -> None:
    params = Params(
        tool_choice=NamedTool("look"),
        parallel_tool_calls=False,
        response_format=JsonFormat({"type": "object"}, "reply", strict=False),
        n=2,
        logprobs=True,
        top_logprobs=3,
        reasoning_effort=ReasoningEffort.MINIMAL,
    )
    body = json.loads(msgspec.json.encode(write_body(PLACE, [Message.user("?")], params)))
    assert {name: body[name] for name in body.keys() - {"model", "messages", "stream", "stream_options"}} == {
        "tool_choice": {"type": "function", "function": {"name": "look"}},
        "parallel_tool_calls": False,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "reply", "schema": {"type": "object"}, "strict": False},
        },
        "n": 2,
        "logprobs": True,
        "top_logprobs": 3,
        "reasoning_effort": "minimal",
    }
    assert write_body(PLACE, [], Params(response_format=JsonFormat()))["response_format"] == {"type": "json_object"}
    assert write_body(PLACE, [], Params(tool_choice=ToolChoice.REQUIRED))["tool_choice"] == "required"

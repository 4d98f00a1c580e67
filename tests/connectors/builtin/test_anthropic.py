"""What is special about this wire; everything common is in the contract of `llmbattler.testing`."""

import json

import msgspec
import pytest

from llmbattler.connectors.builtin.anthropic import AnthropicAnswer, AnthropicConnector, write_body
from llmbattler.connectors.contract import (
    Connector,
    Delta,
    Finish,
    FinishReason,
    Image,
    JsonFormat,
    Message,
    NamedTool,
    Params,
    Place,
    ReasoningDelta,
    ReasoningEffort,
    Role,
    Text,
    TextDelta,
    Tool,
    ToolCall,
    ToolCallDelta,
    ToolChoice,
    ToolResult,
    Usage,
)
from llmbattler.connectors.errors import BrokenStream, Overloaded
from llmbattler.connectors.sse import Event
from llmbattler.connectors.transport import Transport
from llmbattler.testing import ScriptedProvider, WireContract

START = {"type": "message_start", "message": {"usage": {"input_tokens": 5, "cache_read_input_tokens": 90}}}
STOP = {"type": "message_stop"}


class TestContract(WireContract):
    def connect(self, transport: Transport) -> Connector:
        return AnthropicConnector(transport)

    def base_url(self, provider: ScriptedProvider) -> str:
        return provider.anthropic_url


def end(reason: str) -> dict[str, object]:
    return {"type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"output_tokens": 7}}


def delta(**delta: object) -> dict[str, object]:
    return {"type": "content_block_delta", "index": 1, "delta": delta}


def take(*events: object) -> tuple[list[Delta], AnthropicAnswer]:
    answer = AnthropicAnswer()
    return answer.take([Event(json.dumps(event).encode()) for event in events]), answer


def test_thinking_text_and_tools_are_kept_apart() -> None:
    deltas, answer = take(
        START,
        {"type": "ping"},
        delta(type="thinking_delta", thinking="h"),
        delta(type="thinking_delta", thinking="m"),
        delta(type="signature_delta", signature="abc"),
        delta(type="text_delta", text="Hel"),
        delta(type="text_delta", text="lo"),
        {"type": "content_block_start", "index": 2, "content_block": {"type": "tool_use", "id": "t", "name": "look"}},
        {"type": "content_block_delta", "index": 2, "delta": {"type": "input_json_delta", "partial_json": "{}"}},
        {"type": "content_block_start", "index": 3, "content_block": {"type": "text", "text": "!"}},
        {"type": "something_new", "index": 2},
        end("tool_use"),
        STOP,
    )
    assert deltas == [
        ReasoningDelta("hm"),
        TextDelta("Hello"),
        ToolCallDelta(2, "t", "look", ""),
        ToolCallDelta(2, "", "", "{}"),
        TextDelta("!"),
    ]
    assert answer.complete
    assert answer.finish() == Finish(FinishReason.TOOL_CALLS, Usage(95, 7, 90))


@pytest.mark.parametrize(
    ("reason", "expected"),
    [("end_turn", "stop"), ("stop_sequence", "stop"), ("max_tokens", "length"), ("refusal", "refusal")],
)
def test_finish_reasons(reason: str, expected: str) -> None:
    assert take(START, end(reason), STOP)[1].finish().reason == expected


@pytest.mark.parametrize("events", [(), (START, delta(type="text_delta", text="half")), (START, STOP)])
def test_an_answer_without_an_end_is_broken(events: tuple[object, ...]) -> None:
    with pytest.raises(BrokenStream):
        take(*events)[1].finish()


def test_an_overloaded_error_is_named() -> None:
    with pytest.raises(Overloaded):
        take(START, {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}})


def test_writes_every_kind_of_message() -> None:
    messages = [
        Message.system("Be brief."),
        Message.user("", Image("image/png", b"\x89PNG")),
        Message(
            Role.ASSISTANT,
            (Text("\n"), Text("I look."), ToolCall("c1", "look", '{"at": 1}'), ToolCall("c2", "see", "oops")),
        ),
        Message(Role.TOOL, (ToolResult("c1", "look", "a cat"),)),
    ]
    body = json.loads(
        msgspec.json.encode(write_body(Place("m"), messages, Params(tools=(Tool("look", "Looks.", {}),))))
    )
    assert body["system"] == "Be brief."
    assert body["max_tokens"] == 16_384
    assert body["tools"] == [{"name": "look", "description": "Looks.", "input_schema": {}}]
    image = {"type": "base64", "media_type": "image/png", "data": "iVBORw=="}
    assert body["messages"] == [
        {"role": "user", "content": [{"type": "image", "source": image}]},
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "I look."},
                {"type": "tool_use", "id": "c1", "name": "look", "input": {"at": 1}},
                {"type": "tool_use", "id": "c2", "name": "see", "input": {"input": "oops"}},
            ],
        },
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "a cat"}]},
    ]


@pytest.mark.parametrize(
    ("params", "written"),
    [
        (Params(tool_choice=ToolChoice.AUTO), {"type": "auto"}),
        (Params(tool_choice=ToolChoice.REQUIRED), {"type": "any"}),
        (Params(tool_choice=NamedTool("look")), {"type": "tool", "name": "look"}),
        (Params(parallel_tool_calls=False), {"type": "auto", "disable_parallel_tool_use": True}),
        (
            Params(tool_choice=NamedTool("look"), parallel_tool_calls=True),
            {"type": "tool", "name": "look", "disable_parallel_tool_use": False},
        ),
        # Without tool calls there is nothing to do in parallel, and the provider rejects the field.
        (Params(tool_choice=ToolChoice.NONE, parallel_tool_calls=False), {"type": "none"}),
        (Params(), None),
    ],
)
def test_the_tool_choice_holds_parallel_tool_calls_too(params: Params, written: object) -> None:
    assert write_body(Place("m"), [], params).get("tool_choice") == written


def test_effort_and_format_share_the_output_config() -> None:
    params = Params(reasoning_effort=ReasoningEffort.HIGH, response_format=JsonFormat({"type": "object"}))
    body = write_body(Place("m"), [], params)
    assert body["output_config"] == {
        "effort": "high",
        "format": {"type": "json_schema", "schema": {"type": "object"}},
    }
    assert body["thinking"] == {"type": "adaptive"}
    body = write_body(Place("m"), [], Params(reasoning_effort=ReasoningEffort.NONE))
    assert body["thinking"] == {"type": "disabled"}
    assert "output_config" not in body
    # Older models take a budget only, which the wire's own field sets.
    budget = {"type": "enabled", "budget_tokens": 2048}
    assert write_body(Place("m"), [], Params(extra={"thinking": budget}))["thinking"] == budget


def test_cache_writes_and_thinking_are_counted() -> None:
    start = {
        "type": "message_start",
        "message": {"usage": {"input_tokens": 5, "cache_read_input_tokens": 90, "cache_creation_input_tokens": 30}},
    }
    last = {
        "type": "message_delta",
        "delta": {"stop_reason": "end_turn"},
        "usage": {"output_tokens": 7, "output_tokens_details": {"thinking_tokens": 4}},
    }
    assert take(start, last, STOP)[1].finish().usage == Usage(125, 7, 90, 4, 30)

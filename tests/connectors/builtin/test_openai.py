"""What is special about this wire; everything common is in the contract of `llmbattler.testing`."""

import json

import msgspec
import pytest
from aiohttp import web

from llmbattler.connectors.builtin.openai import OpenAIConnector, write_body
from llmbattler.connectors.contract import (
    Abilities,
    Connector,
    Image,
    JsonFormat,
    ListedModel,
    Message,
    NamedTool,
    Params,
    Place,
    ReasoningEffort,
    Role,
    Text,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
)
from llmbattler.connectors.transport import Transport
from llmbattler.testing import ScriptedProvider, WireContract

PLACE = Place("m", "http://localhost:1/v1")


class TestContract(WireContract):
    def connect(self, transport: Transport) -> Connector:
        return OpenAIConnector(transport)

    def base_url(self, provider: ScriptedProvider) -> str:
        return provider.openai_url


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

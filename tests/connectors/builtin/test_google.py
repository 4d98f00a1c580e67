"""What is special about this wire; everything common is in the contract of `llmbattler.testing`."""

import json

import msgspec
import pytest

from llmbattler.connectors.builtin.google import GoogleAnswer, GoogleConnector, write_body
from llmbattler.connectors.contract import (
    Connector,
    Delta,
    Finish,
    FinishReason,
    Image,
    Message,
    Params,
    Place,
    ReasoningDelta,
    Role,
    Text,
    TextDelta,
    Tool,
    ToolCall,
    ToolCallDelta,
    ToolResult,
    Usage,
)
from llmbattler.connectors.errors import BrokenStream, Filtered, RateLimited
from llmbattler.connectors.sse import Event
from llmbattler.connectors.transport import Transport
from llmbattler.testing import ScriptedProvider, WireContract


class TestContract(WireContract):
    def connect(self, transport: Transport) -> Connector:
        return GoogleConnector(transport)

    def base_url(self, provider: ScriptedProvider) -> str:
        return provider.google_url


def chunk(*parts: object, finish: str | None = None) -> dict[str, object]:
    return {"candidates": [{"content": {"parts": list(parts), "role": "model"}, "finishReason": finish}]}


def take(*chunks: object) -> tuple[list[Delta], GoogleAnswer]:
    answer = GoogleAnswer()
    return answer.take([Event(json.dumps(chunk).encode()) for chunk in chunks]), answer


def test_thoughts_text_and_tools_are_kept_apart() -> None:
    counts = {"promptTokenCount": 5, "candidatesTokenCount": 7, "thoughtsTokenCount": 3, "cachedContentTokenCount": 1}
    deltas, answer = take(
        chunk({"text": "hm", "thought": True}),
        chunk({"text": "Hel"}, {"text": "lo", "thoughtSignature": "abc"}),
        chunk({"functionCall": {"name": "look", "args": {"at": 1}}}, {"functionCall": {"name": "see", "id": "x"}}),
        chunk(finish="STOP") | {"usageMetadata": counts},
    )
    assert deltas == [
        ReasoningDelta("hm"),
        TextDelta("Hello"),
        ToolCallDelta(0, "call_0", "look", '{"at": 1}'),
        ToolCallDelta(1, "x", "see", "{}"),
    ]
    assert answer.finish() == Finish(FinishReason.TOOL_CALLS, Usage(5, 10, 1, 3))


@pytest.mark.parametrize(
    ("reason", "expected"), [("STOP", "stop"), ("MAX_TOKENS", "length"), ("SAFETY", "filtered"), ("OTHER", "stop")]
)
def test_finish_reasons(reason: str, expected: str) -> None:
    assert take({"candidates": [{"finishReason": reason}]})[1].finish().reason == expected


@pytest.mark.parametrize(
    "chunks",
    [
        (),
        (chunk({"text": "half"}),),
        (chunk(finish="MALFORMED_FUNCTION_CALL"),),
        (chunk(finish="TOO_MANY_TOOL_CALLS"),),
    ],
)
def test_an_answer_without_an_end_is_broken(chunks: tuple[object, ...]) -> None:
    with pytest.raises(BrokenStream):
        take(*chunks)[1].finish()


def test_a_blocked_prompt_is_filtered() -> None:
    with pytest.raises(Filtered, match="PROHIBITED_CONTENT"):
        take({"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}})


def test_an_error_in_the_stream_has_its_name() -> None:
    with pytest.raises(RateLimited):
        take({"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "message": "quota"}})


def test_writes_every_kind_of_message() -> None:
    messages = [
        Message.system("Be brief."),
        Message.user("What?", Image("image/png", b"\x89PNG")),
        Message(Role.ASSISTANT, (Text(""), Text("I look."), ToolCall("c1", "look", '{"at": 1}'))),
        Message(Role.TOOL, (ToolResult("c1", "look", "a cat"),)),
    ]
    extra = {"generationConfig": {"thinkingConfig": {"includeThoughts": True}}, "cachedContent": "c"}
    params = Params(max_tokens=9, stop=("X",), tools=(Tool("look", "Looks.", {}),), extra=extra)
    body = json.loads(msgspec.json.encode(write_body(Place("m"), messages, params)))
    signature = "skip_thought_signature_validator"
    assert body == {
        "systemInstruction": {"parts": [{"text": "Be brief."}]},
        "contents": [
            {
                "role": "user",
                "parts": [{"text": "What?"}, {"inlineData": {"mimeType": "image/png", "data": "iVBORw=="}}],
            },
            {
                "role": "model",
                "parts": [
                    {"text": "I look."},
                    {"functionCall": {"name": "look", "args": {"at": 1}}, "thoughtSignature": signature},
                ],
            },
            {"role": "user", "parts": [{"functionResponse": {"name": "look", "response": {"result": "a cat"}}}]},
        ],
        "generationConfig": {
            "maxOutputTokens": 9,
            "stopSequences": ["X"],
            "thinkingConfig": {"includeThoughts": True},
        },
        "tools": [{"functionDeclarations": [{"name": "look", "description": "Looks.", "parametersJsonSchema": {}}]}],
        "cachedContent": "c",
    }

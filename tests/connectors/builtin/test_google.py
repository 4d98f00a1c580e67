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
    JsonFormat,
    LogprobsDelta,
    Message,
    NamedTool,
    Params,
    Place,
    ReasoningDelta,
    ReasoningEffort,
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
from llmbattler.connectors.errors import BrokenStream, FailureKind, Filtered, RateLimited
from llmbattler.connectors.sse import Event
from llmbattler.connectors.transport import Transport
from llmbattler.testing import Script, ScriptedProvider, WireContract, text_of


class TestContract(WireContract):
    def connect(self, transport: Transport) -> Connector:
        return GoogleConnector(transport)

    def base_url(self, provider: ScriptedProvider) -> str:
        return provider.google_url


def chunk(*parts: object, finish: str | None = None) -> dict[str, object]:
    return {"candidates": [{"content": {"parts": list(parts), "role": "model"}, "finishReason": finish}]}


def take(*chunks: object, wanted: int = 1) -> tuple[list[Delta], GoogleAnswer]:
    answer = GoogleAnswer(wanted)
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
    ("reason", "expected"),
    [("STOP", "stop"), ("MAX_TOKENS", "length"), ("SAFETY", "filtered"), ("RECITATION", "filtered")],
)
def test_finish_reasons(reason: str, expected: str) -> None:
    assert take({"candidates": [{"finishReason": reason}]})[1].finish().reason == expected


@pytest.mark.parametrize(
    "chunks",
    [
        (),
        (chunk({"text": "half"}),),
        (chunk(finish="OTHER"),),
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


def test_an_error_in_the_stream_is_named() -> None:
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


def test_writes_every_parameter() -> None:
    params = Params(
        tool_choice=NamedTool("look"),
        response_format=JsonFormat({"type": "object"}),
        n=2,
        logprobs=True,
        top_logprobs=3,
        reasoning_effort=ReasoningEffort.LOW,
    )
    body = write_body(Place("gemini-3-pro"), [], params)
    assert body["toolConfig"] == {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["look"]}}
    assert body["generationConfig"] == {
        "responseMimeType": "application/json",
        "responseJsonSchema": {"type": "object"},
        "candidateCount": 2,
        "responseLogprobs": True,
        "logprobs": 3,
        "thinkingConfig": {"thinkingLevel": "LOW"},
    }
    modes = [write_body(Place("m"), [], Params(tool_choice=choice))["toolConfig"] for choice in ToolChoice]
    assert modes == [{"functionCallingConfig": {"mode": mode}} for mode in ("AUTO", "NONE", "ANY")]


@pytest.mark.parametrize(
    ("model", "effort", "written"),
    [
        ("gemini-2.5-flash", "medium", {"thinkingBudget": 8192}),
        ("gemini-2.5-flash", "none", {"thinkingBudget": 0}),
        ("gemini-3-flash", "minimal", {"thinkingLevel": "MINIMAL"}),
        # Gemini 3 cannot do without, and says so.
        ("gemini-3-flash", "none", {"thinkingBudget": 0}),
    ],
)
def test_older_models_get_a_budget_instead_of_a_level(model: str, effort: str, written: object) -> None:
    config = write_body(Place(model), [], Params(reasoning_effort=ReasoningEffort(effort)))["generationConfig"]
    assert config == {"thinkingConfig": written}


def test_candidates_are_kept_apart() -> None:
    def candidate(index: int, text: str, finish: str) -> dict[str, object]:
        call = {"functionCall": {"name": "look"}}
        return {"index": index, "content": {"parts": [{"text": text}, call]}, "finishReason": finish}

    both = {"candidates": [candidate(0, "a", "STOP"), candidate(1, "b", "SAFETY")], "modelVersion": "m-001"}
    deltas, answer = take(both, wanted=2)
    assert deltas == [
        TextDelta("a", 0),
        ToolCallDelta(0, "call_0", "look", "{}", 0),
        TextDelta("b", 1),
        ToolCallDelta(0, "call_0", "look", "{}", 1),
    ]
    assert answer.finish().reasons == (FinishReason.TOOL_CALLS, FinishReason.FILTERED)
    assert answer.finish().model == "m-001"
    deltas, answer = take(both)
    assert deltas == [TextDelta("a"), ToolCallDelta(0, "call_0", "look", "{}")]
    assert answer.finish().reasons == ()


def test_logprobs_are_read() -> None:
    chosen = [{"token": "Hi", "logProbability": -0.5}, {"token": "!", "logProbability": -1.5}]
    top = [{"candidates": [{"token": "Hi", "logProbability": -0.5}]}]
    said = chunk({"text": "Hi!"})
    said["candidates"][0]["logprobsResult"] = {"chosenCandidates": chosen, "topCandidates": top}  # type: ignore[index]
    tokens = [TokenLogprob("Hi", -0.5, top=(TokenLogprob("Hi", -0.5),)), TokenLogprob("!", -1.5)]
    assert take(said)[0] == [TextDelta("Hi!"), LogprobsDelta(tokens)]


async def test_several_candidates_are_not_streamed(transport: Transport, provider: ScriptedProvider) -> None:
    connector, there = GoogleConnector(transport), Place("m", provider.google_url)
    provider.script("m", Script(text="a", choices=("b",)))
    deltas = [delta async for delta in connector.stream(there, [Message.user("?")], Params(n=2))]
    assert (text_of(deltas, 0), text_of(deltas, 1)) == ("a", "b")
    assert provider.requests[0].path == "/v1beta/models/m:generateContent"
    provider.script("m", Script(failure=FailureKind.RATE_LIMITED))
    with pytest.raises(RateLimited):
        [delta async for delta in connector.stream(there, [Message.user("?")], Params(n=2))]

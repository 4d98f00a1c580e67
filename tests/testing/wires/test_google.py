import json
from typing import Any

from llmbattler.connectors.contract import (
    FinishReason,
    JsonFormat,
    NamedTool,
    Params,
    ReasoningEffort,
    Role,
    Tool,
    ToolCall,
    Usage,
)
from llmbattler.connectors.errors import FailureKind
from llmbattler.testing import Script, ScriptedProvider, Turn

from ..raw import MODEL, PATHS, answer, body_for, call


async def test_frames_look_like_the_real_ones(provider: ScriptedProvider) -> None:
    tool = ToolCall("call_1", "look", '{"at":"it"}')
    provider.script(MODEL, Script(chunks=("Hi",), reasoning="hm", tool_calls=(tool,), response_id="canary"))
    said = await answer(provider, "google")
    events: list[Any] = said.events()
    assert said.body.count(b"\r\n\r\n") == len(events) == 4
    parts = [event["candidates"][0]["content"]["parts"][0] for event in events]
    assert parts[:2] == [{"text": "hm", "thought": True}, {"text": "Hi"}]
    assert parts[2]["functionCall"] == {"id": "call_1", "name": "look", "args": {"at": "it"}}
    assert events[-1]["candidates"][0]["finishReason"] == "STOP"
    assert all(event["responseId"].startswith("canary") for event in events)
    assert {event["modelVersion"] for event in events} == {MODEL}
    assert "server-timing" in said.headers


async def test_counts_tokens_in_the_last_frame(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(usage=Usage(11, 22, cached_tokens=3, reasoning_tokens=4)))
    events: list[Any] = (await answer(provider, "google")).events()
    assert events[-1]["usageMetadata"] == {
        "promptTokenCount": 11,
        "candidatesTokenCount": 18,
        "thoughtsTokenCount": 4,
        "cachedContentTokenCount": 3,
        "totalTokenCount": 33,
    }
    provider.script(MODEL, Script(omit=frozenset({"usage"}), finish=FinishReason.LENGTH))
    events = (await answer(provider, "google")).events()
    assert "usageMetadata" not in str(events)
    assert events[-1]["candidates"][0]["finishReason"] == "MAX_TOKENS"


async def test_a_blocked_prompt_is_a_success_without_candidates(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(failure=FailureKind.FILTERED))
    said = await answer(provider, "google")
    whole = await call(provider, "POST", f"/v1beta/models/{MODEL}:generateContent", body_for("google"))
    assert said.status == whole.status == 200
    assert said.events() == [json.loads(whole.body)]
    assert "candidates" not in said.events()[0]


async def test_reads_the_system_prompt_and_the_history(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script())
    body = {
        "systemInstruction": {"parts": [{"text": "be kind"}]},
        "contents": [
            {"role": "user", "parts": [{"text": "one"}]},
            {"role": "model", "parts": [{"text": "two"}]},
        ],
    }
    await call(provider, "POST", PATHS["google"], body)
    assert provider.requests[0].turns == (
        Turn(Role.SYSTEM, "be kind"),
        Turn(Role.USER, "one"),
        Turn(Role.ASSISTANT, "two"),
    )


async def test_a_key_in_the_address_is_redacted(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script())
    await call(provider, "POST", f"{PATHS['google']}&key=k1", body_for("google"))
    assert provider.requests[0].api_key == "k1"


async def test_reads_every_parameter(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script())
    config = {
        "maxOutputTokens": 9,
        "stopSequences": ["X"],
        "candidateCount": 2,
        "responseLogprobs": True,
        "logprobs": 1,
        "responseMimeType": "application/json",
        "responseJsonSchema": {"type": "object"},
        "thinkingConfig": {"thinkingLevel": "HIGH"},
    }
    asked = {
        "generationConfig": config,
        "tools": [{"functionDeclarations": [{"name": "look", "description": "Looks."}]}],
        "toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["look"]}},
    }
    await call(provider, "POST", PATHS["google"], body_for("google") | asked)
    wanted = Params(
        max_tokens=9,
        stop=("X",),
        tools=(Tool("look", "Looks.", {}),),
        tool_choice=NamedTool("look"),
        response_format=JsonFormat({"type": "object"}),
        n=2,
        logprobs=True,
        top_logprobs=1,
        reasoning_effort=ReasoningEffort.HIGH,
    )
    assert provider.requests[0].params == wanted
    budget = {"generationConfig": {"thinkingConfig": {"thinkingBudget": 8192}}}
    await call(provider, "POST", PATHS["google"], body_for("google") | budget)
    assert provider.requests[1].params == Params(reasoning_effort=ReasoningEffort.MEDIUM)


async def test_gives_candidates_and_logprobs(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(text="Hi", choices=("Ho",), chunk_size=9))
    config = {"candidateCount": 2, "responseLogprobs": True, "logprobs": 2}
    said = await call(provider, "POST", PATHS["google"], body_for("google") | {"generationConfig": config})
    events: list[Any] = said.events()
    assert [event["candidates"][0]["index"] for event in events[:2]] == [0, 1]
    found = events[1]["candidates"][0]["logprobsResult"]
    assert found["chosenCandidates"][0]["token"] == "Ho"
    assert [one["token"] for one in found["topCandidates"][0]["candidates"]] == ["Ho", "Ho1"]
    assert [candidate["finishReason"] for candidate in events[-1]["candidates"]] == ["STOP", "STOP"]
